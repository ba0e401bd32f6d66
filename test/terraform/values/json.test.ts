import fc from "fast-check";
import { decodeJson } from "../../../src/terraform/values/json";
import { type Type, types } from "../../../src/terraform/values/type";
import type { Value } from "../../../src/terraform/values/value";
import { known } from "./arbitrary";

const host = types.object({
  host: types.string,
  paused: types.bool,
  members: types.list(types.object({ id: types.string, weight: types.number })),
});

test("every known value is read from its JSON", () => {
  fc.assert(
    fc.property(known, ({ type, value }) => {
      expect(decodeJson(type, JSON.stringify(value))).toEqual(value);
    }),
    { numRuns: 1000 },
  );
});

describe("decoding", () => {
  test.each([
    ["1e3", 1000],
    ["1.0", 1],
    ["-0", 0],
    ["0.1", 0.1],
    ["9007199254740991", 9007199254740991],
  ])("%s is the number %d", (text, number) => {
    expect(decodeJson(types.number, text)).toBe(number);
  });

  test.each(["9007199254740992", "9007199254740993", "-12345678901234567890", "1e30", "1e999"])(
    "%s is refused, as it would be rounded",
    (text) => {
      const message = "[0]: a number from -9007199254740991 to 9007199254740991 is required";
      expect(() => decodeJson(types.list(types.number), `[${text}]`)).toThrow(message);
    },
  );

  test("takes white space, escapes and escaped quotes", () => {
    const text = '\n{ "a\\"b" :\t"\\u00e9\\n\\\\" , "" : "x\\\\\\"y" }\r\n';
    expect(decodeJson(types.map(types.string), text)).toEqual({ 'a"b': "é\n\\", "": 'x\\"y' });
  });

  test.each(["", "{", '"abc', '"a\nb"', '"\\x"', "[1,]", "01", "{a:1}", "null x", "[".repeat(100_000)])(
    "rejects invalid JSON %.20j",
    (text) => {
      expect(() => decodeJson(types.string, text)).toThrow(
        expect.objectContaining({ name: "ValueError", message: "the JSON text is invalid" }),
      );
    },
  );

  test("never quotes the text, which may have a secret", () => {
    expect(() => decodeJson(types.string, '"secret')).toThrow(/^the JSON text is invalid$/);
  });

  test("drops what is nested without end with its attribute", () => {
    const deep = "[".repeat(100_000) + "]".repeat(100_000);
    expect(decodeJson(types.object({}), `{"gone":${deep}}`)).toEqual({});
    expect(() => decodeJson(types.list(types.string), deep)).toThrow("[0]: a string is required");
  });

  test("accepts many sibling elements", () => {
    expect(decodeJson(types.list(types.bool), JSON.stringify(Array(1000).fill(true)))).toHaveLength(1000);
  });

  test("distinguishes attributes from properties of every JavaScript object", () => {
    const type = types.object({ constructor: types.string });
    expect(decodeJson(type, "{}")).toEqual({ constructor: null });
    const map = decodeJson(types.map(types.string), '{"__proto__":"x"}');
    expect(Object.entries(map ?? {})).toEqual([["__proto__", "x"]]);
  });

  test("drops duplicates from sets, and normalises strings and keys", () => {
    expect(decodeJson(types.set(types.string), '["e\u0301","\u00e9"]')).toEqual(["é"]);
    expect(decodeJson(types.map(types.bool), '{"e\u0301":true}')).toEqual({ é: true });
  });
});

describe("conforming what another version of the schema stored", () => {
  test("missing attributes are null and strange ones dropped, at every depth", () => {
    expect(decodeJson(host, '{"host":"a","gone":[1],"members":[{"id":"HT1","old":{}}]}')).toEqual({
      host: "a",
      paused: null,
      members: [{ id: "HT1", weight: null }],
    });
  });

  test.each([
    ["a number to a string", types.string, "1.50", "1.5"],
    ["a bool to a string", types.string, "true", "true"],
    ["a string to a number", types.number, '"12.50"', 12.5],
    ["true to a bool", types.bool, '"true"', true],
    ["1 to a bool", types.bool, '"1"', true],
    ["false to a bool", types.bool, '"false"', false],
    ["0 to a bool", types.bool, '"0"', false],
  ] as [string, Type, string, Value][])("converts %s", (_, type, text, value) => {
    expect(decodeJson(type, text)).toEqual(value);
  });

  test.each([
    ["a bool for a number", types.number, "true", "a number is required"],
    ["a number for a bool", types.bool, "1", "a bool is required"],
    ["a word for a number", types.number, '"one"', "a number is required"],
    ["a bool in capitals", types.bool, '"TRUE"', "a bool is required"],
    ["a string for a list", types.map(types.list(types.string)), '{"a":"x"}', '["a"]: a list is required'],
    ["a list for an object", types.list(host), "[[]]", "[0]: an object is required"],
    ["a list for a map", types.map(types.string), "[]", "a map is required"],
    ["an object for a string", types.string, "{}", "a string is required"],
    ["an object for a set", types.set(types.string), "{}", "a set is required"],
    ["an absurd number", types.number, '"1e999999999"', "a number from "],
    ["a large number for a string", types.string, "12345678901234567890", "a number from "],
  ] as [string, Type, string, string][])("refuses %s, and says where", (_, type, text, message) => {
    expect(() => decodeJson(type, text)).toThrow(message);
  });
});
