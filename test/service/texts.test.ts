import { distinct, groupedBy, occurrences } from "../../src/service/groups";
import { htmlEntity, withoutEntities } from "../../src/service/html-entities";
import { isNestedDeeper, openBrackets } from "../../src/service/nesting";
import { parseJson } from "../../src/service/parse-json";
import { printableText } from "../../src/service/printable-text";

describe("HTML entities", () => {
  it.each([
    ["&amp; &lt;b&gt; &quot;x&quot; &#39;y&#x27;", `& <b> "x" 'y'`],
    ["&auml;&ouml;&szlig; &nbsp;&deg;&half; &yuml;&thorn;", "äöß \u00a0°&half; ÿþ"],
    ["&sup2;&frac34;&iquest; &iuml;&divide; &hellip;&trade;&bull;", "²¾¿ ï÷ …™•"],
    ["&lbrack;&underbar;&tab;&colon;", "[_\t:"],
    ["&none; &amp", "&none; &amp"],
    ["&#x110000; &#1114111;", "&#x110000; \u{10ffff}"],
  ])("are decoded in %s", (text, decoded) => {
    expect(withoutEntities(text)).toBe(decoded);
  });

  it("have lengths, and the oldest names need no semicolon", () => {
    expect([htmlEntity("amp;x"), htmlEntity("ampx"), htmlEntity("#65x"), htmlEntity("auml")]).toEqual([
      ["&", 4],
      ["&", 3],
      ["A", 3],
      undefined,
    ]);
  });
});

describe("the brackets of a JSON text", () => {
  it.each([
    ["", 0],
    ['{"a":[1,{"b":', 3],
    ['{"a":[1]}', 0],
    ['{"[[[\\"[":[', 2],
    ['["unfinished [[', 1],
    ["]", -1],
  ])("that are open at the end of %s are %i", (text, open) => {
    expect(openBrackets(text, 100)).toBe(open);
  });

  it("may be nested up to a maximum", () => {
    const texts = ["[[]]", "[[", '["[[["]', "[[[]]]", "[[["];
    expect(texts.map((text) => isNestedDeeper(text, 2))).toEqual([false, false, false, true, true]);
  });
});

describe("items", () => {
  it("are grouped and counted in the order in which they come first", () => {
    expect([...groupedBy(["ab", "c", "ad"], (text) => text.charAt(0))]).toEqual([
      ["a", ["ab", "ad"]],
      ["c", ["c"]],
    ]);
    expect([...occurrences(["x", "y", "x"])]).toEqual([
      ["x", 2],
      ["y", 1],
    ]);
  });

  it("with the same id are one, in its last state", () => {
    const objects = [
      { id: "1", name: "a" },
      { id: "2", name: "b" },
      { id: "1", name: "c" },
    ];
    expect(distinct(objects)).toEqual([objects[2], objects[1]]);
  });
});

it("a text is read as JSON, or replaced", () => {
  expect([parseJson("[1]", null), parseJson("[1", null)]).toEqual([[1], null]);
});

it.each([
  ["a\u001b[31m\nb", "a\\u{1b}[31m\\u{a}b"],
  ["\u202eback \ud83d", "\\u{202e}back \\u{d83d}"],
  ["##[error] ::error::", "\\u{23}#[error] \\u{3a}:error::"],
  ["2001:db8::1 a\u200cb 😀", "2001:db8::1 a\u200cb 😀"],
  ["section_start:1", "\\u{73}ection_start:1"],
])("%j is printed as %s", (text, printed) => {
  expect(printableText(text)).toBe(printed);
});
