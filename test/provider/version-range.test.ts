import { versionRange } from "../../src/provider/version";

describe("the versions that a configuration asks for", () => {
  it.each([
    ["0.1.0", "~> 0.1"],
    ["0.12.3", "~> 0.12"],
    ["1.0.0", "~> 1.0"],
    ["2.34.5", "~> 2.34"],
  ])("written for %s, are %s", (version, range) => expect(versionRange(version)).toBe(range));

  it("are a pre-release alone, which Terraform never takes for a range", () => {
    expect(versionRange("1.0.0-rc.1")).toBe("1.0.0-rc.1");
  });
});
