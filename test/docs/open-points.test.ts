import { readFileSync } from "node:fs";
import { settingTable } from "../../src/emulator/settings";

describe("the open points", () => {
  const [points = "", experiments = ""] = readFileSync("docs/design/open-points.md", "utf8").split(
    "## Verify a point",
  );
  const rows = [...experiments.matchAll(/^\| (?:\[(\d+)\]\(#\1\)|other) \| (?:`(\w+)`)? ?\| .+ \|$/gm)];

  it("have an experiment each", () => {
    const numbers = [...points.matchAll(/<a id="(\d+)">/g)].map(([, number]) => number);
    expect([...new Set(rows.map(([, number]) => number))]).toEqual([...numbers, undefined]);
    expect(numbers.length).toBeGreaterThan(30);
  });

  it("name the settings of the emulator that show their forms, each once", () => {
    const shown = rows.flatMap(([, , setting]) => setting ?? []);
    expect(shown.sort()).toEqual(Object.keys(settingTable).sort());
  });

  it("have a setting each that a service shows", () => {
    const without = rows.filter(([, , setting]) => setting === undefined).map(([, number]) => Number(number));
    // 13 is `random`, 23 the given credentials, 24 and 31 the limits, 27 the plan and the allowed addresses. 28, 30 and 39
    // are always so: flags in any spelling, counts, and aliases.
    expect(without).toEqual([13, 23, 24, 27, 28, 30, 31, 39]);
  });
});
