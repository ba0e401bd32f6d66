import { type Path, pathText } from "./path";

/**
 * A value, or its encoded form, is not what its type asks for. The message starts with the path of the part
 * concerned (unless that is the whole value), and never quotes the value itself, which may be a secret.
 */
export class ValueError extends Error {
  override readonly name = "ValueError";

  /** @param problem what is wrong there, for example "a number is required" */
  constructor(
    readonly problem: string,
    readonly path: Path,
  ) {
    super(path.length === 0 ? problem : `${pathText(path)}: ${problem}`);
  }
}

/** Levels to which values, and types, may be nested; far above anything real, far below the end of the stack. */
export const deepestNesting = 500;
