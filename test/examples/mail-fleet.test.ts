import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { type Emulator, startEmulator } from "../../src/emulator/emulator";
import { type TerraformWorkspace, terraformWorkspace } from "../../src/tasks/terraform/workspace";

describe("the mail fleet example", () => {
  let out: string;
  let service: Emulator;
  let workspace: TerraformWorkspace;

  beforeAll(async () => {
    out = await mkdtemp(join(tmpdir(), "mail-fleet-"));
    service = await startEmulator();
    const app = resolve("dist/examples/mail-fleet/main.js");
    const env = { ...process.env, CDKTF_OUTDIR: out };
    await promisify(execFile)(process.execPath, [app], { cwd: out, env });
    const folder = join(out, "stacks", "mail-fleet");
    workspace = await terraformWorkspace({ folder, plugin: { mirror: "dist/mirror" }, account: service });
    await workspace.run("init");
  }, 60_000);
  afterAll(async () => {
    await service.close();
    await workspace.remove();
    await rm(out, { recursive: true, force: true });
  });

  const hosts = (): string[] => service.account.objects("host").map(({ host }) => host);
  const succeed = async (...args: string[]): Promise<void> => {
    expect(await workspace.run(...args)).toMatchObject({ code: 0 });
  };

  it("uses addresses and names that are reserved for documentation", async () => {
    const code = await readFile("examples/mail-fleet/fleet.ts", "utf8");
    const addresses = code.match(/\d+\.\d+\.\d+\.\d+/g) ?? [];
    expect(addresses.length).toBeGreaterThan(5);
    for (const address of addresses) expect(address).toMatch(/^(192\.0\.2|198\.51\.100|203\.0\.113)\./);
    for (const name of code.match(/"[a-z.]+\.[a-z]+"/g) ?? [])
      expect(name).toMatch(/example\.(com|net|org)"$/);
  });

  it("is applied as declared, a subnet becoming its hosts", async () => {
    await succeed("apply", "-auto-approve");
    expect(hosts()).toEqual(expect.arrayContaining(["192.0.2.11", "webmail.example.com"]));
    expect(hosts().filter((host) => host.startsWith("203.0.113.")).length).toBeGreaterThan(1);
  }, 60_000);

  it("plans nothing afterwards", () => succeed("plan", "-detailed-exitcode"), 60_000);

  it("is destroyed without leaving anything", async () => {
    await succeed("destroy", "-auto-approve");
    expect(hosts()).toEqual([]);
  }, 60_000);
});
