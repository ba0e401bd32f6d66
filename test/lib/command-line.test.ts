import { execFile } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { type Emulator, startEmulator } from "../../src/emulator/emulator";
import { type Project, projectWith } from "./consumer-project";

// CDKTF's command line takes 423 MB and a minute to install, and does not run on Node 24: only when it is asked for.
const isWanted = process.env.RBLMONITOR_TEST_CDKTF_CLI !== undefined;
const given = isWanted ? describe : describe.skip;

const tools = resolve("node_modules/.cache/cdktf-cli");

given("the command line of CDKTF (with RBLMONITOR_TEST_CDKTF_CLI set)", () => {
  let service: Emulator;
  let project: Project;

  const run = promisify(execFile);
  const cdktf = async (...args: readonly string[]): Promise<string> => {
    const env = {
      ...process.env,
      RBLMONITOR_BASE_URL: service.url,
      RBLMONITOR_ACCOUNT_SID: service.accountSid,
      RBLMONITOR_AUTH_TOKEN: service.authToken,
      TF_CLI_CONFIG_FILE: resolve("dist/mirror/terraform.rc"),
      CDKTF_SKIP_PROVIDER_LOCK: "true",
      CHECKPOINT_DISABLE: "1",
      CI: "1",
    };
    const command = join(tools, "node_modules/.bin/cdktf");
    return (await run(command, args, { cwd: project.folder, env, maxBuffer: 1e8 })).stdout;
  };
  const hosts = (): number => service.account.objects("host").length;

  beforeAll(async () => {
    await mkdir(tools, { recursive: true });
    await writeFile(join(tools, "package.json"), '{"private":true}');
    await run("npm", ["install", "--prefer-offline", "--no-audit", "--no-fund", "cdktf-cli@0.21"], {
      cwd: tools,
    });
    service = await startEmulator({ limits: "off" });
    project = await projectWith(["cdktn", "constructs", "cdktf-provider-rblmonitor"]);
    for (const file of ["main.js", "fleet.js"]) {
      await project.write(file, await readFile(`dist/examples/mail-fleet/${file}`, "utf8"));
    }
    const settings = JSON.parse(await readFile("cdktf.json", "utf8"));
    await project.write("cdktf.json", JSON.stringify({ ...settings, app: "node main.js" }));
  }, 600_000);
  afterAll(async () => {
    await service?.close();
    await project?.remove();
  });

  it("synthesises, plans, applies, plans nothing more, and destroys, with the local plugin and nothing from elsewhere", async () => {
    expect(await cdktf("synth")).toContain("Generated Terraform code for the stacks: mail-fleet");
    expect(await cdktf("diff")).toContain("15 to add");
    await cdktf("deploy", "--auto-approve");
    expect(hosts()).toBe(12 + 8);
    expect(await cdktf("diff")).toContain("No changes.");
    await cdktf("destroy", "--auto-approve");
    expect(hosts()).toBe(0);
  }, 600_000);

  describe("generates bindings that declare a host", () => {
    const settings = {
      TF_CLI_CONFIG_FILE: resolve("dist/mirror/terraform.rc"),
      CHECKPOINT_DISABLE: "1",
      CI: "1",
    };
    const env = { ...process.env, ...settings, PYTHONPATH: "." };
    const written = async (folder: string): Promise<unknown> =>
      JSON.parse(await readFile(join(folder, "cdktf.out/stacks/monitoring/cdk.tf.json"), "utf8")).resource
        .rblmonitor_host;
    const host = { mx: expect.objectContaining({ host: "192.0.2.1", contact_groups: ["CG"] }) };

    async function projectFor(language: string): Promise<Project> {
      const bindings = await projectWith(["cdktf", "constructs"]);
      const terraformProviders = ["rblmonitor/rblmonitor@~> 0.1"];
      const given = { language, app: "none", codeMakerOutput: "imports", terraformProviders };
      await bindings.write("cdktf.json", JSON.stringify({ ...given, sendCrashReports: "false" }));
      const command = join(tools, "node_modules/.bin/cdktf");
      await run(command, ["get"], { cwd: bindings.folder, env, maxBuffer: 1e8 });
      return bindings;
    }

    it("in TypeScript", async () => {
      const bindings = await projectFor("typescript");
      try {
        const code = `
          import { App, TerraformStack } from "cdktf";
          import { Host } from "./imports/providers/rblmonitor/host";
          import { RblmonitorProvider } from "./imports/providers/rblmonitor/provider";
          const app = new App({ stackTraces: false });
          const stack = new TerraformStack(app, "monitoring");
          new RblmonitorProvider(stack, "rblmonitor");
          new Host(stack, "mx", { host: "192.0.2.1", name: "mx", profile: "RP", contactGroups: ["CG"] });
          app.synth();`;
        await bindings.write("main.ts", code);
        const bundled = {
          entryPoints: [join(bindings.folder, "main.ts")],
          outfile: join(bindings.folder, "main.js"),
        };
        await build({ ...bundled, bundle: true, platform: "node", packages: "external", logLevel: "error" });
        expect(await bindings.node("main.js")).toBe("");
        expect(await written(bindings.folder)).toEqual(host);
      } finally {
        await bindings.remove();
      }
    }, 600_000);

    it("in Python", async () => {
      const bindings = await projectFor("python");
      try {
        const guide = await readFile("docs/guides/cdktf-languages.md", "utf8");
        const [, shown = ""] = /^```python\n(.*?)^```/ms.exec(guide) ?? [];
        await bindings.write("main.py", shown.replace("[group.id]", '["CG"]'));
        const { folder } = bindings;
        await run("python3", ["-m", "venv", "venv"], { cwd: folder });
        await run("venv/bin/pip", ["install", "--quiet", "cdktf==0.21.0"], { cwd: folder });
        await run("venv/bin/python", ["main.py"], { cwd: folder, env });
        expect(await written(folder)).toEqual(host);
      } finally {
        await bindings.remove();
      }
    }, 600_000);
  });
});
