import { inGroups, textOf } from "../../../src/tasks/test/groups";

describe("the groups of test files", () => {
  const plain = Array.from({ length: 23 }, (_, n) => ({ path: `test/a/${n}.test.ts`, text: "it()" }));
  const alone = [
    { path: "test/a/mocks.test.ts", text: 'jest.mock("node:fs")' },
    { path: "test/a/property.test.ts", text: 'import fc from "fast-check";' },
  ];

  it("have each file once, and at most ten", () => {
    const groups = inGroups([...alone, ...plain]);
    expect(groups.flat().sort()).toEqual([...plain, ...alone].map(({ path }) => path).sort());
    expect(groups.map(({ length }) => length)).toEqual([8, 8, 7, 1, 1]);
  });

  it("leave alone what replaces modules for the whole file, and properties", () => {
    expect(inGroups([...plain, ...alone]).slice(-2)).toEqual(alone.map(({ path }) => [path]));
  });

  it("name each file in the titles of its tests", () => {
    expect(textOf(["test/a/1.test.ts", "test/a/2.test.ts"])).toMatch(
      /^describe\("test\/a\/1\.test\.ts".*\ndescribe\("test\/a\/2\.test\.ts".*\n$/,
    );
  });
});
