import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { registryEnvironment } from "../registry";

/** A version of TypeScript, and where its compiler is; undefined where it could not be installed. */
export interface Compiler {
  readonly version: string;
  readonly tsc: string | undefined;
}

/** The oldest version that the guide states, and one that many users have; the newest is that of this project. */
const OLDER = ["5.1", "5.9"];

/** Here for all test files, which run at the same time. */
const folder = resolve(`node_modules/.cache/compilers-${OLDER.join("-")}`);

function compilerIn(version: string): string {
  return join(folder, "node_modules", `typescript-${version}`, "bin", "tsc");
}

/** Installs the older versions next to their folder, and moves them there in one step: another test file may do the same. */
function install(): void {
  mkdirSync(dirname(folder), { recursive: true });
  const scratch = mkdtempSync(`${folder}-`);
  const dependencies = OLDER.map((version) => [`typescript-${version}`, `npm:typescript@~${version}.0`]);
  writeFileSync(
    join(scratch, "package.json"),
    JSON.stringify({ private: true, dependencies: Object.fromEntries(dependencies) }),
  );
  const args = ["install", "--silent", "--no-audit", "--no-fund", "--prefer-offline"];
  const isInstalled =
    spawnSync("npm", args, { cwd: scratch, env: registryEnvironment, timeout: 120_000 }).status === 0;
  try {
    if (isInstalled) renameSync(scratch, folder);
  } catch {
    // The other test file was first.
  }
  rmSync(scratch, { recursive: true, force: true });
}

/** All compilers. The older ones are installed the first time. */
export function compilers(): readonly Compiler[] {
  if (!OLDER.every((version) => existsSync(compilerIn(version)))) install();
  const older = OLDER.map((version) => {
    const tsc = compilerIn(version);
    return { version, tsc: existsSync(tsc) ? tsc : undefined };
  });
  return [...older, { version: "newest", tsc: resolve("node_modules/typescript/bin/tsc") }];
}
