import { stripVTControlCharacters } from "node:util";
import { summaryText } from "../../../../src/cli/commands/report/output/terminal";
import type { Report } from "../../../../src/cli/commands/report/report";
import { paintFor, plainScreen } from "../../../../src/cli/output/terminal";
import { startEmulator } from "../../../../src/emulator/emulator";
import { commandRun } from "../drift/command";

async function demoReport(): Promise<Report> {
  const service = await startEmulator({ demo: true, limits: "off" });
  const { stdout } = await commandRun(service, ["report", "--json"]);
  await service.close();
  return JSON.parse(stdout) as Report;
}

describe("the report on a terminal", () => {
  let report: Report;
  beforeAll(async () => {
    report = await demoReport();
  });
  const now = () => Date.parse(report.read.to);
  const text = (width?: number) => summaryText(report, undefined, { ...plainScreen, width, now: now() });

  it("names the worst of each class, and the command that shows the rest", () => {
    expect(text()).toMatch(
      /^✗ 3 of 11 hosts are listed\.\n(?: {4}\S+ .*: listed by \S+, \d+ [hd]\n){3} {4}rblmonitor listings\n/,
    );
    expect(text()).toMatch(
      /\n {4}shop\.example\.com Shop: expired 2 days ago\n[\s\S]* {4}rblmonitor certificates\n/,
    );
    expect(text()).toMatch(/! 1 contact pending, .*\n {4}postmaster@example\.com \(pending\), /);
  });

  it("has no line that is wider than the terminal but sentences, and shortens nothing on a pipe", () => {
    for (const line of text(60)
      .split("\n")
      .filter((each) => each.startsWith("    ")))
      expect(line.length).toBeLessThanOrEqual(60);
    expect(text()).not.toContain("  …");
  });

  it("has marks that differ without colours", () => {
    const colours = {
      ...plainScreen,
      now: now(),
      paint: paintFor({ isTTY: true, write: () => undefined }, {}),
    };
    expect(stripVTControlCharacters(summaryText(report, undefined, colours))).toBe(text());
    const marks = new Set(report.summary.map(({ level }) => level));
    expect(new Set(text().match(/^[^\sA]/gm)).size).toBe(marks.size);
  });
});
