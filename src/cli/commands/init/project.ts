import type { ProjectFiles } from "../../project/files";

/** A template, filled in. */
export interface Project {
  readonly files: ProjectFiles;
  /** The commands that install and apply it, in its folder. */
  readonly next: readonly string[];
}
