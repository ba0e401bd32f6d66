import fc from "fast-check";
import { rendered } from "../../../../../src/cli/commands/drift/run";
import { reports } from "./arbitrary-report";

describe("the report as JSON", () => {
  it("says exactly what was found, and holds nothing that a terminal acts on", () => {
    fc.assert(
      fc.property(reports, (report) => {
        const text = rendered(report, "json");
        const { declared, ignored, states, ...reported } = report;
        const wanted = { version: 1, ...reported, states: states.map(({ name }) => name) };
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(wanted)));
        expect(text.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
      }),
    );
  });
});
