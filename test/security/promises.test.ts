import { existsSync, readFileSync } from "node:fs";

describe("SECURITY.md", () => {
  it("names tests that there are for its promises", () => {
    const named = [...readFileSync("SECURITY.md", "utf8").matchAll(/`(test\/[^`]+)`/g)].map(
      ([, file = ""]) => file,
    );
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((file) => !existsSync(file))).toEqual([]);
  });
});
