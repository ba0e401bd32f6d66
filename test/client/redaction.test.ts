import fc from "fast-check";
import { createRedaction } from "../../src/client/redaction";

describe("a redaction", () => {
  it("replaces a secret in a message", () => {
    expect(createRedaction(["hunter2"]).message("wrong token hunter2")).toBe("wrong token ***");
  });

  it("replaces a secret that was escaped for JSON, a URL or a form", () => {
    const { message } = createRedaction(['a "b"/c']);
    expect(message(JSON.stringify('a "b"/c'))).toBe('"***"');
    expect(message(encodeURIComponent('a "b"/c'))).toBe("***");
    expect(message("key=a+%22b%22%2Fc")).toBe("key=***");
    expect(message("key=a+%22b%22%2fc")).toBe("key=***");
  });

  it("replaces a secret in JSON as PHP writes it", () => {
    const { message } = createRedaction(["https://hooks.test/ä"]);
    expect(message('{"url":"https:\\/\\/hooks.test\\/\\u00e4"}')).toBe('{"url":"***"}');
  });

  it("replaces a secret in HTML", () => {
    const { message } = createRedaction([`<a & "b">'c'`]);
    expect(message("key &lt;a &amp; &quot;b&quot;&gt;&#039;c&#039;")).toBe("key ***");
  });

  it("replaces the longer of two secrets of which one holds the other", () => {
    expect(createRedaction(["abc", "abcdef"]).message("abcdef")).toBe("***");
  });

  it("withholds the args and authcodes of anybody from an excerpt", () => {
    const { excerpt } = createRedaction([]);
    expect(excerpt('{"data":[{"id":"CO1","args":{"key":"s3cret"}}]}')).toBe(
      '{"data":[{"id":"CO1",(withheld)',
    );
    expect(excerpt("AuthCode: 123456")).toBe("(withheld)");
  });

  it("replaces a secret that holds a name after which an excerpt is withheld", () => {
    expect(createRedaction(["my-args-key"]).excerpt("wrong key my-args-key")).toBe("wrong key ***");
  });

  it("shows the first 200 characters of a body, on one line", () => {
    const { excerpt } = createRedaction([]);
    expect(excerpt(`a\r\n\tb${"c".repeat(300)}`)).toBe(`a b${"c".repeat(197)}…`);
  });

  it("shows escaped what would act on a terminal", () => {
    const { excerpt, message } = createRedaction([]);
    for (const show of [excerpt, message]) {
      expect(show("a\u001b[31mred\u009b2J \u202eback\u0000")).toBe(
        "a\\u{1b}[31mred\\u{9b}2J \\u{202e}back\\u{0}",
      );
    }
  });

  it("looks at the beginning of a text, and shows no part of a secret that the end of what is looked at cuts", () => {
    const { message } = createRedaction(["hunter2-hunter2"]);
    for (const before of [0, 5, 14, 15, 30]) {
      const text = `wrong:${" ".repeat(64 * 1024 - 6 - before)}hunter2-hunter2${"x".repeat(64)}`;
      expect(message(text)).not.toContain("h");
    }
  });

  it("ignores empty secrets", () => {
    expect(createRedaction([""]).message("text")).toBe("text");
  });

  it("leaves no secret in any message", () => {
    const secret = fc.string({ minLength: 4 }).filter((text) => !text.includes("*"));
    fc.assert(
      fc.property(secret, fc.string(), fc.string(), (hidden, before, after) => {
        const { message, excerpt } = createRedaction([hidden]);
        const text = `${before.replaceAll("*", "")}${hidden}${after.replaceAll("*", "")}`;
        expect(message(text)).not.toContain(hidden);
        expect(excerpt(text)).not.toContain(hidden);
      }),
    );
  });
});
