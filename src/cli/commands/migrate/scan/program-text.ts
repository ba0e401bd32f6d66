/** A file that is scanned. */
export interface ProgramText {
  readonly file: string;
  readonly text: string;
  /** The same with what it puts together in one piece, each character at its place. */
  readonly joined: string;
  readonly lines: Lines;
}

/** Where lines begin. */
export class Lines {
  readonly #starts: number[] = [0];

  constructor(text: string) {
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) this.#starts.push(at + 1);
  }

  /** The line of a place in the text, from 1. */
  at(place: number): number {
    let [low, high] = [0, this.#starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((this.#starts[middle] ?? 0) <= place) low = middle;
      else high = middle;
    }
    return low + 1;
  }

  /** Where a line begins; where the text ends for a line behind the last. */
  startOf(line: number, end: number): number {
    return this.#starts[Math.max(0, line - 1)] ?? end;
  }
}

export function programText(file: string, text: string): ProgramText {
  return { file, text, joined: joinedText(text), lines: new Lines(text) };
}

/** Stands for a value that only the running program knows. Both marks are of the private use area, so no text has them. */
export const unknownValue = "\ue000";
/** Stands for nothing: two pieces of a text that a program joins. */
const joint = "\ue001";

const operator = String.raw`(?:\+\+?|\.\.|\.(?=[\s"'$(\x60])|(?<=\s)\.|[&~])`;
const member = String.raw`(?:(?:->|::|\?\.|\.)[A-Za-z_]\w*|\[[^\]\n]{0,60}\]|\([^()\n]{0,80}\))`;
const value = String.raw`(?:[$@]{0,2}[A-Za-z_]\w*${member}{0,6}|\([^()\n"']{1,80}\)|\d{1,9})`;
const values = String.raw`${value}(?:\s{0,40}${operator}\s{0,40}${value}){0,6}`;
const quote = String.raw`["'\x60]`;
const begin = `[A-Za-z$@]{0,2}${quote}`;

/** Each form in which programs put a text together, and what it is replaced by, character for character. */
const forms: readonly (readonly [RegExp, string])[] = [
  // A slash as JSON may write it.
  [/\\(?=\/)/g, joint],
  // Values between two pieces of text, before one, behind one: `"/host/" + id + ".json"`.
  [
    new RegExp(
      `${quote}\\s{0,40}(?:${operator}|\\.)\\s{0,40}${values}\\s{0,40}${operator}\\s{0,40}${begin}`,
      "g",
    ),
    unknownValue,
  ],
  [new RegExp(`${quote}\\s{0,40}${operator}\\s{0,40}${begin}`, "g"), joint],
  [new RegExp(`${quote}\\s{0,20}\\n\\s{0,40}${begin}(?=[\\w/.])`, "g"), joint],
  [new RegExp(`(?<![\\w$.])${values}\\s{0,40}${operator}\\s{0,40}${begin}(?=[\\w/.])`, "g"), unknownValue],
  [new RegExp(`(?<=[\\w/])${quote}\\s{0,40}${operator}\\s{0,40}${values}`, "g"), unknownValue],
  // Values within a text: `{{ id }}`, `${id}`, `#{id}`, `{$id}`, `{id}`, `$(id)`, `$id`, `%s`, `%(id)s`, `<id>`, `/:id`.
  [/\{\{[^{}\n]{0,80}\}\}/g, unknownValue],
  [/[$#%]\{[^{}\n]{0,80}\}/g, unknownValue],
  [/\{[$\w][^{}\n"]{0,60}\}|\{\}/g, unknownValue],
  [/\$\([^()\n]{0,80}\)/g, unknownValue],
  [/\$\w+(?:->\w+|\[[\w'"]+\])*/g, unknownValue],
  [/%\(\w+\)[sdr]|%[sdv](?![0-9A-Fa-f])/g, unknownValue],
  [/<[A-Za-z][\w -]{0,30}>/g, unknownValue],
  [/(?<=\/):[A-Za-z]\w*/g, unknownValue],
];

/**
 * The text of a program in which every text that it puts together stands in one piece, as far as that can be told without
 * running it: what is joined, and values within, are marks. It is as long as the text itself, so that places stay.
 */
function joinedText(text: string): string {
  const unmarked = text.replace(/[\ue000\ue001]/g, " ");
  return forms.reduce(
    (joined, [form, mark]) => joined.replace(form, (found) => mark.repeat(found.length)),
    unmarked,
  );
}

/** A piece of such a text: what is joined without a seam, and one mark for each value. */
export function withoutSeams(piece: string): string {
  return piece.replaceAll(joint, "").replace(/\ue000+/g, unknownValue);
}
