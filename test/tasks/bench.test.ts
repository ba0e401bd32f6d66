import { execFile } from "node:child_process";
import { promisify } from "node:util";

describe("npm run bench", () => {
  it("prints a table for the start, one for plans and applies, one for reading and one for synthesis", async () => {
    const args = [
      "src/tasks/run.mjs",
      "bench",
      "--hosts",
      "1",
      "--reads",
      "150",
      "--rounds",
      "1",
      "--size",
      "0.01",
    ];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    expect(stdout).toMatch(/\| plugin on Node \| [\d.]+ \| [\d.]+ \| [\d.]+ \| [\d.]+ \|/);
    // Three objects are made, and the list of each kind is read before; terraform_data costs no request.
    expect(stdout).toMatch(
      /\| 1 \| apply \| plugin on Node \| 1 \| [\d.]+ \| [\d.]+ \| [\d.]+ \| [\d.-]+ \| 6 \| \d+ \|/,
    );
    // Two pages of hosts and one each of profiles and groups, against 150 GETs.
    expect(stdout).toMatch(/\| `HostFleet` for all \| cdktn \| \d+ \| [\d.]+ \|/);
    expect(stdout).toMatch(/\| 150 \| 1 \| [\d.]+ \| 4 \| [\d.]+ \| 150 \| 38 \|/);
  });

  it("measures the hashing of the plugin, and runs a part alone", async () => {
    const args = ["src/tasks/run.mjs", "bench", "--only", "hashing", "--rounds", "1"];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    expect(stdout).toMatch(/\| plugin on Node \| [\d.]+ \| [\d.]+ \| -?[\d.]+ \| [\d.]+ \| [\d.]+ \|/);
    expect(stdout).not.toMatch(/\| apply \||HostFleet/);
  });
});
