import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { delimiter, join, resolve } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { type Emulator, startEmulator } from "../../src/emulator/emulator";
import { registryEnvironment } from "../registry";
import { type Project, projectWith } from "./consumer-project";

// The command lines and a Node that runs both take 820 MB and two minutes to install: only on request. The variable
// may name a folder in which npm has installed them.
const given = process.env.RBLMONITOR_TEST_CDKTF_CLI;
const PACKAGES = ["cdktf-cli@0.21", "cdktn-cli@0.24", "node@22"];
const tools = resolve(given && existsSync(given) ? given : "node_modules/.cache/cdktf-cli");
const described = given === undefined ? describe.skip : describe;

const run = promisify(execFile);
const guide = (): Promise<string> => readFile("docs/guides/cdktf-languages.md", "utf8");

/** The first block of code of a language in a text. */
function block(text: string, language: string): string {
  return new RegExp(`^ *\`\`\`${language}\\n(.*?)^ *\`\`\``, "ms").exec(text)?.[1] ?? "";
}

described("with RBLMONITOR_TEST_CDKTF_CLI set, the command line", () => {
  jest.setTimeout(900_000);
  let project: Project;
  let settings: string;

  beforeAll(async () => {
    if (!existsSync(join(tools, "node_modules"))) {
      await mkdir(tools, { recursive: true });
      await writeFile(join(tools, "package.json"), '{"private":true}');
      // The package node downloads the program in a script, which this project's settings turn off.
      const options = ["--ignore-scripts=false", "--prefer-offline", "--no-audit", "--no-fund"];
      await run("npm", ["install", ...options, ...PACKAGES], { cwd: tools, env: registryEnvironment });
    }
    // As the guide has it: a mirror, and the settings that rblmonitor prints for it.
    project = await projectWith([]);
    const mirror = join(project.folder, "mirror");
    const { stdout } = await run(resolve("dist/cli/rblmonitor"), ["install", "--mirror", mirror, "--json"]);
    settings = join(project.folder, "terraform.rc");
    await writeFile(settings, JSON.parse(stdout).settings);
  }, 900_000);
  afterAll(() => project?.remove());

  const environment = (): NodeJS.ProcessEnv => ({
    ...process.env,
    PATH: [join(tools, "node_modules/node/bin"), process.env.PATH].join(delimiter),
    TF_CLI_CONFIG_FILE: settings,
    CHECKPOINT_DISABLE: "1",
    CI: "1",
    PYTHONPATH: ".",
  });

  describe.each([
    ["CDK Terrain", "cdktn"],
    ["CDKTF", "cdktf"],
  ])("of %s", (_, library) => {
    const command = join(tools, "node_modules/.bin", library);

    it("synthesises, plans, applies, reaches an empty plan, and destroys, with the local plugin only", async () => {
      const service: Emulator = await startEmulator({ limits: "off" });
      const stack = await projectWith([library, "constructs", "rblmonitor"]);
      try {
        for (const file of ["main.js", "fleet.js"]) {
          const code = await readFile(`dist/examples/mail-fleet/${file}`, "utf8");
          await stack.write(file, code.replaceAll(/(["/])cdkt[nf]"/g, `$1${library}"`));
        }
        const own = JSON.parse(await readFile("cdktf.json", "utf8"));
        await stack.write("cdktf.json", JSON.stringify({ ...own, app: "node main.js" }));
        const env = {
          ...environment(),
          RBLMONITOR_BASE_URL: service.url,
          RBLMONITOR_ACCOUNT_SID: service.accountSid,
          RBLMONITOR_AUTH_TOKEN: service.authToken,
          CDKTF_SKIP_PROVIDER_LOCK: "true",
        };
        const does = async (...args: readonly string[]): Promise<string> =>
          (await run(command, args, { cwd: stack.folder, env, maxBuffer: 1e8 })).stdout;
        const hosts = (): number => service.account.objects("host").length;

        expect(await does("synth")).toContain("Generated Terraform code for the stacks: mail-fleet");
        expect(await does("diff")).toContain("15 to add");
        await does("deploy", "--auto-approve");
        expect(hosts()).toBe(12 + 8);
        expect(await does("diff")).toContain("No changes.");
        await does("destroy", "--auto-approve");
        expect(hosts()).toBe(0);
      } finally {
        await stack.remove();
        await service.close();
      }
    });

    describe("generates bindings that declare a host", () => {
      const written = async (folder: string): Promise<unknown> =>
        JSON.parse(await readFile(join(folder, "cdktf.out/stacks/monitoring/cdk.tf.json"), "utf8")).resource
          .rblmonitor_host;
      const host = { mx: expect.objectContaining({ host: "192.0.2.1", contact_groups: ["CG"] }) };

      async function withBindings(
        language: string,
        use: (bindings: Project) => Promise<void>,
      ): Promise<void> {
        const bindings = await projectWith([library, "constructs"]);
        try {
          const shown = JSON.parse(block(await guide(), "json"));
          const own = { ...shown, language, app: "none", sendCrashReports: "false" };
          await bindings.write("cdktf.json", JSON.stringify(own));
          await run(command, ["get"], { cwd: bindings.folder, env: environment(), maxBuffer: 1e8 });
          await use(bindings);
        } finally {
          await bindings.remove();
        }
      }

      it("in TypeScript", () =>
        withBindings("typescript", async (bindings) => {
          const code = `
            import { App, TerraformStack } from "${library}";
            import { Host } from "./imports/providers/rblmonitor/host";
            import { RblmonitorProvider } from "./imports/providers/rblmonitor/provider";
            const app = new App({ stackTraces: false });
            const stack = new TerraformStack(app, "monitoring");
            new RblmonitorProvider(stack, "rblmonitor");
            new Host(stack, "mx", { host: "192.0.2.1", name: "mx", profile: "RP", contactGroups: ["CG"] });
            app.synth();`;
          await bindings.write("main.ts", code);
          const [source, outfile] = ["main.ts", "main.js"].map((file) => join(bindings.folder, file));
          const bundled = { entryPoints: [`${source}`], outfile: `${outfile}` };
          await build({
            ...bundled,
            bundle: true,
            platform: "node",
            packages: "external",
            logLevel: "error",
          });
          expect(await bindings.node("main.js")).toBe("");
          expect(await written(bindings.folder)).toEqual(host);
        }));

      it("in Python", () =>
        withBindings("python", async ({ folder, write }) => {
          const text = await guide();
          const shown = block(text, "python").replace("[group.id]", '["CG"]');
          await write("main.py", shown.replace("from cdktn ", `from ${library} `));
          const shell = { cwd: folder, env: environment() };
          const [, repair = ""] = /^(sed .*)$/m.exec(text) ?? [];
          if (library === "cdktn") await run("sh", ["-c", repair], shell);
          const version = library === "cdktn" ? "0.24.0" : "0.21.0";
          await run("python3", ["-m", "venv", "venv"], shell);
          await run("venv/bin/pip", ["install", "--quiet", `${library}==${version}`], shell);
          await run("venv/bin/python", ["main.py"], shell);
          expect(await written(folder)).toEqual(host);
          await rm(join(folder, "venv"), { recursive: true });
        }));
    });
  });
});
