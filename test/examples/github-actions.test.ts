import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type Emulator, startEmulator } from "../../src/emulator/emulator";
import { findTerraform } from "../../src/tasks/real-terraform/find";
import { packNpm } from "../../src/tasks/release/npm-package";
import { registryEnvironment } from "../registry";

const folder = "examples/github-actions/workflows";

/** A step of a workflow that runs a script. */
interface Step {
  readonly folder: string;
  readonly script: string;
}

/** The steps that run commands; the others are actions of GitHub. */
async function stepsOf(workflow: string): Promise<Step[]> {
  const text = await readFile(join(folder, workflow), "utf8");
  return text.split(/^ {6}- /m).flatMap((step) => {
    const value = (key: string): string => new RegExp(`^ *${key}: (.+)$`, "m").exec(step)?.[1] ?? "";
    const block = /^ {8}run: \|\n((?: {10}.*\n?|\n)+)/m.exec(step)?.[1];
    const script = block?.replace(/^ {10}/gm, "") ?? value("run");
    return script === "" ? [] : [{ folder: value("working-directory"), script }];
  });
}

/** A destination that is a credential. */
const slackUrl = "https://hooks.slack.com/services/T01/B02/hunter2hunter2";

// In one account, in this order.
describe("the workflows for GitHub Actions", () => {
  let service: Emulator;
  let runner = "";
  const at = (name: string): string => join(runner, name);

  beforeAll(async () => {
    service = await startEmulator({ limits: "off" });
    runner = await mkdtemp(join(tmpdir(), "runner-"));
    // As main.ts says.
    await cp(dirname(folder), runner, { recursive: true });
    await packNpm(".", runner);
    await mkdir(at(".github"));
    await rename(at("workflows"), at(".github/workflows"));
    const main = await readFile(at("main.ts"), "utf8");
    const email = 'Contacts.email("operators@example.com")';
    await writeFile(at("main.ts"), main.replace(email, `${email}, Contacts.slack("${slackUrl}")`));
    // In place of GitHub's own command: keeps what would be posted.
    await mkdir(at("bin"));
    await writeFile(at("bin/gh"), '#!/bin/sh\necho "$1 $2 $3" > "$POSTED"\ncat >> "$POSTED"\n', {
      mode: 0o755,
    });
    await symlink(await findTerraform(), at("bin/terraform"));
    await writeFile(at("none.tfrc"), "");
  });
  afterAll(async () => {
    await service.close();
    await rm(runner, { recursive: true, force: true });
  });

  const senders = (): string[] => service.account.objects("host").map(({ host }) => host);

  /** Runs the steps as GitHub does, until one fails. @returns the exit code of the last one, and what all printed */
  async function run(workflow: string): Promise<{ code: number; printed: string }> {
    await rm(at("cdktf.out"), { recursive: true, force: true });
    const env = {
      ...registryEnvironment,
      PATH: `${at("bin")}:${process.env.PATH}`,
      RBLMONITOR_BASE_URL: service.url,
      RBLMONITOR_ACCOUNT_SID: service.accountSid,
      RBLMONITOR_AUTH_TOKEN: service.authToken,
      // Where the provider is installed.
      HOME: runner,
      npm_config_cache: process.env.npm_config_cache ?? join(homedir(), ".npm"),
      TF_CLI_CONFIG_FILE: at("none.tfrc"),
      TF_IN_AUTOMATION: "1",
      CHECKPOINT_DISABLE: "1",
      STATE_FILE: at("shared.tfstate"),
      GITHUB_STEP_SUMMARY: at("summary.md"),
      PULL_REQUEST: "17",
      POSTED: at("posted.md"),
    };
    let printed = "";
    // GitHub's machines are new each time, and install and compile the same; here, the first run's files serve all.
    const isFirst = !existsSync(at("dist"));
    for (const step of await stepsOf(workflow)) {
      if (!isFirst && /^npm ci\b/.test(step.script)) continue;
      const script = isFirst ? step.script : step.script.replace("npm run synth", "node dist/main.js");
      const args = ["-e", "-o", "pipefail", "-c", script];
      const child = spawn("bash", args, { cwd: join(runner, step.folder), env });
      for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding("utf8").on("data", (text: string) => {
          printed += text;
        });
      }
      const [code] = await once(child, "close");
      expect(printed).not.toContain(service.authToken);
      if (code !== 0) return { code, printed };
    }
    return { code: 0, printed };
  }

  it("have steps, in each a few, that take the account from secrets", async () => {
    for (const workflow of await readdir(folder)) {
      const steps = await stepsOf(workflow);
      expect(steps.length).toBeGreaterThanOrEqual(2);
      expect(steps.map(({ script }) => script)).toContain("npm ci --ignore-scripts");
      const text = await readFile(join(folder, workflow), "utf8");
      expect(text).toContain(`RBLMONITOR_AUTH_TOKEN: $\{{ secrets.RBLMONITOR_AUTH_TOKEN }}`);
    }
  });

  it("post the plan to the pull request, and change nothing", async () => {
    expect(await run("plan.yml")).toEqual({ code: 0, printed: expect.any(String) });
    const posted = await readFile(at("posted.md"), "utf8");
    expect(posted).toMatch(/^pr comment 17\n/);
    expect(posted).toMatch(/added.*192&?.*0/);
    expect(posted).not.toContain("hunter2");
    expect(senders()).toEqual([]);
  });

  it("apply what is merged", async () => {
    expect(await run("apply.yml")).toEqual({ code: 0, printed: expect.any(String) });
    expect(senders().sort()).toEqual(["192.0.2.21", "192.0.2.22", "news.example.com"]);
  });

  it("post an empty plan when nothing changes", async () => {
    expect(await run("plan.yml")).toEqual({ code: 0, printed: expect.any(String) });
    expect(await readFile(at("posted.md"), "utf8")).toMatch(/no changes|nothing/i);
  });

  it("report at night what was changed elsewhere, and fail", async () => {
    const [host] = service.account.objects("host");
    service.account.change(`${host?.id}`, { name: "Renamed by hand" });
    expect(await run("drift.yml")).toMatchObject({ code: 2 });
    expect(await readFile(at("summary.md"), "utf8")).toContain("Renamed by hand");
  });

  it("have groups of their own, since GitHub cancels the older of two runs that wait in one", async () => {
    const groups = new Map<string, string>();
    for (const workflow of await readdir(folder)) {
      const text = await readFile(join(folder, workflow), "utf8");
      const [, group = ""] = /^concurrency:(?:\n {2}group:)? (.+)$/m.exec(text) ?? [];
      groups.set(workflow, group);
      expect(text.includes("cancel-in-progress: true")).toBe(workflow === "plan.yml");
    }
    expect(new Set(groups.values()).size).toBe(3);
    expect(groups.get("plan.yml")).toContain("github.ref");
  });
});
