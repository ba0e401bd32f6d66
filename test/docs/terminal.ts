import { spawn } from "node:child_process";
import { chmod, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { ended } from "../../src/cli/terraform-program";
import { findTerraform } from "../../src/tasks/real-terraform/find";
import { pluginEnvironment } from "../../src/tasks/real-terraform/workspace";
import { servePlugin } from "../acceptance/running-plugin";
import { rblmonitor, startEmulatorProcess } from "./emulator-process";

/** A terminal in an empty folder, with `terraform`, `rblmonitor` and the account of an emulator. */
export interface Terminal {
  readonly folder: string;
  /** The variables that the emulator prints. */
  readonly account: Readonly<Record<string, string>>;
  /** Variables of the commands that follow. */
  readonly variables: Record<string, string>;
  write(path: string, text: string): Promise<void>;
  read(path: string): Promise<string>;
  /** Runs commands where the last ones ended. @returns both output streams @throws Error with them unless the exit code is `code` */
  run(script: string, code?: number): Promise<string>;
  close(): Promise<void>;
}

/** Opens a terminal. @param options of `rblmonitor emulator` */
export async function openTerminal(...options: readonly string[]): Promise<Terminal> {
  const root = await mkdtemp(join(tmpdir(), "terminal-"));
  const [folder, programs] = [join(root, "folder"), join(root, "programs")];
  for (const each of [folder, programs]) await mkdir(each);
  const core = await ended(
    spawn("sh", ["-c", `command -v "${await findTerraform()}"`], { stdio: ["ignore", "pipe", "pipe"] }),
  );
  // The guides name terraform, whatever core runs them.
  await symlink(resolve(core.stdout.trim()), join(programs, "terraform"));
  await writeFile(
    join(programs, "rblmonitor"),
    `#!/bin/sh\nexec "${process.execPath}" "${rblmonitor}" "$@"\n`,
  );
  await chmod(join(programs, "rblmonitor"), 0o755);
  const emulator = await startEmulatorProcess(...options);
  // Other tests install plugins and have Terraform start them.
  const plugin = await servePlugin(pluginEnvironment({ environment: emulator.environment }));
  const variables: Record<string, string> = {};
  let cwd = folder;
  return {
    folder,
    account: emulator.environment,
    variables,
    async write(path, text) {
      await writeFile(join(cwd, path), text);
    },
    read: (path) => readFile(join(cwd, path), "utf8"),
    async run(script, code = 0) {
      const environment = {
        ...emulator.environment,
        ...plugin.environment,
        ...{ PATH: `${programs}:${process.env.PATH}`, HOME: root, CHECKPOINT_DISABLE: "1" },
        ...{ TF_CLI_CONFIG_FILE: resolve("dist/mirror/terraform.rc"), TF_CLI_ARGS: "-no-color" },
        ...variables,
      };
      const ends = await ended(
        spawn("bash", ["-euc", `${script}\npwd > "${root}/cwd"`], {
          cwd,
          env: { ...pluginEnvironment({ environment }), TERRAFORM_BINARY_NAME: "terraform" },
          stdio: ["ignore", "pipe", "pipe"],
        }),
      );
      const output = ends.stdout + ends.stderr;
      if (ends.code !== code) throw new Error(`${script} ended with ${ends.code}:\n${output}`);
      cwd = (await readFile(join(root, "cwd"), "utf8").catch(() => cwd)).trim();
      return output;
    },
    async close() {
      await plugin.end();
      await emulator.end();
      await rm(root, { recursive: true, force: true });
    },
  };
}

/** A page with blocks of code. */
export interface Page {
  readonly text: string;
  /** The section below a heading of any level, up to the next heading. @throws when the page has no such heading */
  section(heading: string): Page;
  /** The blocks in a language, in their order. */
  blocks(language: string): string[];
  /** The only block in a language. @throws when there is another number of them */
  block(language: string): string;
}

/** Reads a page. */
export async function readPage(path: string): Promise<Page> {
  return pageOf(await readFile(path, "utf8"), path);
}

function pageOf(text: string, name: string): Page {
  const blocks = (language: string): string[] =>
    [...text.matchAll(/^```(\w+)\n(.*?)^```/gms)]
      .filter((block) => block[1] === language)
      .map((block) => `${block[2]}`);
  return {
    text,
    blocks,
    block(language) {
      const [found, ...others] = blocks(language);
      if (found === undefined || others.length > 0)
        throw new Error(`${name} has ${others.length + (found === undefined ? 0 : 1)} blocks of ${language}`);
      return found;
    },
    section(heading) {
      const code = new Map<string, string>();
      const hidden = text.replace(/^```.*?^```/gms, (block) => {
        const mark = `\0${code.size}\0`;
        code.set(mark, block);
        return mark;
      });
      const found = hidden
        .split(/^(?=#+ )/m)
        .find((part) => part.replace(/^#+ /, "").startsWith(`${heading}\n`));
      if (found === undefined) throw new Error(`${name} has no heading ${heading}`);
      return pageOf(
        found.replace(/\0\d+\0/g, (mark) => `${code.get(mark)}`),
        `${name}, ${heading}`,
      );
    },
  };
}

/** Expects lines in an output, in their order. In a line, and as a line, `…` matches any text. */
export function expectShown(shown: string, output: string): void {
  if (shown.trim() === "") throw new Error("The page shows no output");
  let rest = output;
  for (const line of shown.split("\n").filter((each) => each.trim() !== "" && each.trim() !== "…")) {
    const pattern = line.split("…").map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    const match = new RegExp(`^${pattern.join(".*")}$`, "m").exec(rest);
    if (match === null)
      throw new Error(`The output does not have, or not in this place:\n${line}\n\n${output}`);
    rest = rest.slice(match.index + match[0].length);
  }
}
