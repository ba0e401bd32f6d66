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

  it("shows the first 200 characters of a body, on one line", () => {
    const { excerpt } = createRedaction([]);
    expect(excerpt(`a\r\n\tb\u001b[31m${"c".repeat(300)}`)).toBe(`a b [31m${"c".repeat(192)}…`);
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
