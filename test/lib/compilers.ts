import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

/** A version of TypeScript, and where its compiler is; undefined where it could not be installed. */
export interface Compiler {
  readonly version: string;
  readonly tsc: string | undefined;
}

/** Versions that users have, besides the one of this project, which is the newest. */
const OLDER = ["5.4", "5.9"];

const folder = resolve("node_modules/.cache/compilers");

/** All compilers. The older ones are installed into a scratch folder the first time. */
export function compilers(): readonly Compiler[] {
  const names = OLDER.map((version) => `typescript-${version}`);
  mkdirSync(folder, { recursive: true });
  const dependencies = OLDER.map((version, number) => [names[number], `npm:typescript@~${version}.0`]);
  writeFileSync(
    join(folder, "package.json"),
    JSON.stringify({ private: true, dependencies: Object.fromEntries(dependencies) }),
  );
  const args = ["install", "--silent", "--no-audit", "--no-fund", "--prefer-offline"];
  const isInstalled = spawnSync("npm", args, { cwd: folder, timeout: 120_000 }).status === 0;
  const older = OLDER.map((version, number) => ({
    version,
    tsc: isInstalled ? join(folder, "node_modules", `${names[number]}`, "bin", "tsc") : undefined,
  }));
  return [...older, { version: "newest", tsc: resolve("node_modules/typescript/bin/tsc") }];
}
