import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { onPath } from "../../src/cli/terraform-program";
import { type Emulator, startEmulator } from "../../src/emulator/emulator";
import { findTerraform } from "../../src/tasks/real-terraform/find";
import { pluginEnvironment } from "../../src/tasks/real-terraform/workspace";
import { type RunningPlugin, servePlugin } from "../acceptance/running-plugin";
import { adopted, filesIn, removeAdopted } from "../cli/commands/adopt/adopted";

const example = "examples/adopt-an-account";

/** In place of npm: installs as links what is to be installed, and leaves the rest to npm itself. */
const npm = `#!/bin/sh -e
if [ "$1" != install ]; then exec "$REAL_NPM" "$@"; fi
mkdir -p node_modules/.bin
for name in @types cdktn constructs typescript; do ln -s "$PROJECT/node_modules/$name" node_modules/$name; done
ln -s "$PROJECT" node_modules/rblmonitor
ln -s ../typescript/bin/tsc node_modules/.bin/tsc
ln -s "$PROJECT/dist/cli/rblmonitor" node_modules/.bin/rblmonitor
`;
/** In place of npx, which starts npm before the program. */
const npx = '#!/bin/sh\nexec "$PROJECT/dist/cli/$@"\n';

/** The text with each SID as any other of its kind. */
function withoutSids(text: string): string {
  return text.replace(/\b([A-Z]{2})[0-9a-f]{32}\b/g, "$1…");
}

describe("the example of an account that is adopted", () => {
  let folder: string;
  let cwd: string;
  let service: Emulator;
  let plugin: RunningPlugin;
  let readme: string;
  let printed = "";

  beforeAll(async () => {
    readme = await readFile(join(example, "README.md"), "utf8");
    service = await startEmulator();
    folder = await mkdtemp(join(tmpdir(), "adopt-an-account-"));
    cwd = join(folder, "project");
    await mkdir(cwd);
    await mkdir(join(folder, "bin"));
    await symlink(resolve("dist"), join(cwd, "dist"));
    await symlink(await findTerraform(), join(folder, "bin/terraform"));
    await writeFile(join(folder, "bin/npm"), npm, { mode: 0o755 });
    await writeFile(join(folder, "bin/npx"), npx, { mode: 0o755 });
    plugin = await servePlugin(pluginEnvironment({ account: service }));
  });
  afterAll(async () => {
    await plugin.end();
    await service.close();
    await removeAdopted();
    await rm(folder, { recursive: true, force: true });
  });

  /** What the README has in a language under a heading, in order. */
  const blocks = (heading: string, language: string): string[] => {
    const [text = ""] = readme.split(/^#+ /m).filter((section) => section.startsWith(`${heading}\n`));
    const found = [...text.matchAll(/^```(\w+)\n(.*?)^```/gms)];
    return found.filter((block) => block[1] === language).map((block) => `${block[2]}`);
  };

  /** Runs commands where the last ones ended, as in a terminal. @returns what they printed */
  async function run(script: string): Promise<string> {
    const env = {
      ...process.env,
      ...plugin.environment,
      PATH: `${join(folder, "bin")}:${process.env.PATH}`,
      REAL_NPM: await onPath("npm", `${process.env.PATH}`),
      PROJECT: resolve("."),
      project: join(folder, "project"),
      RBLMONITOR_BASE_URL: service.url,
      RBLMONITOR_ACCOUNT_SID: service.accountSid,
      RBLMONITOR_AUTH_TOKEN: service.authToken,
      TF_CLI_CONFIG_FILE: resolve("dist/mirror/terraform.rc"),
      TF_CLI_ARGS: "-no-color",
      TF_CLI_ARGS_apply: "-auto-approve",
      CHECKPOINT_DISABLE: "1",
    };
    const ending = `trap 'pwd > ${join(folder, "cwd")}' EXIT\n`;
    const child = spawn("bash", ["-e", "-o", "pipefail", "-c", ending + script], { cwd, env });
    let text = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (chunk: string) => {
        text += chunk;
      });
    }
    const [code] = await once(child, "close");
    printed += text;
    expect({ code, script, text }).toEqual({ code: 0, script, text });
    cwd = (await readFile(join(folder, "cwd"), "utf8")).trim();
    return text;
  }
  /** Follows what the README says under a heading. */
  const follow = async (heading: string): Promise<string> => {
    const scripts = blocks(heading, "sh").filter((script) => !script.includes("rblmonitor emulator"));
    expect(scripts).toHaveLength(1);
    return run(`${scripts[0]}`);
  };
  const writes = (): number => service.requests.filter(({ method }) => method !== "GET").length;

  it("begins with an account that was created by hand", async () => {
    expect(await follow("Adopt an account")).toContain("as people have made it");
    expect(service.account.objects("host")).toHaveLength(10);
  });

  it.each([
    ["monitoring", "cdktn"],
    ["monitoring-hcl", "hcl"],
  ] as const)("has in %s the code that adopt generates", async (name, template) => {
    const { files } = await adopted(service, { template });
    const kept = Object.entries(await filesIn(join(example, name)));
    expect(Object.fromEntries(kept.map(([file, text]) => [file, withoutSids(text)]))).toEqual(
      Object.fromEntries(Object.entries(files).map(([file, text]) => [file, withoutSids(text)])),
    );
  });

  it("has its code written with seven requests, which change nothing", async () => {
    const before = [service.requestCount, writes()];
    await follow("Generate the code");
    expect([service.requestCount, writes()]).toEqual([(before[0] ?? 0) + 7, before[1]]);
  });

  it("has a plan that imports every object unchanged", async () => {
    const text = await follow("Review the plan");
    const promised = /`(Plan: [^`]* to import[^`]*)`/.exec(readme)?.[1];
    expect(text).toContain(`${promised}`);
    const { name, version } = JSON.parse(await readFile("package.json", "utf8"));
    expect(
      JSON.parse(await readFile(join(folder, "monitoring/package.json"), "utf8")).dependencies[name],
    ).toBe(`file:${name}-${version}.tgz`);
    expect(existsSync(join(folder, `monitoring/${name}-${version}.tgz`))).toBe(true);
  });

  it("is imported without a write, and then has an empty plan and no drift", async () => {
    const before = writes();
    const text = await follow("Import everything");
    expect(text).toContain("24 imported, 0 added, 0 changed, 0 destroyed");
    expect(text).toContain("No changes.");
    expect(writes()).toBe(before);
  });

  it("changes only where the code changes", async () => {
    await writeFile(join(folder, "first-change.diff"), blocks("Make the first change", "diff").join(""));
    await run("(cd ../../.. && git apply ../first-change.diff)");
    const before = writes();
    const text = await follow("Make the first change");
    expect(readme).toContain("`Plan: 1 to add, 1 to change, 1 to destroy.`");
    expect(text).toContain("Plan: 1 to add, 1 to change, 1 to destroy.");
    expect(writes()).toBe(before + 3);
    const hosts = service.account.objects("host").map(({ name }) => name);
    expect(hosts).toContain("mx3");
    expect(hosts).not.toContain("Old relay (do not use)");
    expect(service.account.objects("monitoring_profile")).toContainEqual(
      expect.objectContaining({ name: "Deliverability", frequency: "6_hours" }),
    );
  });

  it("is left as it is when Terraform forgets it", async () => {
    const before = writes();
    await follow("Undo the import");
    expect(writes()).toBe(before);
    expect(await run("terraform state list")).toBe("");
  });

  it("is imported with HCL, too", async () => {
    const before = writes();
    const text = await follow("In HCL");
    expect(text).toContain("24 imported, 0 added, 0 changed, 0 destroyed");
    expect(text).toContain("No changes.");
    expect(writes()).toBe(before);
  });

  it("never prints the token", () => {
    expect(printed).not.toContain(service.authToken);
  });
});
