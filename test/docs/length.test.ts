import { readFileSync } from "node:fs";

/** Words as a reader counts them: without code blocks, tags and the targets of links. */
function wordsOf(page: string): number {
  const text = page
    .replace(/^```[\s\S]*?^```$/gm, "")
    .replace(/<[^>]*>/g, "")
    .replace(/\]\([^)]*\)/g, "]");
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

it.each([
  ["README.md", 1_100],
  ["CONTRIBUTING.md", 650],
])("%s has at most %i words without code", (page, most) => {
  expect(wordsOf(readFileSync(page, "utf8"))).toBeLessThanOrEqual(most);
});

it("does not count code, tags and targets of links as words", () => {
  expect(wordsOf("One [two](a b.md) <i>three</i>\n\n```sh\nfour\n```\n\n| --- | five |\n")).toBe(4);
});

it("the glossary has at most forty terms, in order", () => {
  const [, glossary = ""] = readFileSync("docs/design/README.md", "utf8").split("## Glossary");
  const terms = [...glossary.matchAll(/^\| (.+?) \|/gm)].map(([, term]) => `${term}`).slice(2);
  expect(terms.length).toBeGreaterThan(20);
  expect(terms.length).toBeLessThanOrEqual(40);
  expect(terms).toEqual([...terms].sort((one, other) => one.localeCompare(other, "en")));
});
