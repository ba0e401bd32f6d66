import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";

import { type AdoptOptions, adopt } from "../../../../src/cli/commands/adopt/run";
import type { Emulator } from "../../../../src/emulator/emulator";

const folders: string[] = [];

/** Removes what tests wrote. */
export async function removeAdopted(): Promise<void> {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
}

/** A new folder that is removed in the end. */
export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "adopt-"));
  folders.push(folder);
  return folder;
}

/** The files and the output of an adoption. */
export interface Adopted {
  readonly folder: string;
  /** The files by name. */
  readonly files: Readonly<Record<string, string>>;
  readonly stdout: string;
  readonly stderr: string;
}

/** Where npm installed the package from a registry. */
async function installedPackage(): Promise<string> {
  const project = await newFolder();
  const dependencies = { rblmonitor: "^0.1.0" };
  await writeFile(join(project, "package.json"), JSON.stringify({ dependencies }));
  return join(project, "node_modules", "rblmonitor");
}

/** Adopts an account as the command does, by default as HCL. */
export async function adopted(service: Emulator, options: Partial<AdoptOptions> = {}): Promise<Adopted> {
  const printed = { stdout: "", stderr: "" };
  const into = (name: "stdout" | "stderr") => ({
    write(text: string) {
      printed[name] += text;
    },
  });
  const output = options.output ?? (await newFolder());
  const { url: baseUrl, accountSid } = service;
  await adopt(
    { baseUrl, accountSid, template: "hcl", output, ...options },
    {
      env: { PATH: process.env.PATH, RBLMONITOR_AUTH_TOKEN: service.authToken },
      stdin: Readable.from([]),
      stdout: into("stdout"),
      stderr: into("stderr"),
      once: () => undefined,
      off: () => undefined,
    },
    await installedPackage(),
  );
  return { folder: output, files: await filesIn(output), ...printed };
}

/** The files of a folder by name. */
export async function filesIn(folder: string): Promise<Readonly<Record<string, string>>> {
  const names = (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isFile());
  const contents = names.map(async ({ name }) => [name, await readFile(join(folder, name), "utf8")] as const);
  return Object.fromEntries(await Promise.all(contents));
}
