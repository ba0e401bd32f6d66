import { stripVTControlCharacters } from "node:util";
import type { Report } from "../../../../src/cli/commands/report/account-report";
import { summaryText } from "../../../../src/cli/commands/report/output/text";
import { paintFor, plainScreen } from "../../../../src/cli/output/terminal";
import { startEmulator } from "../../../../src/emulator/emulator";
import { commandRun } from "../drift/command";
import { fillExtreme, talkative } from "./accounts";
import { reportOn } from "./report-of";

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
      /\n {4}shop\.example\.com Shop: expired 2 days ago\n[\s\S]* {4}and 1 more: rblmonitor certificates\n/,
    );
    expect(text()).toMatch(/! 1 contact pending, .*\n {4}postmaster@example\.com \(pending\), /);
  });

  it("counts what it does not name", async () => {
    const extreme = summaryText(await reportOn(fillExtreme, talkative), undefined, plainScreen);
    expect(extreme).toMatch(
      /^✗ 37 of 47 hosts are listed\.\n(?: {4}\S+ .*\n){3} {4}and 34 more: rblmonitor listings\n/,
    );
    expect(extreme).toMatch(
      /\n {4}person0@example\.com \(pending\), .*, and 7 more\n {4}rblmonitor contacts list\n/,
    );
  });

  it("leads from paused objects to their resumption", async () => {
    const extreme = summaryText(await reportOn(fillExtreme, talkative), undefined, plainScreen);
    expect(extreme).toMatch(
      /\n {4}198\.51\.100\.0 \(host paused\), .*\n {4}rblmonitor resume '\*' --kind host\n/,
    );
  });

  it("has no line that is wider than the terminal but sentences and commands, and shortens nothing on a pipe", () => {
    for (const line of text(60)
      .split("\n")
      .filter((each) => each.startsWith("    ") && !each.includes("rblmonitor resume")))
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
