import { execFile } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { type Emulator, startEmulator } from "../../src/emulator/emulator";
import { type Project, projectWith } from "./somebodys-project";

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
});
