import fc from "fast-check";
import { Decimal } from "../../../src/terraform/values/decimal";
import { decodeJson, encodeJson } from "../../../src/terraform/values/json";
import { type Type, types } from "../../../src/terraform/values/type";
import { Dynamic, unknown, type Value } from "../../../src/terraform/values/value";
import { known } from "./arbitrary";

const host = types.object({
  host: types.string,
  paused: types.bool,
  members: types.list(types.object({ id: types.string, weight: types.number })),
});

test("every known value survives encoding and decoding", () => {
  fc.assert(
    fc.property(known, fc.boolean(), ({ type, value }, conform) => {
      expect(decodeJson(type, encodeJson(type, value), { conform })).toEqual(value);
    }),
    { numRuns: 1000 },
  );
});

test("every known value has JSON that JSON.parse accepts", () => {
  fc.assert(
    fc.property(known, ({ type, value }) => {
      expect(() => JSON.parse(encodeJson(type, value))).not.toThrow();
    }),
  );
});

describe("encoding", () => {
  test.each([
    [types.number, new Decimal("12345678901234567890.5"), "12345678901234567890.5"],
    [types.number, 1e21, "1000000000000000000000"],
    [types.object({ b: types.bool, a: types.string }), { b: true, a: null }, '{"a":null,"b":true}'],
    [types.dynamic, new Dynamic(types.list(types.bool), [true]), '{"value":[true],"type":["list","bool"]}'],
    [types.dynamic, null, "null"],
    [types.map(types.bool), { b: true, a: false }, '{"a":false,"b":true}'],
    [types.map(types.string), { "e\u0301": "e\u0301" }, '{"é":"é"}'],
  ] as [Type, Value, string][])("a %j as Terraform stores it", (type, value, text) => {
    expect(encodeJson(type, value)).toBe(text);
  });

  test.each([
    ["an unknown", types.map(types.string), { url: unknown }, '["url"]: an unknown value has no JSON form'],
    ["infinity", types.list(types.number), [Number.POSITIVE_INFINITY], "[0]: a finite number is required"],
    ["a missing attribute", types.object({ a: types.bool }), {}, "a: the attribute is missing"],
    ["a strange attribute", types.object({}), { a: true }, "a: there is no such attribute"],
    ["a value of another type", types.set(types.bool), ["true"], "[0]: a bool is required"],
    ["a value that is undefined", types.string, undefined as never, "a string is required"],
    ["a tuple of another length", types.tuple([types.bool]), [], "a tuple of length 1 is required"],
    ["a bare value for a dynamic one", types.dynamic, "a", "a value with its type is required"],
  ] as [string, Type, Value, string][])("%s is refused, and it says where", (_, type, value, message) => {
    expect(() => encodeJson(type, value)).toThrow(message);
  });
});

describe("decoding", () => {
  test.each([
    ["9007199254740993", "9007199254740993"],
    ["0.1000000000000000055", "0.1000000000000000055"],
    ["1e30", "1000000000000000000000000000000"],
    ["-12345678901234567890", "-12345678901234567890"],
  ])("keeps every digit of %s", (text, plain) => {
    expect(encodeJson(types.number, decodeJson(types.number, text))).toBe(plain);
  });

  test("takes white space, escapes and escaped quotes", () => {
    const text = '\n{ "a\\"b" :\t"\\u00e9\\n\\\\" , "" : "x\\\\\\"y" }\r\n';
    expect(decodeJson(types.map(types.string), text)).toEqual({ 'a"b': "é\n\\", "": 'x\\"y' });
  });

  test("reads JSON exactly as JSON.parse does", () => {
    fc.assert(
      fc.property(fc.json(), fc.string(), fc.nat(), (json, noise, at) => {
        for (const text of [json, json.slice(0, at % json.length) + noise + json.slice(at % json.length)]) {
          const outcome = succeeds(() => decodeJson(types.object({}), `{"any":${text}}`, { conform: true }));
          expect(outcome).toBe(succeeds(() => JSON.parse(`{"any":${text}}`)));
        }
      }),
      { numRuns: 1000 },
    );
  });

  test.each([
    ["{", "ends too early"],
    ['{"a"', "ends too early"],
    ['"abc', "ends too early"],
    ['"a\nb"', "invalid JSON at position 0"],
    ['"\\x"', "invalid JSON at position 0"],
    ["[1,]", "invalid JSON at position 3"],
    ["01", "invalid JSON at position 1"],
    ["tru", "invalid JSON at position 0"],
    ["{a:1}", "invalid JSON at position 1"],
    ["[1 2]", "invalid JSON at position 3"],
    ["null x", "invalid JSON at position 5"],
    ["[".repeat(100_000), "nested too deeply"],
  ])("rejects invalid JSON %.20j", (text, message) => {
    expect(() => decodeJson(types.dynamic, text)).toThrow(message);
    expect(() => decodeJson(types.dynamic, text)).toThrow(expect.objectContaining({ name: "ValueError" }));
  });

  test("refuses a value nested without end", () => {
    let type: Type = types.string;
    for (let level = 0; level < 1000; level++) type = types.list(type);
    expect(() => decodeJson(type, "[".repeat(1000) + "]".repeat(1000))).toThrow(
      "nested more than 500 levels deep",
    );
  });

  test("accepts many sibling elements", () => {
    expect(decodeJson(types.list(types.bool), JSON.stringify(Array(1000).fill(true)))).toHaveLength(1000);
  });

  test("distinguishes attributes from properties of every JavaScript object", () => {
    const type = types.object({ constructor: types.string });
    expect(decodeJson(type, "{}", { conform: true })).toEqual({ constructor: null });
    const map = decodeJson(types.map(types.string), '{"__proto__":"x"}');
    expect(Object.entries(map ?? {})).toEqual([["__proto__", "x"]]);
  });

  test("drops duplicates from sets, and normalises strings and keys", () => {
    expect(decodeJson(types.set(types.string), '["e\u0301","\u00e9"]')).toEqual(["é"]);
    expect(decodeJson(types.map(types.bool), '{"e\u0301":true}')).toEqual({ é: true });
  });

  test.each([
    ["a missing attribute", '{"host":"a","paused":true}', "members: the attribute is missing"],
    [
      "a strange attribute",
      '{"host":"a","paused":true,"members":null,"x":1}',
      "x: there is no such attribute",
    ],
    [
      "a number as text",
      '{"host":"a","paused":true,"members":[{"id":"x","weight":"5"}]}',
      "members[0].weight: a number",
    ],
    ["text as a number", '{"host":5,"paused":true,"members":null}', "host: a string is required"],
    ["a bool as text", '{"host":"a","paused":"true","members":null}', "paused: a bool is required"],
  ])("is strict by default: refuses %s", (_, text, message) => {
    expect(() => decodeJson(host, text)).toThrow(message);
  });
});

describe("conforming what another version of the schema stored", () => {
  const conform = (type: Type, text: string): Value => decodeJson(type, text, { conform: true });

  test("missing attributes are null and strange ones dropped, at every depth", () => {
    expect(conform(host, '{"host":"a","gone":[1],"members":[{"id":"HT1","old":{}}]}')).toEqual({
      host: "a",
      paused: null,
      members: [{ id: "HT1", weight: null }],
    });
  });

  test.each([
    ["a number to a string", types.string, "1.50", "1.50"],
    ["a bool to a string", types.string, "true", "true"],
    ["a string to a number", types.number, '"12345678901234567890"', new Decimal("12345678901234567890")],
    ["true to a bool", types.bool, '"true"', true],
    ["1 to a bool", types.bool, '"1"', true],
    ["false to a bool", types.bool, '"false"', false],
    ["0 to a bool", types.bool, '"0"', false],
    [
      "the inside of a dynamic value",
      types.dynamic,
      '{"value":"1","type":"number"}',
      new Dynamic(types.number, 1),
    ],
  ] as [string, Type, string, Value][])("converts %s", (_, type, text, value) => {
    expect(conform(type, text)).toEqual(value);
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
    ["a tuple of another length", types.tuple([types.bool]), "[]", "a tuple of length 1 is required"],
    ["a dynamic value without a type", types.dynamic, '{"value":1}', "a value with its type is required"],
    [
      "a dynamic value with more",
      types.dynamic,
      '{"value":1,"type":"number","x":1}',
      "a value with its type",
    ],
    [
      "a dynamic value of a strange type",
      types.dynamic,
      '{"value":1,"type":5}',
      "a type is a string or an array",
    ],
    ["an absurd number", types.number, "1e999999999", "too large"],
  ] as [string, Type, string, string][])("refuses %s, and says where", (_, type, text, message) => {
    expect(() => conform(type, text)).toThrow(message);
  });
});

function succeeds(action: () => unknown): boolean {
  try {
    action();
    return true;
  } catch {
    return false;
  }
}
