import fc from "fast-check";
import { types } from "../../../src/terraform/values/type";
import { typeFromJson, typeToJson } from "../../../src/terraform/values/type-json";
import { anyType } from "./arbitrary";

test.each([
  [types.string, '"string"'],
  [types.dynamic, '"dynamic"'],
  [types.list(types.number), '["list","number"]'],
  [types.set(types.map(types.bool)), '["set",["map","bool"]]'],
  [types.object({ b: types.bool, a: types.string }), '["object",{"a":"string","b":"bool"}]'],
  [types.tuple([types.string, types.number]), '["tuple",["string","number"]]'],
  [types.tuple([]), '["tuple",[]]'],
  [types.object({}), '["object",{}]'],
])("%j is written as Terraform writes it", (type, json) => {
  expect(JSON.stringify(typeToJson(type))).toBe(json);
  expect(typeFromJson(JSON.parse(json))).toEqual(type);
});

test("every type survives encoding and decoding, with any attribute names", () => {
  fc.assert(
    fc.property(anyType, (type) => {
      const json = JSON.stringify(typeToJson(type));
      expect(JSON.stringify(typeToJson(typeFromJson(JSON.parse(json))))).toBe(json);
      expect(typeFromJson(JSON.parse(json))).toEqual(type);
    }),
  );
});

test("an attribute named __proto__ is an attribute", () => {
  const type = typeFromJson(JSON.parse('["object",{"__proto__":"string"}]'));
  expect(JSON.stringify(typeToJson(type))).toBe('["object",{"__proto__":"string"}]');
});

test("the optional attributes of an object type are dropped", () => {
  expect(typeFromJson(["object", { a: "string" }, ["a"]])).toEqual(types.object({ a: types.string }));
});

test.each([
  ["a name that is not a type", "text", '"text" is not a type'],
  ["a kind that has no parts", ["string", "string"], '"string" is not a kind of type with parts'],
  ["an array that is too short", ["list"], "two elements"],
  ["an array that is too long", ["list", "string", "string"], "two elements"],
  ["a tuple without an array", ["tuple", { a: "string" }], "an array in JSON"],
  ["an object type without an object", ["object", ["string"]], "an object in JSON"],
  ["a number", 5, "a string or an array"],
  ["null inside", ["list", null], "a string or an array"],
])("%s is refused", (_, json, message) => {
  expect(() => typeFromJson(json)).toThrow(message);
});

test("a type nested without end is refused", () => {
  const json = JSON.parse(`${'["list",'.repeat(100_000)}"string"${"]".repeat(100_000)}`);
  expect(() => typeFromJson(json)).toThrow("nested more than 500 levels deep");
});
