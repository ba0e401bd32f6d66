/** The character that an escape means, and its length after its first character; undefined for other texts. */
export type Meaning = readonly [character: string, length: number] | undefined;

/** The meaning of an HTML entity, after its `&`. */
export function htmlEntity(tail: string): Meaning {
  const [number, hexadecimal, decimal] = /^#(?:x([0-9a-f]+)|(\d+));?/i.exec(tail) ?? [];
  if (number !== undefined)
    return characterOf(hexadecimal ?? decimal ?? "", hexadecimal === undefined ? 10 : 16, number.length);
  // HTML allows the four oldest names without a semicolon.
  const [named, name = ""] = /^(?:([a-z]+\d*);|(?:amp|quot|lt|gt)(?!;))/i.exec(tail) ?? [];
  const meant = named && entities.get((name || named).toLowerCase());
  return meant ? [meant, named.length] : undefined;
}

/** A text in which HTML entities are decoded. */
export function withoutEntities(text: string): string {
  return text.replace(/&(#?\w+;)/g, (entity, tail: string) => htmlEntity(tail)?.[0] ?? entity);
}

/** A character by the digits of its code, and the length of its escape; undefined if there is no such character. */
export function characterOf(digits: string, base: number, length: number): Meaning {
  const code = Number.parseInt(digits, base);
  return code <= 0x10ffff ? [String.fromCodePoint(code), length] : undefined;
}

/** HTML entity names in lower case: punctuation, Latin 1 from 160 and from 223, and typographic characters. */
const names: readonly (readonly [names: string, characters: string | number])[] = [
  [
    "tab newline excl quot num dollar percnt amp apos lpar rpar ast plus comma period sol",
    "\t\n!\"#$%&'()*+,./",
  ],
  [
    "colon semi lt equals gt quest commat lsqb bsol rsqb hat lowbar grave lcub verbar rcub",
    ":;<=>?@[\\]^_`{|}",
  ],
  ["lbrack rbrack lbrace rbrace vert underbar", "[]{}|_"],
  ["nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn", 160],
  ["sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest", 178],
  [
    "szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc",
    223,
  ],
  [
    "iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml",
    239,
  ],
  ["times euro hellip ndash mdash lsquo rsquo ldquo rdquo bull trade", "×€…–—‘’“”•™"],
];

const entities: ReadonlyMap<string, string> = new Map(
  names.flatMap(([words, characters]) =>
    words.split(" ").map((name, index): [string, string] => {
      const isRange = typeof characters === "number";
      return [name, isRange ? String.fromCodePoint(characters + index) : characters.charAt(index)];
    }),
  ),
);
