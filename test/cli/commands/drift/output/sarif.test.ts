import fc from "fast-check";
import type { Report } from "../../../../../src/cli/commands/drift/drift";
import { rendered } from "../../../../../src/cli/commands/drift/run";
import { reportOf, reports } from "./arbitrary-report";

interface Sarif {
  readonly version: string;
  readonly runs: readonly [
    {
      readonly tool: {
        readonly driver: {
          readonly rules: readonly { readonly id: string; readonly defaultConfiguration: object }[];
        };
      };
      readonly invocations: readonly [{ readonly toolExecutionNotifications: readonly object[] }];
      readonly results: readonly Result[];
    },
  ];
}

interface Result {
  readonly ruleId: string;
  readonly ruleIndex: number;
  readonly level: string;
  readonly message: { readonly text: string };
  readonly locations: readonly [
    {
      readonly physicalLocation: { readonly artifactLocation: { readonly uri: string } };
      readonly logicalLocations: readonly [{ readonly fullyQualifiedName: string }];
    },
  ];
  readonly partialFingerprints: Readonly<Record<string, string>>;
}

const sarif = (report: Report) => JSON.parse(rendered(report, "sarif")) as Sarif;
const levels = { changed: "warning", gone: "error", repeated: "error", undeclared: "note" };

describe("the report in SARIF", () => {
  it("has a result for each finding, of its rule and level, in a place that is a reference", () => {
    fc.assert(
      fc.property(reports, (report) => {
        const { version, runs } = sarif(report);
        const [{ tool, results, invocations }] = runs;
        expect(version).toBe("2.1.0");
        expect(results).toHaveLength(report.findings.length);
        expect(invocations[0].toolExecutionNotifications).toHaveLength(report.notes.length);
        for (const [index, { ruleId, ruleIndex, level, message, locations }] of results.entries()) {
          const { type } = report.findings[index] as Report["findings"][number];
          expect([ruleId, level]).toEqual([`rblmonitor/${type}`, levels[type]]);
          expect(tool.driver.rules[ruleIndex]).toMatchObject({ id: ruleId, defaultConfiguration: { level } });
          expect(message.text).not.toBe("");
          const [{ physicalLocation, logicalLocations }] = locations;
          expect(physicalLocation.artifactLocation.uri).toMatch(/^[\w./:%~!*'()-]+$/);
          expect(typeof logicalLocations[0].fullyQualifiedName).toBe("string");
        }
      }),
    );
  });

  it("has a fingerprint for each finding, which stays when its values change", () => {
    const mx = {
      kind: "host",
      id: `HT${"1".repeat(32)}`,
      address: "rblmonitor_host.mx",
      state: "s",
    } as const;
    const changed = (after: string) =>
      ({ type: "changed", ...mx, attributes: [{ name: "name", before: "a", after }] }) as const;
    const prints = (report: Report) => sarif(report).runs[0].results.map((one) => one.partialFingerprints);
    const [first] = prints(reportOf({ findings: [changed("b")] }));
    expect(prints(reportOf({ findings: [changed("c")] }))).toEqual([first]);
    expect(prints(reportOf({ findings: [{ type: "gone", ...mx }] }))).not.toEqual([first]);
    fc.assert(
      fc.property(reports, (report) => {
        const all = prints(report).map((one) => JSON.stringify(one));
        expect(new Set(all).size).toBe(report.findings.length);
      }),
    );
  });

  it.each([
    ["states/a b#?.json", "states/a%20b%23%3F.json"],
    ["/srv/état.json", "file:///srv/%C3%A9tat.json"],
    ["standard input", "terraform.tfstate"],
  ])("places what %s declares at %s", (state, uri) => {
    const gone = { type: "gone", kind: "host", id: "HT1", address: "rblmonitor_host.mx", state } as const;
    const [result] = sarif(reportOf({ findings: [gone] })).runs[0].results;
    expect(result?.locations[0]).toMatchObject({
      physicalLocation: { artifactLocation: { uri } },
      logicalLocations: [{ fullyQualifiedName: "rblmonitor_host.mx" }],
    });
  });
});
