import { type Format, rendered } from "../../../../../src/cli/commands/drift/run";
import type { Finding } from "../../../../../src/cli/comparison/finding";
import { reportOf } from "./arbitrary-report";

const formats: readonly Format[] = ["table", "json", "markdown", "sarif", "junit"];

const member = (id: string, host: string) =>
  ({ kind: "host", id, key: host, member: host, address: "rblmonitor_host.net", state: "." }) as const;

const findings = [
  {
    type: "changed",
    ...member("HT1", "192.0.2.9"),
    attributes: [{ name: "paused", before: false, after: true }],
  },
  { type: "gone", ...member("HT2", "192.0.2.10") },
] as const satisfies readonly Finding[];

describe("A member of a subnet", () => {
  it.each(formats)("is named in a report as %s", (format) => {
    const report = rendered(reportOf({ findings }), format);
    for (const { key } of findings) expect(report).toContain(key);
  });

  it("has a fingerprint of its own in SARIF", () => {
    const fingerprints = rendered(reportOf({ findings }), "sarif").match(/(?<="finding\/v1": ")\w+/g);
    expect(new Set(fingerprints).size).toBe(2);
  });
});
