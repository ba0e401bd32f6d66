import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, readdir, readFile, rm, symlink } from "node:fs/promises";
import { join, resolve } from "node:path";
import { type Emulator, startEmulator } from "../../src/emulator/emulator";
import { findTerraform } from "../../src/tasks/real-terraform/find";
import { type Project, projectWith } from "../lib/consumer-project";

const folder = "examples/github-actions/workflows";

/** A step of a workflow that runs a script. */
interface Step {
  readonly name: string;
  readonly folder: string;
  readonly script: string;
}

/** The steps with a name: those are ours, the others prepare the machine. */
async function stepsOf(workflow: string): Promise<Step[]> {
  const text = await readFile(join(folder, workflow), "utf8");
  return text.split(/^ {6}- /m).flatMap((step) => {
    const value = (key: string): string => new RegExp(`^ *${key}: (.+)$`, "m").exec(step)?.[1] ?? "";
    const block = /^ {8}run: \|\n((?: {10}.*\n?|\n)+)/m.exec(step)?.[1];
    const script = block?.replace(/^ {10}/gm, "") ?? value("run");
    return step.startsWith("name: ") && script !== ""
      ? [{ name: value("name"), folder: value("working-directory"), script }]
      : [];
  });
}

// In one account, in this order.
describe("the workflows for GitHub Actions", () => {
  let service: Emulator;
  let project: Project;
  const at = (name: string): string => join(project.folder, name);

  beforeAll(async () => {
    service = await startEmulator({ limits: "off" });
    project = await projectWith(["cdktn", "constructs", "rblmonitor"]);
    await project.write("main.js", await readFile("dist/examples/github-actions/main.js", "utf8"));
    await mkdir(join(project.folder, "node_modules/.bin"));
    await symlink(resolve("dist/cli/rblmonitor"), join(project.folder, "node_modules/.bin/rblmonitor"));
    // In place of GitHub's own command: keeps what would be posted.
    await project.write("bin/gh", '#!/bin/sh\necho "$1 $2 $3" > "$POSTED"\ncat "$5" >> "$POSTED"\n');
    // In place of npx, which starts npm before the program.
    await project.write("bin/npx", `#!/bin/sh\nexec "${at("node_modules/.bin")}/$@"\n`);
    for (const name of ["gh", "npx"]) await chmod(at(`bin/${name}`), 0o755);
    await symlink(await findTerraform(), join(project.folder, "bin/terraform"));
    await project.write("none.tfrc", "");
  });
  afterAll(async () => {
    await service.close();
    await project.remove();
  });

  const senders = (): string[] => service.account.objects("host").map(({ host }) => host);

  /** Runs the steps as GitHub does, until one fails. @returns the exit code of the last one, and what all printed */
  async function run(workflow: string): Promise<{ code: number; printed: string }> {
    await rm(at("cdktf.out"), { recursive: true, force: true });
    const env = {
      ...process.env,
      PATH: `${at("bin")}:${process.env.PATH}`,
      RBLMONITOR_BASE_URL: service.url,
      RBLMONITOR_ACCOUNT_SID: service.accountSid,
      RBLMONITOR_AUTH_TOKEN: service.authToken,
      // Where the provider is installed.
      HOME: project.folder,
      TF_CLI_CONFIG_FILE: at("none.tfrc"),
      TF_IN_AUTOMATION: "1",
      CHECKPOINT_DISABLE: "1",
      STATE_FILE: at("shared.tfstate"),
      GITHUB_STEP_SUMMARY: at("summary.md"),
      PULL_REQUEST: "17",
      POSTED: at("posted.md"),
    };
    let printed = "";
    for (const step of await stepsOf(workflow)) {
      const args = ["-e", "-o", "pipefail", "-c", step.script];
      const child = spawn("bash", args, { cwd: join(project.folder, step.folder), env });
      for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding("utf8").on("data", (text: string) => {
          printed += text;
        });
      }
      const [code] = await once(child, "close");
      if (code !== 0) return { code, printed };
    }
    return { code: 0, printed };
  }

  it("have steps, in each a few, that take the account from secrets", async () => {
    for (const workflow of await readdir(folder)) {
      expect((await stepsOf(workflow)).length).toBeGreaterThanOrEqual(2);
      const text = await readFile(join(folder, workflow), "utf8");
      expect(text).toContain(`RBLMONITOR_AUTH_TOKEN: $\{{ secrets.RBLMONITOR_AUTH_TOKEN }}`);
    }
  });

  it("post the plan to the pull request, and change nothing", async () => {
    expect(await run("plan.yml")).toMatchObject({ code: 0 });
    const posted = await readFile(at("posted.md"), "utf8");
    expect(posted).toMatch(/^pr comment 17\n/);
    expect(posted).toMatch(/^\+ +resource "rblmonitor_host" "senders_smtp-1_/m);
    expect(posted).toContain("Plan: 6 to add, 0 to change, 0 to destroy.");
    expect(senders()).toEqual([]);
  });

  it("apply what is merged", async () => {
    expect(await run("apply.yml")).toMatchObject({ code: 0 });
    expect(senders().sort()).toEqual(["192.0.2.21", "192.0.2.22", "news.example.com"]);
  });

  it("post an empty plan when nothing changes", async () => {
    expect(await run("plan.yml")).toMatchObject({ code: 0 });
    expect(await readFile(at("posted.md"), "utf8")).toContain("No changes.");
  });

  it("report at night what was changed elsewhere, and fail", async () => {
    const [host] = service.account.objects("host");
    service.account.change(`${host?.id}`, { name: "Renamed by hand" });
    expect(await run("drift.yml")).toMatchObject({ code: 2 });
    expect(await readFile(at("summary.md"), "utf8")).toContain("Renamed by hand");
  });

  it("never print the token", async () => {
    const printed = (await run("plan.yml")).printed + (await readFile(at("posted.md"), "utf8"));
    expect(printed).not.toContain(service.authToken);
  });
});
