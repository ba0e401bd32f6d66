import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { legacyCalls } from "../../src/legacy/calls";
import { eventTypes } from "../../src/webhooks/events";

let guide: string;
beforeAll(async () => {
  guide = await readFile(join(__dirname, "../../docs/guides/operations-of-3.0.md"), "utf8");
});

describe("the operations of version 3.0", () => {
  it("names every operation of version 3.0 with what has replaced it", () => {
    const rows = guide.match(/^\| .+ \| `(?:GET|POST) \/[^`]+` \| `[A-Z]+ \/[^`]+` \|/gm);
    const expected = legacyCalls.map(
      ({ name, legacy, current }) =>
        `| ${name} | \`${legacy.method} ${legacy.path}\` | \`${current.method} ${current.path}\` |`,
    );
    expect([...(rows ?? [])].sort()).toEqual([...expected].sort());
    expect(expected).toHaveLength(36);
  });

  it("names every parameter of every operation, with its replacement if there is one", () => {
    for (const call of legacyCalls) {
      const row = guide.split("\n").find((line) => line.startsWith(`| ${call.name} | `)) ?? "";
      const cell = row.split(" | ")[3] ?? "";
      const named = [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name);
      const expected = [...call.query, ...Object.keys(call.body)];
      expect([call.name, named.sort()]).toEqual([call.name, expected.sort()]);
      if (expected.length === 0) expect(cell).toMatch(/^none/);
    }
  });

  it("counts the events that are new as they are", () => {
    const count = (prefix: string) => eventTypes.filter((type) => type.startsWith(prefix)).length;
    expect([count("cert."), count("agent.")]).toEqual([7, 2]);
    expect(guide).toContain("Seven events of certificates: ");
    expect(guide).toContain("Two events of agents: ");
  });

  it.each(["`total_listed` stays", "`profile` and `contact_group` are required", "`EV`"])(
    "says that %s",
    (words) => {
      expect(guide).toContain(words);
    },
  );
});
