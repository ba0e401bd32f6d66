import { type Path, pathText } from "./path";

/**
 * A value, or its encoded form, does not match its type. The message starts with the path of the part, unless that is the
 * whole value, and never quotes the value, which may be a secret.
 */
export class ValueError extends Error {
  override readonly name = "ValueError";

  /** @param problem such as "a number is required" */
  constructor(
    readonly problem: string,
    readonly path: Path,
  ) {
    super(path.length === 0 ? problem : `${pathText(path)}: ${problem}`);
  }
}

/** The maximum nesting of values and types: far above real values, far below a stack overflow. */
export const maxNesting = 500;
