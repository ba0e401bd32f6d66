/**
 * One of some words, or a token for one, such as an attribute of another resource or a variable.
 *
 * A token is a string like any other to the compiler. So a string whose content is not known to it passes, and of
 * those whose content is known only the words do: a misspelt one is an error where it is written, with the word that
 * was meant.
 *
 * @typeParam Word the words
 * @typeParam Given what is given, as the compiler infers it; by default anything
 */
export type OneOf<Word extends string, Given extends string = string> = string extends Given
  ? // Any string, of which editors propose the words.
    Word | (string & {})
  : Given extends Word
    ? Given
    : Word;
