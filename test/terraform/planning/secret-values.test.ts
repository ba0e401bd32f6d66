import { secretValues } from "../../../src/terraform/planning/secret-values";
import { map, nestedList, number, string } from "../../../src/terraform/schema/shapes";
import { unknown } from "../../../src/terraform/values/value";

const attributes = {
  name: string().required(""),
  token: string().optional("").sensitive(),
  args: map(string()).optional("").sensitive(),
  code_wo: number().optional("").writeOnly(),
  keys: nestedList({ id: string().computed(""), key: string().computed("").sensitive() }).computed(""),
};

it("an object may have any number of secrets", () => {
  const args = Object.fromEntries(Array.from({ length: 300_000 }, (_, n) => [`a${n}`, `secret ${n}`]));
  expect(secretValues(attributes, { args })).toHaveLength(300_000);
});

it("the secrets of an object are its sensitive and write-only texts and numbers, also in nested objects", () => {
  const keys = [
    { id: "1", key: "a key" },
    { id: "2", key: null },
  ];
  const object = { name: "n", token: "a token", args: { user: "u", list: unknown }, code_wo: 42, keys };
  expect(secretValues(attributes, object)).toEqual(["a token", "u", "42", "a key"]);
  expect(secretValues(attributes, { name: "n", token: unknown, keys: unknown })).toEqual([]);
});
