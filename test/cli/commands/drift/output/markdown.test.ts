import fc from "fast-check";
import { markdown } from "../../../../../src/cli/commands/drift/output/text";
import { rendered } from "../../../../../src/cli/commands/drift/run";
import type { Finding } from "../../../../../src/cli/comparison/finding";
import { maxComment } from "../../../../../src/cli/output/markdown";
import { reportOf, reports } from "./arbitrary-report";

/** The texts that the report itself writes; all others come from elsewhere. */
const ours = /<!-- rblmonitor drift -->|<\/?(?:code|details|summary)>|<br>|&#\d+;/g;

const hosts = (count: number): Finding[] =>
  Array.from({ length: count }, (_, n) => ({
    type: "undeclared",
    kind: "host",
    id: `HT${String(n).padStart(32, "0")}`,
    key: `mail-${n}.example.com`,
  }));

describe("the report as a comment on a pull request", () => {
  it("holds no markup, mention or link but its own, whatever the texts", () => {
    fc.assert(
      fc.property(reports, (report) => {
        const text = rendered(report, "markdown").replace(ours, "·");
        expect(text).not.toMatch(/[<>@`*_~[\]\\&$!]|www\.|https?:/i);
        expect(text).not.toMatch(/[^\P{C}\n\u200c\u200d]/u);
      }),
    );
  });

  it("has a row of four cells for each finding, whatever the texts", () => {
    fc.assert(
      fc.property(reports, (report) => {
        const rows = rendered(report, "markdown")
          .split("\n")
          .filter((line) => /^\| (changed|missing|repeated|unmanaged) /.test(line));
        expect(rows).toHaveLength(report.findings.length);
        for (const row of rows) expect(row.split("|")).toHaveLength(6);
      }),
    );
  });

  it.each([
    ["@octocat see #1", "&#64;&#8203;octocat see &#35;&#8203;1"],
    ["gh-12 and group/project!7", "gh-&#8203;12 and group/project&#33;&#8203;7"],
    ["in 25680de6.", "in 25680d&#8203;e6."],
    ["decades and HT55ccdc5b, 1234567890", "decades and HT55ccdc5b, 123456&#8203;7890"],
  ])("creates no mentions and links in notes, which are not code: %s", (note, inert) => {
    const text = rendered(reportOf({ findings: [], notes: [{ text: note }] }), "markdown");
    expect(text).toContain(`- ${inert}\n`);
  });

  it("folds what a long table has after its first rows", () => {
    expect(rendered(reportOf({ findings: hosts(20) }), "markdown")).not.toContain("<details>");
    expect(rendered(reportOf({ findings: hosts(21) }), "markdown")).toContain(
      "<details><summary>1 more</summary>\n\n| |",
    );
  });

  it("fits into a comment, and counts what it leaves out", () => {
    const notes = Array.from({ length: 200 }, (_, n) => ({ text: `<note> ${n} ${"x@".repeat(900)}` }));
    const findings = [
      ...hosts(900),
      ...hosts(5).map((one) => ({ ...one, kind: "contact_group" }) as Finding),
    ];
    const text = markdown(reportOf({ findings, notes }), maxComment);
    expect(rendered(reportOf({ findings, notes }), "markdown")).not.toContain("findings are left out");
    expect(text.length).toBeLessThanOrEqual(65_536);
    expect(text.length).toBeGreaterThan(55_000);
    const rows = text.split("\n").filter((line) => line.startsWith("| unmanaged")).length;
    expect(text).toContain(`**${905 - rows} of 905 findings are left out**`);
    expect(text).toMatch(/- \d+ more notes are left out\./);
    expect(text.match(/<details>/g)).toHaveLength((text.match(/<\/details>/g) ?? []).length);
  });

  it("keeps missing and changed objects of all kinds, and sums up the rest by kind", () => {
    const ofKind = (kind: string, type: string, count: number) =>
      hosts(count).map(
        (one, n) =>
          ({
            ...one,
            kind,
            type,
            address: `rblmonitor_${kind}.n${n}`,
            state: "s",
            attributes: [],
          }) as unknown as Finding,
      );
    const findings = [
      ...ofKind("host", "undeclared", 5_000),
      ...ofKind("contact", "undeclared", 700),
      ...ofKind("contact_group", "gone", 25),
      ...ofKind("contact_group", "changed", 30),
    ];
    const text = markdown(reportOf({ findings }), maxComment);
    expect(text.length).toBeLessThanOrEqual(65_536);
    expect(text.match(/^\| missing /gm)).toHaveLength(25);
    expect(text.match(/^\| changed /gm)).toHaveLength(30);
    const shown = (text.match(/^\| unmanaged /gm) ?? []).length;
    const [, leftHosts, leftContacts] =
      /hosts: ([\d,]+) unmanaged[\s\S]*contacts: ([\d,]+) unmanaged/.exec(text) ?? [];
    const left = [leftHosts, leftContacts].map((count) => Number(count?.replace(",", "")));
    expect((left[0] ?? 0) + (left[1] ?? 0)).toBe(5_700 - shown);
  });

  it("says that there is no drift", () => {
    expect(rendered(reportOf({ findings: [] }), "markdown")).toContain("### No drift\n");
  });
});
