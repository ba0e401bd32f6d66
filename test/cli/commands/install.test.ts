import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir, userInfo } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { version } from "../../../package.json";
import { userCaches } from "../../../src/cli/code-caches";
import { install, uninstall } from "../../../src/cli/commands/install/run";
import { type Emulator, startEmulator } from "../../../src/emulator/emulator";
import { terraformWorkspace } from "../../../src/tasks/real-terraform/workspace";
import { commandRun } from "./drift/command";

const noAccount = { url: "", accountSid: "", authToken: "" };
const main = `
terraform {
  required_providers {
    rblmonitor = { source = "rblmonitor/rblmonitor" }
  }
}
resource "rblmonitor_contact_group" "ops" {
  name = "Operations"
}
`;

let home: string;
let caches: string;
beforeAll(async () => {
  caches = await mkdtemp(join(tmpdir(), "caches-"));
});
afterAll(() => rm(caches, { recursive: true }));
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), "install-"));
});
afterEach(() => rm(home, { recursive: true, force: true }));

/** Runs the command with code caches outside of the home. */
const run = (...args: string[]) =>
  commandRun(noAccount, args, { cwd: home, environment: { HOME: home, XDG_CACHE_HOME: caches } });

/** Every file and folder below a folder, sorted. */
async function tree(folder: string): Promise<string[]> {
  return (await readdir(folder, { recursive: true })).sort();
}

/** Installs and applies with the real terraform, whose settings and home are the scratch folder's. */
async function applies(settings?: string): Promise<string> {
  const service: Emulator = await startEmulator({ limits: "off" });
  const workspace = await terraformWorkspace({
    files: { "main.tf": main },
    account: service,
    environment: { HOME: home, TF_CLI_CONFIG_FILE: settings },
  });
  try {
    const init = await workspace.run("init");
    const applied = await workspace.run("apply", "-auto-approve");
    return init.stdout + init.stderr + applied.stdout + applied.stderr;
  } finally {
    await workspace.remove();
    await service.close();
  }
}

describe("rblmonitor install", () => {
  it("puts the provider where terraform init finds it, with nothing configured", async () => {
    const { code, stdout, stderr } = await run("install");
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toContain(`Installed rblmonitor ${version} for `);
    expect(stdout).not.toContain("provider_installation");
    const said = await applies();
    expect(said).toContain(`Installed rblmonitor/rblmonitor v${version} (unauthenticated)`);
    expect(said).toContain("Apply complete! Resources: 1 added");
  });

  it("puts it into another folder, and prints the settings with which terraform init finds it there", async () => {
    const { code, stdout } = await run("install", "--mirror", "mirror", "--json");
    const { settings, installed } = JSON.parse(stdout);
    expect([code, installed.length]).toEqual([0, 2]);
    expect(await readdir(home)).toEqual(["mirror"]);
    await writeFile(join(home, "terraform.rc"), settings);
    expect(await applies(join(home, "terraform.rc"))).toContain("Apply complete!");
  });

  it("lays out the very files that a mirror made elsewhere has, so that lock files hold", async () => {
    await run("install", "--mirror", "mirror");
    const [ours, built] = [join(home, "mirror"), resolve("dist/mirror")];
    expect(await tree(ours)).toEqual((await tree(built)).filter((name) => name !== "terraform.rc"));
    for (const file of await tree(ours)) {
      if ((await stat(join(ours, file))).isDirectory()) continue;
      expect((await readFile(join(ours, file))).equals(await readFile(join(built, file)))).toBe(true);
    }
  });

  it("replaces what is there, and leaves nothing of it", async () => {
    const [folder = ""] = JSON.parse((await run("install", "--json")).stdout).installed as string[];
    const before = await tree(home);
    await writeFile(join(folder, "plugin-old.js"), "");
    const { stdout } = await run("install");
    expect(stdout).toMatch(/^Replaced rblmonitor /);
    expect(await tree(home)).toEqual(before);
  });

  it("with --print shows its actions without performing them", async () => {
    const { code, stdout } = await run("install", "--print");
    expect(code).toBe(0);
    expect(stdout).toContain(join(home, ".terraform.d/plugins/registry.terraform.io/rblmonitor"));
    expect(stdout).toContain(join(home, ".terraform.d/plugins/registry.opentofu.org/rblmonitor"));
    expect(stdout).toContain('include = ["rblmonitor/rblmonitor"]');
    expect(await tree(home)).toEqual([]);
  });

  it("reports a CLI configuration that overrides the default folder", async () => {
    await writeFile(join(home, ".terraformrc"), "provider_installation {\n  direct {}\n}\n");
    expect((await run("install")).stdout).toContain(`${join(home, ".terraformrc")} has a block`);
    await writeFile(
      join(home, ".terraformrc"),
      JSON.parse((await run("install", "--print", "--json")).stdout).settings,
    );
    expect((await run("install")).stdout).not.toContain("has a block");
    expect(await applies()).toContain("Apply complete!");
  });

  it("says what is wrong when the folder cannot be written, and leaves no half of a package", async () => {
    await writeFile(join(home, "mirror"), "a file");
    const { code, stdout, stderr } = await run("install", "--mirror", "mirror");
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/^rblmonitor: Cannot install the provider into .*mirror: not a directory\.\n$/);
    expect(await tree(home)).toEqual(["mirror"]);
    expect((await run("install", "--mirror", "/proc/x")).stderr).toBe(
      "rblmonitor: Cannot install the provider into /proc/x: no such file or directory.\n",
    );
  });

  it("says so when the plugin is not built", async () => {
    const missing = install(join(home, "none"), {}, windows());
    await expect(missing).rejects.toThrow("build it with: npm run build");
  });
});

describe("the code caches of the plugin in the npm package", () => {
  let plugin: string;
  beforeEach(async () => {
    plugin = join(home, "package", "plugin");
    await cp("dist/plugin", plugin, { recursive: true });
    for (const name of await readdir(plugin))
      if (name.startsWith("v8-")) await rm(join(plugin, name), { recursive: true });
  });

  /** Installs it for the user of that home. Returns the user's code caches. */
  async function installHere(): Promise<string> {
    const machine = { env: { HOME: home }, platform: process.platform, arch: process.arch };
    await install(plugin, {}, { ...machine, stdout: { write: () => true } });
    const { program } = JSON.parse(await readFile(join(plugin, "package.json"), "utf8"));
    return userCaches(program, machine) ?? "";
  }

  it("are recorded for the Node that runs it, all of them, for the user alone", async () => {
    const folder = await installHere();
    const scripts = (await readdir(plugin)).filter((name) => name.endsWith(".js"));
    expect((await readdir(folder)).sort()).toEqual(scripts.map((name) => `${name}.cache`).sort());
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    for (const name of await readdir(folder))
      expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
  });

  it("are not in the installed package, whose checksum lock files have", async () => {
    await installHere();
    const installed = await tree(join(home, ".terraform.d/plugins"));
    expect(installed.filter((name) => /\.cache$|v8-/.test(name))).toEqual([]);
  });

  it("are used: a start with them is accepted by V8, and writes nothing", async () => {
    const folder = await installHere();
    const before = await contents(folder);
    const trace = `
      const vm = require("node:vm");
      const { Script } = vm;
      vm.Script = class extends Script {
        constructor(...args) {
          super(...args);
          process.stderr.write("rejected: " + this.cachedDataRejected + "\\n");
        }
      };`;
    const hook = join(home, "trace.js");
    await writeFile(hook, trace);
    const env = { PATH: process.env.PATH, HOME: home };
    const started = promisify(execFile)(
      process.execPath,
      ["-r", hook, join(plugin, "terraform-provider-rblmonitor")],
      { env },
    );
    const { stderr } = await started.catch((error: { stderr: string }) => error);
    expect(stderr).toMatch(/^rejected: false\n/);
    expect(await contents(folder)).toEqual(before);
  });
});

/** The files of a folder and what is in them. */
async function contents(folder: string): Promise<Readonly<Record<string, string>>> {
  const files = await readdir(folder);
  const read = files.map(async (name) => [name, await readFile(join(folder, name), "base64")] as const);
  return Object.fromEntries(await Promise.all(read));
}

describe("the folder of the user", () => {
  it("is that of the system where HOME is empty, as for Terraform", async () => {
    const { stdout } = await commandRun(noAccount, ["install", "--print", "--json"], {
      cwd: home,
      environment: { HOME: "" },
    });
    expect(JSON.parse(stdout).mirror).toBe(join(userInfo().homedir, ".terraform.d/plugins"));
  });

  it("is not created where OpenTofu would then lose its configuration", async () => {
    const xdg = join(home, "xdg");
    await mkdir(join(xdg, "opentofu"), { recursive: true });
    const before = await tree(home);
    const environment = { HOME: home, XDG_CONFIG_HOME: xdg };
    const { code, stderr } = await commandRun(noAccount, ["install"], { cwd: home, environment });
    expect([code, await tree(home)]).toEqual([1, before]);
    expect(stderr).toContain(`OpenTofu would no longer use ${join(xdg, "opentofu")}`);
    await mkdir(join(home, ".terraform.d"));
    expect((await commandRun(noAccount, ["install"], { cwd: home, environment })).code).toBe(0);
  });
});

describe("rblmonitor uninstall", () => {
  it("takes away what was installed, and leaves the home as it was", async () => {
    await writeFile(join(home, ".profile"), "");
    const before = await tree(home);
    const withCaches = (...args: string[]) =>
      commandRun(noAccount, args, { cwd: home, environment: { HOME: home } });
    await withCaches("install");
    expect(await tree(home)).toContain(".cache/rblmonitor/code");
    const { code, stdout } = await withCaches("uninstall");
    expect([code, await tree(home)]).toEqual([0, before]);
    expect(stdout).toMatch(/^Removed rblmonitor /);
  });

  it("leaves the target of a link in the place of the package", async () => {
    await run("install", "--mirror", "mirror");
    const [place = ""] = (await tree(join(home, "mirror"))).filter((path) => /\w+_\w+$/.test(path));
    await rm(join(home, "mirror", place), { recursive: true });
    await mkdir(join(home, "theirs"));
    await writeFile(join(home, "theirs/file"), "");
    await symlink(join(home, "theirs"), join(home, "mirror", place));
    expect((await run("uninstall", "--mirror", "mirror")).code).toBe(0);
    expect([await tree(join(home, "theirs")), await tree(join(home, "mirror"))]).toEqual([["file"], []]);
  });

  it("leaves the code caches of other versions", async () => {
    const other = join(home, ".cache/rblmonitor/code/plugin-0000000000000000");
    await mkdir(other, { recursive: true });
    const environment = { HOME: home };
    for (const command of ["install", "uninstall"])
      await commandRun(noAccount, [command], { cwd: home, environment });
    expect(await readdir(join(home, ".cache/rblmonitor/code"))).toEqual(["plugin-0000000000000000"]);
  });

  it("leaves other providers, other versions, and a folder that was named", async () => {
    const other = "mirror/registry.terraform.io/rblmonitor/rblmonitor/0.0.1/linux_amd64";
    await mkdir(join(home, other), { recursive: true });
    await mkdir(join(home, "empty"));
    const before = await tree(home);
    for (const mirror of ["mirror", "empty"]) {
      await run("install", "--mirror", mirror);
      await run("uninstall", "--mirror", mirror);
    }
    expect(await tree(home)).toEqual(before);
  });

  it("says what it would take away with --print, and when there is nothing", async () => {
    expect((await run("uninstall")).stdout).toMatch(/^rblmonitor \S+ for \S+ is not installed in /);
    await run("install");
    const before = await tree(home);
    const { stdout } = await run("uninstall", "--print", "--json");
    expect(JSON.parse(stdout).removed.length).toBe(2);
    expect(await tree(home)).toEqual(before);
  });
});

/** A Windows machine, as far as the command looks. */
function windows() {
  const printed: string[] = [];
  return {
    env: { APPDATA: join(home, "AppData") } as NodeJS.ProcessEnv,
    stdout: { write: (text: string) => printed.push(text) },
    platform: "win32" as const,
    arch: "x64" as const,
    printed,
  };
}

describe("on Windows", () => {
  it("the first file of the package that Terraform takes for the executable is one that Windows can start", async () => {
    const machine = windows();
    await install(resolve("dist/plugin"), { json: true }, machine);
    const [folder = ""] = JSON.parse(machine.printed.join("")).installed as string[];
    expect(folder).toBe(
      join(
        home,
        "AppData/terraform.d/plugins/registry.terraform.io/rblmonitor/rblmonitor",
        version,
        "windows_amd64",
      ),
    );
    // As Terraform looks for it (internal/providercache, CachedProvider.ExecutableFile).
    const taken = (await readdir(folder))
      .sort()
      .find((name) => /^terraform-provider-rblmonitor(?=[_.]|$)/.test(name));
    expect(taken).toBe(`terraform-provider-rblmonitor_v${version} .cmd`);
    const batch = await readFile(join(folder, taken ?? ""), "utf8");
    const [, script = ""] = /node "%~dp0(.*?)"/.exec(batch) ?? [];
    await expect(promisify(execFile)(process.execPath, [join(folder, script)])).rejects.toMatchObject({
      stderr: expect.stringContaining("plugin"),
    });
    await uninstall([], {}, machine);
    expect(await tree(home)).toEqual(["AppData"]);
  });

  it("is an error if Terraform's folder is unknown", async () => {
    const machine = { ...windows(), env: {} };
    await expect(install(resolve("dist/plugin"), {}, machine)).rejects.toThrow("APPDATA is not set");
  });
});
