import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import type { Emulator, EmulatorOptions } from "../../src/emulator/emulator";
import type { TerraformWorkspace } from "../../src/tasks/real-terraform/workspace";
import { closeAccounts, openAccount } from "../acceptance/account";
import { running } from "../acceptance/running-plugin";

/** An example that is a whole application, synthesised in a folder of its own, and an account for it. */
export interface Application {
  readonly service: Emulator;
  /** What it printed while it was synthesised. */
  readonly printed: string;
  /** A stack's workspace, initialised. */
  stack(name: string): Promise<TerraformWorkspace>;
  remove(): Promise<void>;
}

/** Runs an application of examples/ as its users do. */
export async function application(name: string, settings: EmulatorOptions = {}): Promise<Application> {
  const folder = await mkdtemp(join(tmpdir(), `${name}-`));
  const { service, another } = await openAccount(settings);
  const main = resolve("dist/examples", name, "main.js");
  const { stdout } = await promisify(execFile)(process.execPath, [main], { cwd: folder });
  return {
    service,
    printed: stdout,
    async stack(stackName) {
      const stack = join(folder, "cdktf.out", "stacks", stackName);
      const { workspace } = await another({ folder: stack, plugin: { mirror: "dist/mirror" } });
      await succeed(workspace, "init");
      return (await another({ ...running, folder: stack })).workspace;
    },
    async remove() {
      await closeAccounts();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Runs a command of terraform, which must succeed, and returns what it printed. */
export async function succeed(workspace: TerraformWorkspace, ...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await workspace.run(...args);
  expect({ code, stderr, stdout }).toMatchObject({ code: 0, stderr: "" });
  return stdout;
}
