import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { withSection } from "../../src/tasks/bench/report";

const bench = (...args: string[]) =>
  promisify(execFile)(process.execPath, ["src/tasks/run.mjs", "bench", "--rounds", "1", ...args]);

describe("npm run bench", () => {
  it("prints a table for the start, and one for plans and applies", async () => {
    const { stdout } = await bench("--hosts", "1");
    expect(stdout).toMatch(/\| plugin on Node \| [\d.]+ \| [\d.]+ \| [\d.]+ \| [\d.]+ \|/);
    // Three objects are created, and the list of each kind is read before; terraform_data costs no request.
    expect(stdout).toMatch(
      /\| 1 \| apply \| plugin on Node \| 1 \| [\d.]+ \| [\d.]+ \| [\d.]+ \| [\d.-]+ \| 6 \| \d+ \|/,
    );
  });

  it("runs a part alone", async () => {
    const { stdout } = await bench("--only", "start");
    expect(stdout).toContain("to the handshake");
    expect(stdout).not.toContain("| apply |");
  });

  it("replaces one section of BENCHMARKS.md, and keeps all else", async () => {
    const text = await readFile("BENCHMARKS.md", "utf8");
    const written = ["start", "plans"].reduce((now, part) => withSection(now, part, ["$& of", part]), text);
    const headings = (page: string) => page.match(/^#.*/gm);
    expect(headings(written)).toEqual(headings(text));
    expect(written).toContain("## start\n\n$& of\nstart\n\n## plans\n\n$& of\nplans\n\n## next to");
    expect(written.split("## next to")[1]).toBe(text.split("## next to")[1]);
    expect(() => withSection(text, "bridge", [])).toThrow('no section "bridge"');
  });
});
