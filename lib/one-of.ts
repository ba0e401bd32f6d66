import type { IResolvable } from "cdktf";

/**
 * A valid value of an enumeration, or a token for one: an attribute of another resource, or the `value` of a variable.
 *
 * To the compiler, the token `variable.stringValue` is a string like any other. A call that creates a construct accepts
 * such strings, because it infers the type of what it is given. A configuration with a declared type accepts them only if
 * its type argument is `string`: `const config: MonitoringProfileConfig<string> = …`.
 *
 * @typeParam Word the valid values
 * @typeParam Given the type of the given string, as the compiler infers it; by default the valid values alone
 */
export type OneOf<Word extends string, Given extends string = Word> = Word | Open<Given> | IResolvable;

/** Strings whose content the compiler does not know: `string`, and templates such as `${number}_hours`. */
type Open<Given extends string> = Given extends string
  ? Record<never, never> extends Record<Given, 1>
    ? Given
    : never
  : never;
