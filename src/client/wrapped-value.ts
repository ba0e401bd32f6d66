/** The requirement that such a value does not meet, to follow its name. The message does not contain the value. */
export const wrappedProblem = "must not begin or end with a space, line break, quote or byte order mark";

/** Whether a setting has characters around it that a file, a shell or an editor added. */
export function isWrapped(value: string): boolean {
  return /^[\s"'\uFEFF]|[\s"'\uFEFF]$/.test(value);
}
