import { types, typeToJson } from "../../../src/terraform/values/type";
import { typeFromJson } from "../../core/schema";

test.each([
  [types.string, '"string"'],
  [types.list(types.number), '["list","number"]'],
  [types.set(types.map(types.bool)), '["set",["map","bool"]]'],
  [types.object({ b: types.bool, a: types.string }), '["object",{"a":"string","b":"bool"}]'],
  [types.object({}), '["object",{}]'],
])("%j is written as Terraform writes it", (type, json) => {
  expect(JSON.stringify(typeToJson(type))).toBe(json);
  expect(typeFromJson(JSON.parse(json))).toEqual(type);
});

test("an attribute named __proto__ is an attribute", () => {
  const type = typeFromJson(JSON.parse('["object",{"__proto__":"string"}]'));
  expect(JSON.stringify(typeToJson(type))).toBe('["object",{"__proto__":"string"}]');
});
