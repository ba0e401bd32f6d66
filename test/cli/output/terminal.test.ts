import { print } from "../../../src/cli/output/print";
import { printable, shortenedTo, widthOf } from "../../../src/cli/output/terminal";

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

  it.each([
    ["abcdef", 6, "abcdef"],
    ["abcdef", 4, "abc…"],
    ["邮件系统", 5, "邮件…"],
    ["👩‍👩‍👧👩‍👩‍👧", 7, "👩‍👩‍👧…"],
    ["ab  cd", 5, "ab…"],
  ])("%s on %i columns is %s", (text, width, short) => {
    expect(shortenedTo(text, width)).toBe(short);
  });
});

describe("a text on a terminal", () => {
  const printed = (isTTY: boolean): string => {
    let text = "";
    const stdout = { isTTY, columns: 40, write: (part: string) => (text += part) };
    const prose = "At least 99 of 1,000 requests are left in this hour, which others use, too.\n";
    print({ env: {}, stdout }, {}, {}, () => prose);
    return text;
  };

  it("is broken between words, and elsewhere left as it is", () => {
    expect(printed(true)).toBe(
      "At least 99 of 1,000 requests are left in\nthis hour, which others use, too.\n".replace(
        " in\n",
        "\nin ",
      ),
    );
    expect(printed(false).split("\n")).toHaveLength(2);
  });
});
