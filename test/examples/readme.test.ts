import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { type Emulator, startEmulator } from "../../src/emulator/emulator";
import { providerSchemaJson } from "../../src/provider/schema-json";
import type { ProviderSchemas } from "../../src/tasks/real-terraform/json";
import { type TerraformWorkspace, terraformWorkspace } from "../../src/tasks/real-terraform/workspace";
import { expectShown, openTerminal, type Page, readPage } from "../docs/terminal";
import { projectWith } from "../lib/consumer-project";
import { planJson } from "../shown-json";

const inMirror = { TF_CLI_CONFIG_FILE: resolve("dist/mirror/terraform.rc") };

describe("the README", () => {
  let page: Page;
  let readme: string;
  let service: Emulator;
  let workspace: TerraformWorkspace;

  beforeAll(async () => {
    page = await readPage("README.md");
    readme = page.text;
  });
  beforeEach(async () => {
    service = await startEmulator();
  });
  afterEach(async () => {
    await workspace?.remove();
    await service.close();
  });

  const block = (language: string, containing: string, of: Page = page): string => {
    const [found = "", ...others] = of.blocks(language).filter((code) => code.includes(containing));
    expect([found === "", others]).toEqual([false, []]);
    return found;
  };
  const succeed = async (...args: string[]): Promise<void> => {
    expect(await workspace.run(...args)).toMatchObject({ code: 0 });
  };

  const unattended = (script: string): string =>
    script.replaceAll("terraform apply", "terraform apply -auto-approve");

  it("declares in HCL what is installed from the mirror, applied as it says, then planned empty, and imported by its SID", async () => {
    const files = { "main.tf": block("hcl", 'resource "rblmonitor_host"') };
    workspace = await terraformWorkspace({ files, account: service, environment: inMirror });
    await succeed("init");
    const { code, stdout } = await workspace.run("apply", "-auto-approve", "-no-color");
    expect(code).toBe(0);
    expectShown(block("text", "Plan: 4 to add"), stdout);
    await succeed("plan", "-detailed-exitcode");
    expect(service.account.objects("host").map(({ host }) => host)).toEqual(["192.0.2.1"]);
    const [group, contact] = ["contact_group", "contact"].map((kind) => `rblmonitor_${kind}`);
    for (const kind of [group, contact]) expect(files["main.tf"]).toContain(`resource "${kind}"`);
    expect(service.account.objects("contact").map((each) => each.contact)).toEqual(["mail-team@example.com"]);

    // An existing object is imported by its SID, as the guide says.
    await succeed("state", "rm", "rblmonitor_host.mx");
    const [host] = service.account.objects("host");
    const guide = await readPage("docs/guides/importing-an-account.md");
    const bySid = block("hcl", "import {", guide.section("Import by name or SID"));
    await workspace.write("import.tf", bySid.replace(/HT[0-9a-f]{32}/, `${host?.id}`));
    const { resource_changes: changes = [] } = await planJson(workspace);
    expect(changes.map(({ change }) => change.actions.join())).toEqual(["no-op", "no-op", "no-op", "no-op"]);
    await succeed("apply", "-auto-approve");
    expect(service.account.objects("host").length).toBe(1);
  });

  it("starts quickly as it says, from the repository", async () => {
    const terminal = await openTerminal();
    try {
      const quickStart = page.section("Quick start");
      const [build = "", settings = "", terraform = ""] = quickStart.blocks("sh");
      expect(build.split("\n")).toEqual(["npm run build", "dist/cli/rblmonitor emulator", ""]);
      await terminal.run(`mkdir repository && ln -s "${resolve("dist")}" repository/dist && cd repository`);
      await terminal.run(settings);
      await terminal.write("main.tf", quickStart.block("hcl"));
      expectShown(quickStart.block("text"), await terminal.run(unattended(terraform)));
    } finally {
      await terminal.close();
    }
  });

  it("shows what adopt, drift and review print", async () => {
    const terminal = await openTerminal("--demo");
    try {
      const shown = page.section("Existing accounts, drift and review");
      const [emulator = "", adopt = "", apply = "", drift = "", review = ""] = shown.blocks("sh");
      const [adopted = "", drifted = "", reviewed = ""] = shown.blocks("text");
      expect(emulator).toBe("dist/cli/rblmonitor emulator --demo\n");
      expectShown(adopted, await terminal.run(adopt));
      expect(await terminal.run(unattended(apply))).toMatch(
        /[1-9]\d* imported, 0 added, 0 changed, 0 destroyed/,
      );
      expectShown(drifted, await terminal.run(drift, 2));

      const hosts = await terminal.read("hosts.tf");
      await terminal.write(
        "hosts.tf",
        hosts.replace(/^resource "rblmonitor_host" "newsletter" \{\n(?:.*\n)*?\}\n/m, ""),
      );
      expectShown(reviewed, await terminal.run(review));
    } finally {
      await terminal.close();
    }
  });

  it.each([
    ["cdktf", "rblmonitor"],
    ["cdktn", "rblmonitor/cdktn"],
  ])(
    "declares with %s, in a program that node runs as it stands, what is applied",
    async (library, constructs) => {
      const project = await projectWith([library, "constructs", "rblmonitor"]);
      const program = block("ts", "new App()")
        .replace('"cdktn"', `"${library}"`)
        .replace('"rblmonitor/cdktn"', `"${constructs}"`);
      expect(program).toContain(`from "${constructs}"`);
      await project.write("main.mjs", program);
      expect(await project.node("main.mjs")).toBe("");

      // Whoever tried the HCL before has its host.
      service.account.add("host", { host: "192.0.2.1" });
      const folder = join(project.folder, "cdktf.out", "stacks", "web");
      workspace = await terraformWorkspace({ folder, account: service, environment: inMirror });
      await succeed("init");
      await succeed("apply", "-auto-approve");
      await succeed("plan", "-detailed-exitcode");
      const hosts = service.account.objects("host").map(({ host }) => host);
      expect(hosts.sort()).toEqual(["192.0.2.1", "192.0.2.11", "192.0.2.12", "example.com"]);
      await project.remove();
    },
  );

  it("has at most 1,500 words, and says what happens when within its first half", () => {
    expect(readme.split(/\s+/).length).toBeLessThanOrEqual(1_500);
    expect(readme.indexOf("## What happens when")).toBeLessThan(readme.length / 2);
  });

  it("names the package as it is packed", async () => {
    const { name, version } = JSON.parse(await readFile("package.json", "utf8"));
    expect(block("sh", "npm install cdktn ")).toContain(` ../${name}-${version}.tgz\n`);
  });

  it("names tasks and programs that are there", async () => {
    const { scripts } = JSON.parse(await readFile("package.json", "utf8")) as {
      scripts: Record<string, string>;
    };
    const pages = readme + (await readFile("CONTRIBUTING.md", "utf8"));
    const named = [...pages.matchAll(/npm (?:run )?([\w-]*\w)/g)]
      .map(([, task]) => `${task}`)
      .filter((task) => !["ci", "init", "install", "pack", "run"].includes(task));
    expect(named.length).toBeGreaterThan(8);
    for (const task of named) expect(Object.keys(scripts)).toContain(task);
    for (const [path] of pages.matchAll(/(dist|examples)\/[\w./-]*\w/g)) {
      await expect(readFile(path).catch((error) => error.code)).resolves.not.toBe("ENOENT");
    }
  });

  it("links to a page that lists every setting of the provider, and no other", async () => {
    expect(readme).toContain("](docs/index.md)");
    const settings = await readFile("docs/index.md", "utf8");
    const listed = [...settings.matchAll(/^- `(\w+)` \(/gm)].map(([, name]) => name);
    const [provider] = Object.values((providerSchemaJson() as ProviderSchemas).provider_schemas);
    expect([...listed].sort()).toEqual(Object.keys(provider?.provider?.block.attributes ?? {}).sort());
  });

  it("prints the variables that the emulator prints", async () => {
    const { stdout } = await promisify(execFile)(resolve("dist/cli/rblmonitor"), ["emulator", "--help"]);
    expect(stdout).toContain("--data <file>");
    const variables = page
      .section("Authentication")
      .block("sh")
      .match(/^export \w+/gm);
    expect(variables).toEqual(
      ["BASE_URL", "LEGACY_BASE_URL", "ACCOUNT_SID", "AUTH_TOKEN"].map((name) => `export RBLMONITOR_${name}`),
    );
  });
});
