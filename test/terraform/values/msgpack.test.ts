import fc from "fast-check";
import { decodeMsgpack, encodeMsgpack } from "../../../src/terraform/values/msgpack";
import { type Type, types } from "../../../src/terraform/values/type";
import { Unknown, unknown, type Value } from "../../../src/terraform/values/value";
import { partlyUnknown } from "./arbitrary";

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");
const bytes = (text: string): Buffer => Buffer.from(text.replaceAll(" ", ""), "hex");
const ascii = (text: string): string => hex(Buffer.from(text));
const refined = (refinements: string): Unknown => new Unknown(Uint8Array.from(bytes(refinements)));

/** Values and the bytes go-cty has for them, derived from its encoder and its round trip table. */
const vectors: [string, Type, Value, string][] = [
  ["a string", types.string, "hello", `a5${ascii("hello")}`],
  ["an empty string", types.string, "", "a0"],
  ["a string of 31 bytes", types.string, "x".repeat(31), `bf${ascii("x".repeat(31))}`],
  ["a string of 32 bytes", types.string, "x".repeat(32), `d920${ascii("x".repeat(32))}`],
  ["a string of 256 bytes", types.string, "x".repeat(256), `da0100${ascii("x".repeat(256))}`],
  ["a string of 65536 bytes", types.string, "x".repeat(65536), `db00010000${ascii("x".repeat(65536))}`],
  ["a string beyond ASCII", types.string, "é€𝄞", "a9c3a9e282acf09d849e"],
  ["true", types.bool, true, "c3"],
  ["false", types.bool, false, "c2"],
  ["null", types.string, null, "c0"],
  ["0", types.number, 0, "00"],
  ["127", types.number, 127, "7f"],
  ["128", types.number, 128, "cc80"],
  ["256", types.number, 256, "cd0100"],
  ["65536", types.number, 65536, "ce00010000"],
  ["2^32", types.number, 2 ** 32, "cf0000000100000000"],
  ["2^53 - 1", types.number, 2 ** 53 - 1, "cf001fffffffffffff"],
  ["-1", types.number, -1, "ff"],
  ["-32", types.number, -32, "e0"],
  ["-33", types.number, -33, "d0df"],
  ["-129", types.number, -129, "d1ff7f"],
  ["-32769", types.number, -32769, "d2ffff7fff"],
  ["-2147483649", types.number, -2147483649, "d3ffffffff7fffffff"],
  ["-2^53 + 1", types.number, 1 - 2 ** 53, "d3ffe0000000000001"],
  ["0.8, which binary cannot say", types.number, 0.8, `a3${ascii("0.8")}`],
  ["an unknown", types.string, unknown, "d40000"],
  ["an unknown that is not null", types.string, refined("8101c2"), "c7030c8101c2"],
  [
    "an unknown with a prefix",
    types.string,
    refined(`8102a4${ascii("foo-")}`),
    `c7070c8102a4${ascii("foo-")}`,
  ],
  ["an unknown number from 0 to 1", types.number, refined("82039200c3049201c3"), "c7090c82039200c3049201c3"],
  ["an unknown list of one or two", types.list(types.string), refined("8205010602"), "c7050c8205010602"],
  ["a refinement of four bytes", types.string, refined("8109c0c0"), "d60c8109c0c0"],
  ["a list", types.list(types.string), ["hello"], `91a5${ascii("hello")}`],
  ["an empty list", types.list(types.string), [], "90"],
  ["a list of an unknown", types.list(types.string), [unknown], "91d40000"],
  ["a list of 16", types.list(types.bool), Array(16).fill(true), `dc0010${"c3".repeat(16)}`],
  ["a list of 65536", types.list(types.bool), Array(65536).fill(true), `dd00010000${"c3".repeat(65536)}`],
  ["a set of null", types.set(types.string), [null], "91c0"],
  ["a map", types.map(types.string), { greeting: "hello" }, `81a8${ascii("greeting")}a5${ascii("hello")}`],
  ["an empty map", types.map(types.string), {}, "80"],
  ["an object", types.object({ b: types.bool, a: types.string }), { b: true, a: null }, "82a161c0a162c3"],
  ["an empty object", types.object({}), {}, "80"],
];

test.each(vectors)(
  "%s is the bytes that go-cty writes, and comes back from them",
  (_, type, value, expected) => {
    expect(hex(encodeMsgpack(type, value))).toBe(expected);
    expect(decodeMsgpack(type, bytes(expected))).toEqual(value);
  },
);

test("a fraction that go-cty writes as a float is written as a text, which go-cty reads", () => {
  expect(hex(encodeMsgpack(types.number, 0.5))).toBe(`a3${ascii("0.5")}`);
});

test("every value of every type comes back as it was", () => {
  fc.assert(
    fc.property(partlyUnknown, ({ type, value }) => {
      expect(decodeMsgpack(type, encodeMsgpack(type, value))).toEqual(value);
    }),
    { numRuns: 1000 },
  );
});

describe("decoding", () => {
  test.each([
    ["a float that is exact", types.number, "cb3fe0000000000000", 0.5],
    ["a float of 32 bits", types.number, "ca3f000000", 0.5],
    ["a float that is an integer", types.number, "cb408f400000000000", 1000],
    ["minus zero", types.number, "cb8000000000000000", 0],
    ["an integer as text", types.number, `a3${ascii("1.0")}`, 1],
    ["a number as binary", types.number, "c4023135", 15],
    ["a wide small integer", types.number, "cf0000000000000005", 5],
    ["a negative wide small integer", types.number, "d3fffffffffffffffb", -5],
    ["a string as binary", types.string, "c4026162", "ab"],
    ["a decomposed letter", types.string, "a365cc81", "é"],
    ["a decomposed letter in a key", types.map(types.bool), "81a365cc81c3", { é: true }],
    ["a set with an element twice", types.set(types.string), "93a161a162a161", ["a", "b"]],
    ["an extension of another code", types.string, "c7010500", unknown],
    ["an extension of no length", types.string, "c7000c", unknown],
    ["refinements that say nothing", types.string, "d40c80", unknown],
    ["refinements that this library does not know", types.string, "d50c9100", refined("9100")],
    [
      "attributes in another order",
      types.object({ a: types.bool, b: types.bool }),
      "82a162c2a161c3",
      { a: true, b: false },
    ],
  ] as [string, Type, string, Value][])("takes %s", (_, type, encoded, value) => {
    expect(decodeMsgpack(type, bytes(encoded))).toEqual(value);
  });

  test("does not take 0.1 in binary for 0.1", () => {
    expect(() => decodeMsgpack(types.number, bytes("cb3fb999999999999a"))).toThrow("fewer digits");
    expect(decodeMsgpack(types.number, bytes(`a3${ascii("0.1")}`))).toBe(0.1);
  });

  test("returns objects and maps without inherited names", () => {
    const map = decodeMsgpack(types.map(types.string), bytes(`81a9${ascii("__proto__")}a178`));
    for (const name of ["toString", "constructor", "hasOwnProperty"])
      expect(name in (map as object)).toBe(false);
    expect(Object.entries(map ?? {})).toEqual([["__proto__", "x"]]);
  });

  const host = types.object({ host: types.string, tags: types.list(types.object({ name: types.string })) });
  test.each([
    ["a missing attribute", host, `81a4${ascii("host")}a178`, "tags: the attribute is missing"],
    ["a strange attribute", host, `81a8${ascii("toString")}c0`, "toString: there is no such attribute"],
    ["an attribute that comes twice", types.object({ a: types.bool }), "82a161c3a161c3", "a key comes twice"],
    ["a key twice in a map", types.map(types.number), "82a16101a16102", "a key comes twice"],
    [
      "another type, deep inside",
      host,
      `82a4${ascii("tags")}9281a4${ascii("name")}c081a4${ascii("name")}05a4${ascii("host")}c0`,
      "tags[1].name: a string is required",
    ],
    ["another type in a map", types.map(types.bool), "81a16105", '["a"]: a bool is required'],
    ["a string that is not a number", types.number, `a3${ascii("one")}`, "a number is required"],
    ["not a number", types.number, "cb7ff8000000000000", "a number is required"],
    ["a list for a map", types.map(types.bool), "90", "a map is required"],
    ["a map for a list", types.list(types.bool), "80", "a list is required"],
    ["a map for an object", types.set(types.bool), "80", "a set is required"],
    ["a key that is not a string", types.map(types.bool), "8105c3", "a key that is a string is required"],
    ["a dynamic value", types.string, `92c408${ascii('"string"')}a161`, "a string is required"],
    ["2^53", types.number, "cf0020000000000000", "a number from -9007199254740991 to 9007199254740991"],
    ["-2^63", types.number, "d38000000000000000", "a number from -9007199254740991 to 9007199254740991"],
    ["2^64, a text", types.number, `b4${ascii("18446744073709551616")}`, "a number from -9007199254740991"],
    [
      "a float beyond the safe integers",
      types.number,
      "cb43e0000000000000",
      "a number from -9007199254740991",
    ],
    ["infinity", types.number, "cb7ff0000000000000", "a number is required"],
    ["text that is not UTF-8", types.string, `d93c${"ff".repeat(60)}`, "not valid UTF-8"],
    ["short text that is not UTF-8", types.string, "a2c328", "not valid UTF-8"],
    ["the code that msgpack never uses", types.string, "c1", "a string is required"],
    ["bytes after the value", types.string, "a0a0", "bytes follow the value"],
    ["no bytes", types.string, "", "the bytes end before the value does"],
    ["a cut string", types.string, "a56865", "the bytes end before the value does"],
    ["a cut integer", types.number, "cd01", "the bytes end before the value does"],
    ["a cut extension", types.string, "c7ff0c81", "the bytes end before the value does"],
    [
      "a list longer than the bytes",
      types.list(types.bool),
      "ddffffffff",
      "the bytes end before the value does",
    ],
    [
      "a map longer than the bytes",
      types.map(types.bool),
      "df7fffffff",
      "the bytes end before the value does",
    ],
    ["a string longer than the bytes", types.string, "dbffffffff61", "the bytes end before the value does"],
  ] as [string, Type, string, string][])("refuses %s, and says where", (_, type, encoded, message) => {
    expect(() => decodeMsgpack(type, bytes(encoded))).toThrow(
      expect.objectContaining({ name: "ValueError" }),
    );
    expect(() => decodeMsgpack(type, bytes(encoded))).toThrow(message);
  });

  test("has the path as steps", () => {
    const encoded = bytes(`81a4${ascii("args")}81a3${ascii("url")}c3`);
    expect(() => decodeMsgpack(types.object({ args: types.map(types.string) }), encoded)).toThrow(
      expect.objectContaining({ path: [{ attribute: "args" }, { key: "url" }] }),
    );
  });

  test("never quotes the value, which may be a secret", () => {
    const secret = bytes(`a6${ascii("secret")}`);
    expect(() => decodeMsgpack(types.number, secret)).toThrow(/^a number is required$/);
  });

  test("keeps refinements when the bytes they came in are used again", () => {
    const encoded = bytes("c7050c8109c4017f");
    const value = decodeMsgpack(types.string, encoded);
    encoded.fill(0);
    expect(value).toEqual(refined("8109c4017f"));
  });

  test("returns a value or a clear error for any bytes", () => {
    const cuts = fc.tuple(
      partlyUnknown,
      fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 }))),
      fc.nat(),
    );
    fc.assert(
      fc.property(cuts, fc.uint8Array(), fc.boolean(), ([{ type, value }, changes, cut], random, isCut) => {
        const mutated = Uint8Array.from(encodeMsgpack(type, value));
        for (const [at, byte] of changes) mutated[at % mutated.length] = byte;
        valueOrError(type, isCut ? mutated.subarray(0, cut % mutated.length) : mutated);
        valueOrError(type, random);
      }),
      { numRuns: 2000 },
    );
  });
});

describe("encoding", () => {
  const host = types.object({ host: types.string });
  test.each([
    ["a missing attribute", host, {}, "host: the value is missing"],
    ["a strange attribute", host, { host: "a", ghost: "b" }, "ghost: there is no such attribute"],
    [
      "an attribute that only the prototype has",
      types.object({ toString: types.string }),
      {},
      "toString: a string is required",
    ],
    [
      "a value of another type",
      types.list(host),
      [{ host: "a" }, { host: 5 }],
      "[1].host: a string is required",
    ],
    [
      "a value that is undefined",
      types.list(types.string),
      [undefined as never],
      "[0]: the value is missing",
    ],
    ["a string for a bool", types.bool, "true", "a bool is required"],
    ["NaN", types.number, Number.NaN, "a number from -9007199254740991"],
    ["a string for a set", types.set(types.string), "a", "a set is required"],
    ["a list for a map", types.map(types.string), ["a"], "a map is required"],
    ["a number that no plan can have", types.number, 2 ** 53, "a number from -9007199254740991"],
  ] as [string, Type, Value, string][])("refuses %s, and says where", (_, type, value, message) => {
    expect(() => encodeMsgpack(type, value)).toThrow(message);
  });

  test("normalises strings and keys", () => {
    expect(hex(encodeMsgpack(types.map(types.string), { "e\u0301": "e\u0301" }))).toBe("81a2c3a9a2c3a9");
  });

  test("writes maps in the order of their keys", () => {
    expect(hex(encodeMsgpack(types.map(types.bool), { b: true, a: false }))).toBe("82a161c2a162c3");
  });
});

function valueOrError(type: Type, encoded: Uint8Array): void {
  try {
    const value = decodeMsgpack(type, encoded);
    expect(decodeMsgpack(type, encodeMsgpack(type, value))).toEqual(value);
  } catch (error) {
    expect(error).toMatchObject({ name: "ValueError" });
  }
}
