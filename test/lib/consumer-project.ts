import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";

/** A project in which the package is used. */
export interface Project {
  readonly folder: string;
  write(path: string, content: string): Promise<void>;
  /** Installs a package as a link to that of this project. */
  link(name: string): Promise<void>;
  /** Runs node there, and returns what it prints, on either stream if it fails. */
  node(...args: readonly string[]): Promise<string>;
  remove(): Promise<void>;
}

/** An empty project in which these packages are installed as links to those of this project. */
export async function projectWith(packages: readonly string[]): Promise<Project> {
  const folder = await mkdtemp(join(tmpdir(), "project-"));
  await writeFile(join(folder, "package.json"), "{}");
  const project: Project = {
    folder,
    async write(path, content) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), content);
    },
    async link(name) {
      const link = join(folder, "node_modules", name);
      await mkdir(dirname(link), { recursive: true });
      await symlink(resolve(name === "rblmonitor" ? "." : join("node_modules", name)), link);
    },
    async node(...args) {
      const options = { cwd: folder, maxBuffer: 1e8 };
      const run = promisify(execFile)(process.execPath, args, options);
      const { stdout } = await run.catch((error: { stdout?: string; stderr?: string }) => ({
        stdout: `${error.stdout}${error.stderr}`,
      }));
      return stdout.trim();
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
  for (const name of packages) await project.link(name);
  return project;
}

/** Compiles ES modules of a project, and returns the errors. @param name of the configuration file */
export async function compiled(
  project: Project,
  tsc: string,
  name: string,
  files: readonly string[],
): Promise<string> {
  const compilerOptions = {
    module: "nodenext",
    strict: true,
    noEmit: true,
    types: ["node"],
    skipLibCheck: true,
  };
  await project.write(`${name}.json`, JSON.stringify({ compilerOptions, files }));
  return project.node(tsc, "-p", `${name}.json`);
}
