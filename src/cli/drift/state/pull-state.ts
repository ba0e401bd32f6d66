import { spawn } from "node:child_process";
import { stat } from "node:fs/promises";
import { stripVTControlCharacters } from "node:util";

/** How much of Terraform's own words an error quotes, in characters. */
const mostQuoted = 2_000;

/**
 * The state of the configuration in a folder, as `terraform state pull` gives it: it needs the backend, and no plugin.
 * @param env says which Terraform: TERRAFORM_BINARY_NAME, else terraform on the PATH, else tofu
 * @throws Error with Terraform's words
 */
export async function pullState(folder: string, env: NodeJS.ProcessEnv): Promise<string> {
  const found = await stat(folder).catch(() => undefined);
  if (found?.isDirectory() !== true) throw new Error(`There is no folder ${folder}.`);
  const named = env.TERRAFORM_BINARY_NAME;
  const binaries = named ? [named] : ["terraform", "tofu"];
  for (const binary of binaries) {
    const run = await runIn(folder, binary, env);
    if (run === undefined) continue;
    if (run.code === 0) return run.stdout;
    throw new Error(
      `\`${binary} state pull\` in ${folder} ended with ${run.code ?? "a signal"}:\n\n${quoted(run.stderr)}`,
    );
  }
  throw new Error(
    `There is no ${binaries.join(" or ")} on the PATH to read the state of ${folder}. Name the executable in TERRAFORM_BINARY_NAME, or give a file with what \`terraform show -json\` prints.`,
  );
}

interface Run {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Undefined when there is no such executable. */
function runIn(cwd: string, binary: string, env: NodeJS.ProcessEnv): Promise<Run | undefined> {
  return new Promise((resolve, reject) => {
    const child = spawn(binary, ["state", "pull"], {
      ...{ cwd, env, stdio: ["ignore", "pipe", "pipe"] as const },
    });
    const printed = { stdout: "", stderr: "" };
    for (const name of ["stdout", "stderr"] as const) {
      child[name].setEncoding("utf8").on("data", (text: string) => {
        printed[name] += text;
      });
    }
    child.on("error", (error: NodeJS.ErrnoException) =>
      error.code === "ENOENT" ? resolve(undefined) : reject(error),
    );
    child.on("close", (code) => resolve({ code, ...printed }));
  });
}

function quoted(text: string): string {
  return stripVTControlCharacters(text).trim().slice(-mostQuoted);
}
