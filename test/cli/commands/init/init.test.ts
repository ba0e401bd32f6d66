import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { version } from "../../../../package.json";
import { type InitOptions, init } from "../../../../src/cli/commands/init/run";
import { packageSource } from "../../../../src/cli/project/package-source";
import { itForEach } from "../../../real-core";
import { type FreshMachine, freshMachine } from "./fresh-machine";

jest.setTimeout(600_000);

interface Workflow {
  readonly jobs: { readonly check: { readonly steps: readonly { uses?: string; run?: string }[] } };
}
const { parse } = createRequire(require.resolve("knip"))("yaml") as { parse(text: string): Workflow };

const packageName = "rblmonitor";
const tarball = `${packageName}-${version}.tgz`;

let root: string;
let installed: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "init-"));
  installed = join(root, "project", "node_modules", packageName);
  mkdirSync(installed, { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true }));

/** Has a project depend on the package, as npm notes it. */
function noted(specifier: string, kind = "dependencies"): void {
  writeFileSync(join(root, "project/package.json"), JSON.stringify({ [kind]: { [packageName]: specifier } }));
}

async function newProject(
  folder: string,
  options: InitOptions,
  env: NodeJS.ProcessEnv = {},
): Promise<string> {
  let printed = "";
  const stdout = { write: (text: string) => (printed += text) };
  await init(folder, options, { env, stdout } as never, installed);
  return printed;
}

describe("a new project", () => {
  beforeEach(() => noted("^0.1.0"));

  it("is written into a folder that is created, and says what comes next", async () => {
    const folder = join(root, "a", "b");
    const printed = JSON.parse(await newProject(folder, { template: "cdktn", json: true }));
    expect(printed.files.map((file: string) => join(folder, file)).sort()).toEqual(
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
        .sort(),
    );
    expect(printed.next).toEqual([`cd ${folder}`, "npm install", "npx rblmonitor install", "npm run apply"]);
  });

  it("is written next to other files, and replaces none", async () => {
    writeFileSync(join(root, "README.md"), "mine");
    await newProject(root, { template: "hcl" });
    writeFileSync(join(root, "main.tf"), "mine");
    rmSync(join(root, ".gitignore"));
    await expect(newProject(root, { template: "hcl" })).rejects.toThrow(
      `${root} has main.tf, main.tftest.hcl, .github/workflows/monitoring.yml already. Choose an empty folder`,
    );
    expect(readFileSync(join(root, "main.tf"), "utf8")).toBe("mine");
    expect(readdirSync(root)).not.toContain(".gitignore");
  });

  it.each([
    ["cdktn", "mine"],
    ["cdktf", "mine"],
    ["hcl", "mine"],
    ["cdktn", undefined],
    ["hcl", undefined],
  ] as const)(
    "adds the lines to a .gitignore that keep states out of git: %s, in a folder with %s",
    async (template, rules) => {
      if (rules !== undefined) writeFileSync(join(root, ".gitignore"), rules);
      const printed = await newProject(root, { template });
      expect(/\nLines added to \.gitignore: .*\*\.tfstate, /.test(printed)).toBe(rules !== undefined);
      writeFileSync(join(root, "terraform.tfstate"), "{}");
      const git = (...args: readonly string[]) => execFileSync("git", args, { cwd: root, encoding: "utf8" });
      git("init", "--quiet");
      git("add", "--all");
      const committed = git("ls-files").split("\n");
      expect(committed).toContain(".gitignore");
      expect(committed).not.toContain("terraform.tfstate");
      expect(readFileSync(join(root, ".gitignore"), "utf8")).toMatch(
        rules === undefined ? /^credentials/ : /^mine\n/,
      );
    },
  );

  it("names the secrets that git tracks already, with the command that ends it", async () => {
    writeFileSync(join(root, "credentials.auto.tfvars"), "");
    for (const args of [
      ["init", "--quiet"],
      ["add", "--all"],
    ])
      execFileSync("git", args, { cwd: root });
    expect(await newProject(root, { template: "hcl" })).toContain(
      `. Run: git -C ${root} rm --cached credentials.auto.tfvars\n`,
    );
  });

  it.each(["cdktn", "cdktf", "hcl"] as const)(
    "runs OpenTofu where only that is on the PATH: %s",
    async (template) => {
      writeFileSync(join(root, "tofu"), "", { mode: 0o755 });
      const env = { PATH: `/nowhere:${root}` };
      await newProject(join(root, "new"), { template }, env);
      const files = readdirSync(join(root, "new"), { recursive: true, withFileTypes: true });
      const text = files
        .filter((entry) => entry.isFile() && /package\.json|yml/.test(entry.name))
        .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"))
        .join("");
      expect(text).toContain("tofu");
      expect(text).not.toMatch(/\bterraform\b/);
    },
  );

  it.each(["cdktn", "cdktf", "hcl"] as const)("names actions by their commits: %s", async (template) => {
    await newProject(root, { template });
    const text = readFileSync(join(root, ".github/workflows/monitoring.yml"), "utf8");
    const actions = [...text.matchAll(/uses: (.+)/g)].map(([, action]) => action);
    expect(actions).toHaveLength(3);
    for (const action of actions) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });
});

describe("the package of a project", () => {
  it.each([
    ["^0.1.0", "dependencies"],
    ["0.1.0", "devDependencies"],
    ["https://example.com/it.tgz", "dependencies"],
  ])("comes from where this one came: %s in %s", async (specifier, kind) => {
    noted(specifier, kind);
    expect(await packageSource(installed)).toEqual({
      specifier,
      argument: `${packageName}@${specifier}`,
      files: [],
    });
  });

  it.each(["file:../it.tgz", "../it.tgz"])("is a copy of the tarball %s", async (specifier) => {
    noted(specifier);
    writeFileSync(join(root, "it.tgz"), "the tarball");
    const { files, ...names } = await packageSource(installed);
    expect(names).toEqual({ specifier: `file:${tarball}`, argument: `./${tarball}` });
    expect(files).toEqual([[tarball, expect.any(Function)]]);
    expect(await files[0]?.[1]()).toEqual(Buffer.from("the tarball"));
  });

  it("is packed from this one where its tarball is gone", async () => {
    noted("file:../it.tgz");
    writeFileSync(join(installed, "package.json"), JSON.stringify({ name: packageName, version }));
    const { files } = await packageSource(installed);
    const content = (await files[0]?.[1]()) ?? [];
    expect(Buffer.from(content).readUInt16BE(0)).toBe(0x1f8b);
  });

  it("is packed from a checkout", async () => {
    const { specifier, files } = await packageSource(resolve("."));
    expect(specifier).toBe(`file:${tarball}`);
    expect((await files[0]?.[1]())?.length).toBeGreaterThan(500_000);
  });

  it("that npm cannot pack is an error in npm's words", async () => {
    const { files } = await packageSource(root);
    await expect(files[0]?.[1]()).rejects.toThrow(/npm cannot pack .* for the project: [\s\S]*package\.json/);
  });
});

// GNU tar packs what the test's registry serves.
(process.platform === "linux" ? describe : describe.skip)("a project on a new machine", () => {
  let machine: FreshMachine;
  beforeAll(async () => {
    machine = await freshMachine();
  });
  afterAll(() => machine.remove());

  // CDK Terrain goes the same way in the guide's test.
  const usesMocks = (template: string) => template === "hcl";
  const forEachTemplate = itForEach("mock providers", ["cdktf", "hcl"], usesMocks);
  forEachTemplate(
    "%s: its workflow passes, and it is applied, below a folder with a package.json",
    async (template) => {
      writeFileSync(join(machine.folder, "package.json"), "{}");
      const name = `in ${template}`;
      const npx = `npx --yes --package=../${tarball} rblmonitor init "${name}" --template ${template} --json`;
      const { next, files } = JSON.parse(await machine.run(npx));
      expect(files).toContain(tarball);
      const folder = join(machine.folder, name);
      const [, install, ...apply] = next as readonly string[];
      await machine.run(`${install}`, folder);

      const text = readFileSync(join(folder, ".github/workflows/monitoring.yml"), "utf8");
      for (const { run } of parse(text).jobs.check.steps)
        if (run !== undefined) await machine.run(run, folder);
      expect(machine.service.account.objects("host")).toEqual([]);

      expect(await machine.run(apply.join("\n"), folder)).toContain("4 added");
      const { program } = machine;
      const stack = template === "hcl" ? "." : "cdktf.out/stacks/monitoring";
      await machine.run(`${program} -chdir=${stack} plan -detailed-exitcode`, folder);
      await machine.run(`${program} -chdir=${stack} destroy`, folder);
      expect(machine.service.account.objects("host")).toEqual([]);
    },
  );
});
