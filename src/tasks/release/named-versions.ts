import { versionRange } from "../../provider/version";

/** The name of the npm package, and the versions that it had and has. */
export interface NewVersion {
  readonly name: string;
  readonly old: string;
  readonly version: string;
}

const REQUIRED = /(source\s*=\s*"rblmonitor\/rblmonitor"\s*\n\s*version\s*=\s*)"[^"\n]*"/g;

/** A text with the new version where it named the old one: in files of the npm package, its dependents, and configurations. */
export function withNewVersion(text: string, { name, old, version }: NewVersion): string {
  return text
    .replaceAll(`${name}-${old}.tgz`, `${name}-${version}.tgz`)
    .replaceAll(`"${name}": "^${old}"`, `"${name}": "^${version}"`)
    .replaceAll(REQUIRED, `$1"${versionRange(version)}"`);
}
