import { version } from "../../package.json";

/** The version of this package, kept in package.json alone. */
export { version };

/**
 * The provider's versions that a configuration asks for which was written for one: that and later ones, up to the next that
 * may break it. A pre-release is one only where it is named (Terraform: Version Constraints).
 */
export function versionRange(written: string): string {
  return written.includes("-") ? written : `~> ${written.split(".").slice(0, 2).join(".")}`;
}
