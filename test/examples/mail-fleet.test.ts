import { readFile } from "node:fs/promises";
import type { TerraformWorkspace } from "../../src/tasks/real-terraform/workspace";
import { type Application, application, succeed } from "./application";

describe("the mail fleet example", () => {
  let app: Application;
  let workspace: TerraformWorkspace;

  beforeAll(async () => {
    app = await application("mail-fleet");
    workspace = await app.stack("mail-fleet");
  });
  afterAll(() => app.remove());

  const hosts = (): string[] => app.service.account.objects("host").map(({ host }) => host);

  it("uses addresses and names that are reserved for documentation", async () => {
    const code = await readFile("examples/mail-fleet/fleet.ts", "utf8");
    const addresses = code.match(/\d+\.\d+\.\d+\.\d+/g) ?? [];
    expect(addresses.length).toBeGreaterThan(5);
    for (const address of addresses) expect(address).toMatch(/^(192\.0\.2|198\.51\.100|203\.0\.113)\./);
    for (const name of code.match(/"[a-z.]+\.[a-z]+"/g) ?? [])
      expect(name).toMatch(/example\.(com|net|org)"$/);
  });

  it("is applied as declared, a subnet becoming its hosts", async () => {
    await succeed(workspace, "apply", "-auto-approve");
    expect(hosts()).toEqual(expect.arrayContaining(["192.0.2.11", "webmail.example.com"]));
    expect(hosts().filter((host) => host.startsWith("203.0.113.")).length).toBeGreaterThan(1);
  });

  it("plans nothing afterwards", () => succeed(workspace, "plan", "-detailed-exitcode"));

  it("is destroyed without leaving anything", async () => {
    await succeed(workspace, "destroy", "-auto-approve");
    expect(hosts()).toEqual([]);
  });
});
