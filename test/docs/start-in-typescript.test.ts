import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type FreshMachine, freshMachine } from "../cli/commands/init/fresh-machine";
import { readPage } from "./terminal";

jest.setTimeout(600_000);

const guide = readFileSync("docs/guides/start-in-typescript.md", "utf8");
const [emulate = "", four = "", templates = "", ...others] = [
  ...guide.matchAll(/^```shell\n(.*?)^```/gms),
].map(([, commands]) => `${commands}`);

// GNU tar packs what the test's registry serves.
(process.platform === "linux" ? describe : describe.skip)("the guide to start in TypeScript", () => {
  let machine: FreshMachine;
  beforeAll(async () => {
    machine = await freshMachine();
  });
  afterAll(() => machine.remove());

  it("has four commands that lead from an empty folder to an applied stack", async () => {
    expect(others).toEqual([]);
    expect(four.trim().split("\n")).toHaveLength(4);
    expect(readdirSync(machine.folder)).toEqual([]);
    expect(await machine.run(four)).toContain("Apply complete! Resources: 4 added");
    const { account } = machine.service;
    expect(account.objects("host").map(({ host }) => host)).toEqual(["192.0.2.25"]);
    expect(account.objects("contact").map(({ contact }) => contact)).toEqual(["postmaster@example.com"]);
  });

  it("names every file of the project, and tests that pass", async () => {
    const files = readdirSync(machine.folder).filter(
      (name) => !/^(node_modules|dist|cdktf\.out|package-lock|\.)/.test(name),
    );
    for (const file of files) expect(guide).toContain(`\`${file.replace(/-\d.*tgz$/, "-….tgz")}`);
    // The guide to testing has the tests of another file.
    const further = (await readPage("docs/guides/testing.md")).section("Test what a stack declares");
    writeFileSync(join(machine.folder, "senders.test.ts"), further.block("typescript"));
    // What Node prints of tests to a pipe has another form since Node 23.
    const mark = Number.parseInt(process.versions.node, 10) < 23 ? "#" : "ℹ";
    expect((await machine.run("npm test")).split("\n")).toContain(`${mark} pass 3`);
  });

  it("offers templates and an emulator as it says", async () => {
    await machine.run(templates);
    expect(readFileSync(join(machine.folder, "../in-cdktf/main.ts"), "utf8")).toContain('from "cdktf";');
    expect(readdirSync(join(machine.folder, "../in-hcl"))).toContain("main.tf");
    const printed = await machine.run(
      `setsid ${emulate.trim()} --port 0 > printed &
       until grep -q AUTH_TOKEN printed; do sleep 0.1; done
       kill -- -$!
       cat printed`,
    );
    expect(printed).toMatch(/^export RBLMONITOR_BASE_URL=/m);
  });
});
