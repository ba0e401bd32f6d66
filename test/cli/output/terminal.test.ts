import { printable, progressOn, widthOf } from "../../../src/cli/output/terminal";

function terminal(isTTY: boolean, columns = 20) {
  const written: string[] = [];
  return { written, isTTY, columns, write: (text: string) => written.push(text) };
}

describe("progress", () => {
  it("is one line that is rewritten, no wider than the terminal, and cleared at the end", () => {
    const stream = terminal(true);
    const progress = progressOn(stream, {});
    progress.show("12 requests");
    progress.show("13 requests and a lot more to tell");
    progress.clear();
    progress.clear();
    expect(stream.written).toEqual([
      "\r\u001b[2K12 requests",
      "\r\u001b[2K13 requests and a l",
      "\r\u001b[2K",
    ]);
  });

  it.each([
    ["into a file or pipe", false, {}],
    ["in CI", true, { CI: "true" }],
    ["on a terminal that cannot rewrite a line", true, { TERM: "dumb" }],
  ])("is silent %s", (_, isTTY, env) => {
    const stream = terminal(isTTY);
    const progress = progressOn(stream, env);
    progress.show("12 requests");
    progress.clear();
    expect(stream.written).toEqual([]);
  });
});

describe("text from elsewhere", () => {
  it.each([
    ["\u001b[31mred", "\\u{1b}[31mred"],
    ["a\nb\u2028c", "a\\u{a}b\\u{2028}c"],
    ["\u202eabc", "\\u{202e}abc"],
    ["\ud800", "\\u{d800}"],
    ["👩‍👩‍👧 é 邮件", "👩‍👩‍👧 é 邮件"],
  ])("%j is shown as %j", (text, shown) => {
    expect(printable(text)).toBe(shown);
  });

  it.each([
    ["abc", 3],
    ["邮件", 4],
    ["é", 1],
    ["e\u0301", 1],
  ])("%s takes %i columns", (text, width) => {
    expect(widthOf(text)).toBe(width);
  });
});
