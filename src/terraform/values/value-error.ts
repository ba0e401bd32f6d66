import { type Path, type PathStep, pathText } from "./path";

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

/**
 * Runs a conversion that keeps its current path in an array.
 * @throws ValueError with that path, if the conversion throws an error
 */
export function withPath<T>(convert: (path: PathStep[]) => T): T {
  const path: PathStep[] = [];
  try {
    return convert(path);
  } catch (error) {
    throw error instanceof Error ? new ValueError(error.message, path) : error;
  }
}

/** Throws an error for a part of the wrong type. @param what such as `a number` */
export function required(what: string): never {
  throw new Error(`${what} is required`);
}
