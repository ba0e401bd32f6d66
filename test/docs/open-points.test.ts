import { readFileSync } from "node:fs";
import { settingTable } from "../../src/emulator/settings";

describe("the open points", () => {
  const [points = "", experiments = ""] = readFileSync("docs/design/open-points.md", "utf8").split(
    "## Verify a point",
  );
  const rows = [...experiments.matchAll(/^\| \[(\d+)\]\(#\1\) \| (.*?) ?\| (.+) \|$/gm)];

  it("have an experiment each", () => {
    const numbers = [...points.matchAll(/<a id="(\d+)">/g)].map(([, number]) => number);
    expect(rows.map(([, number]) => number)).toEqual(numbers);
    expect(numbers.length).toBeGreaterThan(30);
  });

  it("name the settings of the emulator that show their forms", () => {
    const shown = rows.flatMap(([, number, settings = ""]) =>
      [...settings.matchAll(/`(\w+)`/g)].map(([, setting]) => `${setting} ${number}`),
    );
    const expected = Object.entries(settingTable).flatMap(([setting, { openPoint }]) =>
      openPoint === undefined ? [] : [`${setting} ${openPoint}`],
    );
    expect(shown.sort()).toEqual(expected.sort());
  });
});
