import { execFile } from "node:child_process";
import { mkdir, symlink } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";

/** Compiles an application against the built package, checks its types, and runs it: the folder for Terraform. */
export async function synthesised(folder: string): Promise<string> {
  const modules = join(folder, "node_modules");
  await mkdir(modules);
  await symlink(resolve("."), join(modules, "rblmonitor"));
  for (const name of ["@types", "cdktf", "cdktn", "constructs"])
    await symlink(resolve("node_modules", name), join(modules, name));
  const run = (script: string) => promisify(execFile)(process.execPath, [script], { cwd: folder });
  await run(resolve("node_modules/typescript/bin/tsc"));
  await run("dist/main.js");
  return join(folder, "cdktf.out/stacks/monitoring");
}

/** The changes that this project's formatter would make to a folder of TypeScript, with the order of imports; empty if none. */
export async function unformatted(folder: string): Promise<string> {
  const biome = resolve("node_modules/@biomejs/biome/bin/biome");
  const options = ["--linter-enabled=false", "--vcs-enabled=false", "--max-diagnostics=5", "--colors=off"];
  const args = ["check", ...options, `--config-path=${resolve(".biome.json")}`, folder];
  return promisify(execFile)(process.execPath, [biome, ...args]).then(
    () => "",
    (failure: { stdout: string; stderr: string }) => failure.stdout + failure.stderr,
  );
}
