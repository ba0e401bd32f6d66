import fc from "fast-check";
import { findingLooks } from "../../../../../src/cli/commands/drift/output/text";
import { rendered } from "../../../../../src/cli/commands/drift/run";
import { paintFor, plainScreen } from "../../../../../src/cli/output/terminal";
import { reportOf, reports } from "./arbitrary-report";

const host = { kind: "host", id: `HT${"1".repeat(32)}`, key: "192.0.2.1", name: "Mail" } as const;

const painted = (...args: Parameters<typeof paintFor>) => ({ ...plainScreen, paint: paintFor(...args) });
const wide = { ...plainScreen, wide: true };

describe("the report as a table", () => {
  it("holds nothing that a terminal acts on, and nothing that hides or turns text", () => {
    fc.assert(
      fc.property(reports, (report) => {
        const text = rendered(report, "table", plainScreen);
        expect(text.replace(/[\n\u200c\u200d]/g, "")).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
      }),
    );
  });

  it("has a line for each finding and for each attribute, whatever the texts", () => {
    fc.assert(
      fc.property(reports, (report) => {
        const lines = rendered(report, "table", wide).split("\n");
        for (const { id, type } of report.findings) {
          expect(
            lines.filter((line) => line.startsWith(`  ${findingLooks[type].label}`) && line.endsWith(id)),
          ).toHaveLength(1);
        }
        const below = report.findings.flatMap<unknown>((one) => {
          if (one.type === "repeated") return one.places;
          return one.type === "changed" ? one.attributes : [];
        });
        expect(lines.filter((line) => line.startsWith(" ".repeat(14)))).toHaveLength(below.length);
      }),
    );
  });

  it("shows the change of each value", () => {
    const attributes = [
      { name: "name", before: "Mail", after: "Post" },
      { name: "tags", before: ["a", "b"], after: ["b", "c"] },
      { name: "profile", before: "RP1", after: "RP2" },
      { name: "frequency", before: null, after: "weekly" },
      { name: "args", sensitive: true },
    ] as const;
    const changed = {
      type: "changed",
      ...host,
      address: "rblmonitor_host.mx",
      state: "s",
      attributes,
    } as const;
    const text = rendered(reportOf({ findings: [changed], names: { RP2: "Strict" } }), "table");
    expect(text).toContain('name       "Mail" → "Post"');
    expect(text).toContain('tags       − "a", + "c"');
    expect(text).toContain('profile    "RP1" → "Strict"');
    const long = rendered(reportOf({ findings: [changed], names: { RP2: "Strict" } }), "table", wide);
    expect(long).toContain('profile    "RP1" → RP2 ("Strict")');
    expect(text).toContain('frequency  none → "weekly"');
    expect(text).toContain("args       differs (sensitive)");
  });

  it("sums up in one line, with the requests and what is left of the hour", () => {
    const report = {
      ...reportOf({ findings: [{ type: "undeclared", ...host }] }),
      requests: { sent: 9, left: 981 },
    };
    expect(rendered(report, "table")).toContain(
      "0 declared: 0 changed, 0 missing; 1 unmanaged; 0 ignored. 9 requests sent, 981 left in this hour.",
    );
  });

  it("has colours on a terminal, and none where NO_COLOR asks for none", () => {
    const report = reportOf({ findings: [{ type: "undeclared", ...host }] });
    const terminal = { isTTY: true, write: () => true };
    expect(rendered(report, "table", painted(terminal, {}))).toContain("\u001b[32munmanaged");
    expect(rendered(report, "table", painted(terminal, { NO_COLOR: "1" }))).not.toContain("\u001b");
    expect(rendered(report, "table", painted({ ...terminal, isTTY: false }, {}))).not.toContain("\u001b");
  });

  it("says of thousands of changed elements only the first", () => {
    const members = Array.from({ length: 5_000 }, (_, n) => `host-${n}`);
    const attributes = [{ name: "members", before: members, after: [] }];
    const changed = { type: "changed", ...host, address: "a", state: "s", attributes } as const;
    const text = rendered(reportOf({ findings: [changed] }), "table");
    expect(text).toContain('− "host-9", and 4,990 more');
  });
});
