import { readFileSync } from "node:fs";
import { cutChangelog } from "../../src/tasks/release/cut";

const heading = "# Changelog\n\n";
const unreleased = "## [Unreleased]\n\n- Provider: costs $1 & $& less.\n- Another.\n";
const earlier = "## [0.1.0] - 2026-01-31\n\n- Provider: the first.\n";

describe("cutting a changelog", () => {
  it("turns Unreleased into the section of the version, with a new empty one", () => {
    expect(cutChangelog(heading + unreleased, "0.2.0", "2026-10-20")).toBe(
      `${heading}## [Unreleased]\n\n## [0.2.0] - 2026-10-20\n\n- Provider: costs $1 & $& less.\n- Another.\n`,
    );
  });

  it("leaves the sections below as they are", () => {
    const cut = cutChangelog(`${heading}${unreleased}\n${earlier}`, "0.2.0", "2026-10-20");
    expect(cut.endsWith(`- Another.\n\n${earlier}`)).toBe(true);
  });

  it.each([
    ["there is nothing in it", `${heading}## [Unreleased]\n\n${earlier}`],
    ["there is no such section", heading + earlier],
  ])("fails when %s", (_, changelog) => {
    expect(() => cutChangelog(changelog, "0.2.0", "2026-10-20")).toThrow("has no unreleased changes");
  });

  it("fails when the version has a section already", () => {
    expect(() => cutChangelog(`${heading}${unreleased}\n${earlier}`, "0.1.0", "2026-10-20")).toThrow(
      "has a section of 0.1.0 already",
    );
  });
});

describe("the changelog", () => {
  const sections = readFileSync("CHANGELOG.md", "utf8").split(/^## /m).slice(1);

  it("has the form of Keep a Changelog", () => {
    expect(sections[0]).toMatch(/^\[Unreleased\]\n/);
    for (const section of sections.slice(1))
      expect(section).toMatch(/^\[\d+\.\d+\.\d+\](?: - \d{4}-\d\d-\d\d)?\n/);
    const groups = sections.flatMap((section) =>
      [...section.matchAll(/^### (.*)$/gm)].map(([, name]) => name),
    );
    const known = ["Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"];
    expect(groups.filter((name) => !known.includes(`${name}`))).toEqual([]);
  });

  it("lists the features of the first version in about twenty lines, all of them under Added", () => {
    const first = sections.find((section) => section.startsWith("[0.1.0]")) ?? "";
    expect(first.match(/^### .*$/gm)).toEqual(["### Added"]);
    const lines = first.split("\n").filter((line) => line.startsWith("- "));
    expect(lines.length).toBeGreaterThan(15);
    expect(lines.length).toBeLessThanOrEqual(25);
  });
});
