import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { demoSteps, runDemo } from "../../src/tasks/demo";
import { realCore } from "../real-core";

const shown = demoSteps.flatMap(({ commands }) => commands.map(({ command }) => command.join(" ")));

describe("the account of `rblmonitor emulator --demo`", () => {
  it("shows something to act on in report, listings, certificates, drift and review, in a short demo", async () => {
    const folder = await mkdtemp(join(tmpdir(), "demo-"));
    let text = "";
    try {
      // Each step checks its output.
      await runDemo(folder, (printed) => {
        text += printed;
      });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
    for (const command of ["report", "listings", "certificates", "drift", "review"])
      expect(shown.some((line) => line.startsWith(`rblmonitor ${command}`))).toBe(true);
    // Commands are shown with the name of the program that ran.
    const program = realCore().program === "OpenTofu" ? "tofu" : "terraform";
    expect(new Set(text.match(/^\$ (?:terraform|tofu)(?= )/gm))).toEqual(new Set([`$ ${program}`]));
    expect(text.split("\n").length).toBeLessThan(150);
    expect(text).not.toMatch(/at .*\.ts:\d+|undefined|\[object/);
  });

  it("is described in the guide to testing by the titles of its steps", async () => {
    const guide = await readFile(join(__dirname, "../../docs/guides/testing.md"), "utf8");
    for (const { title } of demoSteps) expect(guide).toContain(title);
  });
});
