import * as fc from "fast-check";
import { hasWildcard, matches, patternMatcher } from "../../src/service/wildcards";

const isMatch = (pattern: string, text: string, questionMarks = true) =>
  patternMatcher(pattern, { questionMarks })(text);

describe("a pattern", () => {
  it.each([
    ["mx-*", "MX-1", true],
    ["*mx*", "a mx b", true],
    ["mx", "mx-1", false],
    ["*", "", true],
    ["", "", true],
    ["", "a", false],
    ["?", "", false],
    ["mx-?", "mx-12", false],
    ["a*c*e", "abcd", false],
    ["*ab", "aab", true],
    ["*aab*b", "aaabab", true],
    ["ab*bc", "abc", false],
    ["two\n*", "two\nlines\nmore", true],
    ["?", "😀", true],
    ["ΟΔΟΣ", "οδος", true],
    ["straẞe*", "STRAßE 1", true],
  ])("%j and %j match: %s", (pattern, text, expected) => {
    expect(isMatch(pattern, text)).toBe(expected);
  });

  it("has a wildcard if it has a star or a question mark", () => {
    expect(["a*", "?", "*?", "a", ""].map(hasWildcard)).toEqual([true, true, true, false, false]);
  });

  it("matches a question mark literally if it is not a wildcard", () => {
    expect([isMatch("a?", "ab", false), isMatch("a?", "a?", false)]).toEqual([false, true]);
  });

  it("matches what the regular expression of the same meaning matches", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "b"), maxLength: 8 });
    const pattern = fc.string({ unit: fc.constantFrom("a", "b", "*", "?"), maxLength: 6 });
    fc.assert(
      fc.property(pattern, text, (asked, given) => {
        const expression = asked.replaceAll("*", ".*").replaceAll("?", ".");
        expect(isMatch(asked, given)).toBe(new RegExp(`^${expression}$`).test(given));
      }),
    );
  });

  it.each([
    ["*a*a*a*a*a*a*b", "a".repeat(255)],
    [`${"*a".repeat(100)}*b`, "a".repeat(255)],
    [`${"*?".repeat(50)}b`, "a".repeat(255)],
    ["*".repeat(200), "a".repeat(255)],
    [`${"a*".repeat(20)}b`, "ab".repeat(127)],
  ])("%.20s costs at most its length times that of the text", (pattern, text) => {
    const counted = countedReads(text);
    expect(typeof matches([...pattern], counted.text, true)).toBe("boolean");
    expect(counted.reads()).toBeLessThanOrEqual(pattern.length * text.length);
  });
});

/** A text that counts how often one of its characters is read. */
function countedReads(text: string) {
  let reads = 0;
  const counted = new Proxy([...text], {
    get(target, property) {
      if (property !== "length") reads += 1;
      return Reflect.get(target, property);
    },
  });
  return { text: counted, reads: () => reads };
}
