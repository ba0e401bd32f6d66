import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { type Emulator, startEmulator } from "../../src/emulator/emulator";
import { providerSchemaJson } from "../../src/provider/schema-json";
import type { ProviderSchemas } from "../../src/tasks/terraform/json";
import { type TerraformWorkspace, terraformWorkspace } from "../../src/tasks/terraform/workspace";
import { projectWith } from "../lib/consumer-project";

const inMirror = { TF_CLI_CONFIG_FILE: resolve("dist/mirror/terraform.rc") };

describe("the README", () => {
  let readme: string;
  let service: Emulator;
  let workspace: TerraformWorkspace;

  beforeAll(async () => {
    readme = await readFile("README.md", "utf8");
  });
  beforeEach(async () => {
    service = await startEmulator();
  });
  afterEach(async () => {
    await workspace?.remove();
    await service.close();
  });

  /** The code blocks of a language. */
  const blocks = (language: string): string[] =>
    [...readme.matchAll(/^```(\w+)\n(.*?)^```/gms)]
      .filter((block) => block[1] === language)
      .map((block) => `${block[2]}`);
  const block = (language: string, containing: string): string => {
    const [found = "", ...others] = blocks(language).filter((code) => code.includes(containing));
    expect([found === "", others]).toEqual([false, []]);
    return found;
  };
  const succeed = async (...args: string[]): Promise<void> => {
    expect(await workspace.run(...args)).toMatchObject({ code: 0 });
  };

  it("declares in HCL what is installed from the mirror, applied, and then planned empty", async () => {
    const files = { "main.tf": block("hcl", 'resource "rblmonitor_host"') };
    workspace = await terraformWorkspace({ files, account: service, environment: inMirror });
    await succeed("init");
    await succeed("apply", "-auto-approve");
    await succeed("plan", "-detailed-exitcode");
    expect(service.account.objects("host").map(({ host }) => host)).toEqual(["192.0.2.1"]);
  }, 60_000);

  it("takes over what exists already, as it says", async () => {
    const declared = block("hcl", 'resource "rblmonitor_host"');
    workspace = await terraformWorkspace({
      files: { "main.tf": declared },
      account: service,
      environment: inMirror,
    });
    await succeed("init");
    await succeed("apply", "-auto-approve");
    await succeed("state", "rm", "rblmonitor_host.mx");
    const [host] = service.account.objects("host");
    await workspace.write("import.tf", block("hcl", "import {").replace(/HT[0-9a-f]{32}/, `${host?.id}`));
    const { resource_changes: changes = [] } = await workspace.planJson();
    expect(changes.map(({ change }) => change.actions.join())).toEqual(["no-op", "no-op", "no-op"]);
    await succeed("apply", "-auto-approve");
    expect(service.account.objects("host").length).toBe(1);
  }, 60_000);

  it.each([
    ["cdktf", "cdktf-provider-rblmonitor"],
    ["cdktn", "cdktf-provider-rblmonitor/cdktn"],
  ])(
    "declares with %s, in a program that node runs as it stands, what is applied",
    async (library, constructs) => {
      const project = await projectWith([library, "constructs", "cdktf-provider-rblmonitor"]);
      const program = block("ts", "new App()")
        .replace('"cdktf"', `"${library}"`)
        .replace('"cdktf-provider-rblmonitor"', `"${constructs}"`);
      await project.write("main.mjs", program);
      expect(await project.node("main.mjs")).toBe("");

      // Whoever tried the HCL before has its host.
      service.account.add("host", { host: "192.0.2.1" });
      const folder = join(project.folder, "cdktf.out", "stacks", "monitoring");
      workspace = await terraformWorkspace({ folder, account: service, environment: inMirror });
      await succeed("init");
      await succeed("apply", "-auto-approve");
      await succeed("plan", "-detailed-exitcode");
      const hosts = service.account.objects("host").map(({ host }) => host);
      expect(hosts.sort()).toEqual(["192.0.2.1", "192.0.2.11", "192.0.2.12", "example.com"]);
      await project.remove();
    },
    60_000,
  );

  it("names the package as it is packed", async () => {
    const { name, version } = JSON.parse(await readFile("package.json", "utf8"));
    expect(block("sh", "npm install cdktf ")).toContain(` ../${name}-${version}.tgz\n`);
  });

  it("names tasks and programs that are there", async () => {
    const { scripts } = JSON.parse(await readFile("package.json", "utf8")) as {
      scripts: Record<string, string>;
    };
    const named = [...readme.matchAll(/npm (?:run )?(\w+)/g)]
      .map(([, task]) => `${task}`)
      .filter((task) => !["init", "install", "pack"].includes(task));
    expect(named.length).toBeGreaterThan(8);
    for (const task of named) expect(Object.keys(scripts)).toContain(task);
    for (const [path] of readme.matchAll(/(dist|examples)\/[\w./-]*\w/g)) {
      await expect(readFile(path).catch((error) => error.code)).resolves.not.toBe("ENOENT");
    }
  });

  it("lists every setting of the provider, and no other", () => {
    const listed = [...readme.matchAll(/^\| `(\w+)` +\|/gm)].map(([, name]) => name);
    const [provider] = Object.values((providerSchemaJson() as ProviderSchemas).provider_schemas);
    expect([...listed].sort()).toEqual(Object.keys(provider?.provider?.block.attributes ?? {}).sort());
  });

  it("prints the variables that the emulator prints", async () => {
    const { stdout } = await promisify(execFile)(resolve("dist/cli/rblmonitor"), ["emulator", "--help"]);
    expect(stdout).toContain("--data <file>");
    const variables = block("sh", "export RBLMONITOR_BASE_URL").match(/^export \w+/gm);
    expect(variables).toEqual(
      ["BASE_URL", "LEGACY_BASE_URL", "ACCOUNT_SID", "AUTH_TOKEN"].map((name) => `export RBLMONITOR_${name}`),
    );
  });
});
