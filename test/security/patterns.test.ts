import { readFileSync } from "node:fs";
import { globOf } from "../../src/cli/account/names";
import { readIgnoreRules, ruleFinder } from "../../src/cli/comparison/ignore";
import { oneLine } from "../../src/cli/output/text";
import { readBaseUrl } from "../../src/client/base-url";
import { matches } from "../../src/provider/data/filters";
import { apiVersionOf } from "../../src/service/api-version";
import { filesAt } from "../../src/tasks/files";

/** A pattern for which an expression with `.*` takes minutes, on the longest name that the service allows. */
const slowPattern = "*a*a*a*a*a*a*b";
const name = "a".repeat(255);

describe("a pattern that would take a regular expression minutes", () => {
  it("is compared in an ignore file", () => {
    const find = ruleFinder(readIgnoreRules(".rblmonitorignore", `host ${slowPattern}`));
    expect(find({ kind: "host", id: "HT", name })).toEqual([]);
  });

  it("is compared by --provider, pause and resume", () => {
    expect(globOf(slowPattern)(name)).toBe(false);
  });

  it("is compared by the filters of data sources", () => {
    expect(matches("name").accepts(slowPattern)(name)).toBe(false);
  });

  it("never becomes a regular expression: nothing builds one from input", async () => {
    const building = (await filesAt("src"))
      .filter((file) => /\.m?ts$/.test(file) && readFileSync(file, "utf8").includes("new RegExp("))
      // The scan of programs builds its expressions from its own tables; tasks read the project's own files.
      .filter((file) => !/^src\/(?:cli\/commands\/migrate\/scan|tasks)\//.test(file));
    // The syntax of HCL, a test's own expression, and the paths of the emulator's operations.
    expect(building).toEqual([
      "src/cli/project/configuration.ts",
      "src/emulator/faults.ts",
      "src/emulator/http/target.ts",
    ]);
  });
});

// Reading it again from each of its characters would take ten minutes.
describe("a text of two million characters", () => {
  const long = 2_000_000;

  it.each([
    ["blanks in a note", () => oneLine(`${" ".repeat(long)}x`).length, long + 1],
    [
      "slashes in a base URL",
      () => readBaseUrl(`https://api.example.com/${"/".repeat(long)}x`, false).path.length,
      long + 2,
    ],
    ["slashes before a version", () => apiVersionOf(`https://a${"/".repeat(long)}x`), undefined],
  ])("is read once: %s", (_name, read, expected) => {
    expect(read()).toBe(expected);
  });
});
