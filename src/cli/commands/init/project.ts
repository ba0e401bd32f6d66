import type { Library } from "../../project/application-files";
import type { ProjectFiles } from "../../project/files";

/** What `rblmonitor init` writes. */
export type Template = Library | "hcl";

/** A template, filled in. */
export interface Project {
  readonly files: ProjectFiles;
  /** The commands that install and apply it, in its folder. */
  readonly next: readonly string[];
}
