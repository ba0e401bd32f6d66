import { pathText } from "../../../src/terraform/values/path";

test.each([
  [[], ""],
  [[{ attribute: "tags" }], "tags"],
  [[{ attribute: "members" }, { index: 0 }, { attribute: "host" }], "members[0].host"],
  [[{ attribute: "args" }, { key: "url" }], 'args["url"]'],
  [[{ attribute: "args" }, { key: 'a"b' }, { attribute: "x" }], 'args["a\\"b"].x'],
])("a path reads as in Terraform's language: %j", (path, text) => {
  expect(pathText(path)).toBe(text);
});
