import { readdirSync } from "node:fs";
import { dirname } from "node:path";
import { type CoreResult, compatibilityTable, coreTests } from "../../../src/tasks/test/cores";

const result = (version: string, ...skipped: string[]): CoreResult => ({
  version,
  report: {
    numPassedTests: 12,
    numFailedTests: 1,
    testResults: [
      {
        assertionResults: [
          { fullName: "functions are called (needs provider functions: Terraform 1.8)", status: "passed" },
          ...skipped.map((fullName) => ({ fullName, status: "pending" })),
        ],
      },
    ],
  },
});

describe("the table of versions", () => {
  it("says what the skipped tests of each need", () => {
    const needs = "(needs write-only attributes: Terraform 1.11, OpenTofu 1.11)";
    const table = compatibilityTable([
      result(
        "Terraform 1.5.7",
        `a secret ${needs}`,
        `another ${needs}`,
        "a call (needs actions: Terraform 1.14)",
      ),
      result("OpenTofu 1.12.6", "a call (needs actions: Terraform 1.14)"),
    ]);
    expect(table.split("\n").map((line) => line.replace(/ +/g, " "))).toEqual([
      "| Version | Passed | Failed | Lacks |",
      expect.stringMatching(/^\| -+ \| -+ \| -+ \| -+ \|$/),
      "| Terraform 1.5.7 | 12 | 1 | actions, write-only attributes |",
      "| OpenTofu 1.12.6 | 12 | 1 | nothing |",
      "",
    ]);
  });

  it("comes from tests that exist", () => {
    const missing = coreTests.filter(
      (path) =>
        !readdirSync(dirname(path)).some(
          (file) =>
            path.endsWith(file.replace(/\.test\.ts$/, "")) || `${dirname(path)}/${file}`.startsWith(path),
        ),
    );
    expect(missing).toEqual([]);
  });
});
