import { version } from "../../package.json";

/** The version of this package, from package.json. */
export { version };

/**
 * The version constraint for a configuration that was written for a version: that and later versions, up to the next with
 * breaking changes. A pre-release must be named exactly (Terraform: Version Constraints).
 */
export function versionRange(written: string): string {
  return written.includes("-") ? written : `~> ${written.split(".").slice(0, 2).join(".")}`;
}

/** The provider's source address. */
export const sourceAddress = "registry.terraform.io/rblmonitor/rblmonitor";
