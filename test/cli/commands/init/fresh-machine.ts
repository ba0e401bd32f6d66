import { execFile, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { packageSource } from "../../../../src/cli/project/package-source";
import { type Emulator, startEmulator } from "../../../../src/emulator/emulator";
import { findTerraform } from "../../../../src/tasks/real-terraform/find";
import { pluginEnvironment } from "../../../../src/tasks/real-terraform/workspace";
import { realCore } from "../../../real-core";
import { serveInstalledPackages } from "./npm-registry";

/** A machine on which nothing was installed, and an account. */
export interface FreshMachine {
  readonly service: Emulator;
  /** An empty folder. The packed package is in the folder above. */
  readonly folder: string;
  readonly program: "terraform" | "tofu";
  /** Runs commands in bash, with an answer for each question. @returns standard output @throws Error with all output */
  run(commands: string, cwd?: string): Promise<string>;
  remove(): Promise<void>;
}

/** A home folder and an npm cache that are empty, with a registry on loopback in place of npm's. */
export async function freshMachine(): Promise<FreshMachine> {
  const root = mkdtempSync(join(tmpdir(), "newcomer-"));
  const [home, folder, programs] = ["home", "folder", "programs"].map((name) => join(root, name)) as [
    string,
    string,
    string,
  ];
  for (const each of [home, folder, programs]) mkdirSync(each);
  // A file: a command that ends without reading a question would break a pipe.
  const answers = join(root, "answers");
  writeFileSync(answers, "yes\nyes\n");
  const { files } = await packageSource(resolve("."));
  for (const [name, content] of files) writeFileSync(join(root, name), await content());
  const core = await findTerraform();
  const found = spawnSync("sh", ["-c", `command -v "${core}"`], { encoding: "utf8" }).stdout.trim();
  const program = realCore().program === "OpenTofu" ? "tofu" : "terraform";
  symlinkSync(resolve(found), join(programs, program));
  const service = await startEmulator({ limits: "off" });
  const registry = await serveInstalledPackages();
  const ofNpm = Object.keys(process.env).filter((name) => /^npm_/i.test(name));
  const environment = {
    ...Object.fromEntries(ofNpm.map((name) => [name, undefined])),
    HOME: home,
    PATH: `${programs}:${process.env.PATH}`,
    CHECKPOINT_DISABLE: "1",
    TERRAFORM_BINARY_NAME: program,
    TF_CLI_ARGS: "-no-color",
    ...registry.environment,
  };
  const env = pluginEnvironment({ account: service, environment });
  return {
    service,
    folder,
    program,
    async run(commands, cwd = folder) {
      const script = `exec <"$ANSWERS"\n${commands}`;
      const running = promisify(execFile)("bash", ["-euo", "pipefail", "-c", script], {
        cwd,
        env: { ...env, ANSWERS: answers },
        maxBuffer: 1e8,
      });
      const { stdout } = await running.catch((error: Error & { stdout: string }) => {
        throw new Error(`${error.message}\n${error.stdout}`);
      });
      return stdout;
    },
    async remove() {
      await registry.close();
      await service.close();
      rmSync(root, { recursive: true, force: true });
    },
  };
}
