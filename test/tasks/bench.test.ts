import { execFile } from "node:child_process";
import { promisify } from "node:util";

describe("npm run bench", () => {
  it("prints a table for the start, and one for plans and applies", async () => {
    const args = ["src/tasks/run.mjs", "bench", "--hosts", "1", "--rounds", "1"];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    expect(stdout).toMatch(/\| plugin, to its handshake line \| [\d.]+ \| [\d.]+ \|/);
    // Three objects are made and three kinds read; terraform_data costs no request.
    expect(stdout).toMatch(/\| 1 \| apply \| [\d.]+ \| [\d.]+ \| [\d.]+ \| 3 \| \d+ \|/);
  }, 120_000);

  it("runs a part alone", async () => {
    const args = ["src/tasks/run.mjs", "bench", "--only", "start", "--rounds", "1"];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    expect(stdout).not.toContain("terraform_data");
  }, 60_000);
});
