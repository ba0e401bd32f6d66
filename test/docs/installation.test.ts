import { execFile, spawnSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { scripts, version } from "../../package.json";
import { terraformPlatform } from "../../src/cli/commands/install/mirror";
import { type Emulator, startEmulator } from "../../src/emulator/emulator";
import { findTerraform } from "../../src/tasks/real-terraform/find";
import { pluginEnvironment } from "../../src/tasks/real-terraform/workspace";
import { addToMirror } from "../../src/tasks/release/archives";
import { packNpm } from "../../src/tasks/release/npm-package";
import { checksums, releaseFiles } from "../../src/tasks/release/registry-files";
import { realCore } from "../real-core";
import { type HttpsHost, serveOverTls } from "../release/https-host";
import { createSigningKey } from "../release/signing-key";
import { makeSmallRelease, platformName, releasedPlatforms } from "../release/small-release";

const guide = readFileSync("docs/guides/installation.md", "utf8");
/** The first line of the guide. */
const INTRODUCTION = "---";
const sections = new Map(
  guide.split(/^## /m).map((text) => [text.slice(0, text.indexOf("\n")), text] as const),
);

/** The code blocks of a language in a section, with the names of this test's hosts and folders. */
function blocks(heading: string, language: string): string[] {
  const text = sections.get(heading) ?? "";
  return [...text.matchAll(/^```(\w+)\n(.*?)^```/gms)]
    .filter((block) => block[1] === language)
    .map((block) => here(`${block[2]}`));
}

const resource = 'resource "rblmonitor_contact_group" "postmasters" {\n  name = "Postmasters"\n}\n';

let folder: string;
let release: string;
let service: Emulator;
let host: HttpsHost;
let programs: string;
/** The home folder of a test's user, and a folder with a configuration. */
let home: string;
let workspace: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "installation-"));
  release = join(folder, "release");
  await addToMirror(join(folder, "site"), [await makeSmallRelease(release, version)]);
  service = await startEmulator({ limits: "off" });
  host = await serveOverTls(join(folder, "site"));
  // The guide's commands name terraform, whatever core runs them.
  programs = join(folder, "programs");
  mkdirSync(programs);
  const { stdout: core } = spawnSync("sh", ["-c", `command -v "${await findTerraform()}"`], {
    encoding: "utf8",
  });
  symlinkSync(resolve(core.trim()), join(programs, "terraform"));
});
afterAll(async () => {
  await host.close();
  await service.close();
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  [home = "", workspace = ""] = ["home-", "workspace-"].map((prefix) => mkdtempSync(join(folder, prefix)));
  writeFileSync(join(workspace, "main.tf"), `${blocks(INTRODUCTION, "terraform").join()}\n${resource}`);
});

function here(text: string): string {
  return text
    .replaceAll("https://mirror.example.com/rblmonitor/", host.url)
    .replaceAll("/path/to/this/repository", resolve("."))
    .replaceAll("_*_linux_amd64.zip", `_*_${platformName(terraformPlatform())}.zip`)
    .replaceAll("registry.terraform.io", realCore().registry);
}

/** Runs commands in bash, as the user of a home folder that has only what the test writes. @returns standard output */
async function run(commands: string, cwd = workspace, more: Readonly<Record<string, string>> = {}) {
  const environment = {
    ...{ HOME: home, PATH: `${programs}:${process.env.PATH}`, SSL_CERT_FILE: host.authority },
    // The package needs no other: without a network, npm cannot fetch its peers, which applications have.
    ...{ npm_config_offline: "true", npm_config_legacy_peer_deps: "true", CHECKPOINT_DISABLE: "1" },
    TF_CLI_ARGS: "-no-color",
    ...more,
  };
  const env = pluginEnvironment({ account: service, environment });
  const { stdout } = await promisify(execFile)("bash", ["-euc", commands], { cwd, env });
  return stdout;
}

const plan = (more?: Readonly<Record<string, string>>) => run("terraform plan", workspace, more);
const lockFile = () => readFileSync(join(workspace, ".terraform.lock.hcl"), "utf8");

// Go reads SSL_CERT_FILE on Linux, not on macOS and Windows.
(process.platform === "linux" ? describe : describe.skip)("the guide's network mirror", () => {
  beforeEach(() => {
    writeFileSync(join(home, ".terraformrc"), `${blocks("Network mirror", "hcl").join()}`);
  });

  it("installs, and its command locks the four platforms", async () => {
    const [init = "", lock = "", ...others] = blocks("Network mirror", "shell");
    expect(others).toEqual([]);
    await run(init);
    expect(await plan()).toContain("1 to add");
    await run(lock);
    expect(lockFile().match(/"h1:/g)).toHaveLength(releasedPlatforms.length);
    await run(`${init.trim()} -lockfile=readonly`);
  });

  it("is not found without the slash at the end of its URL", async () => {
    const nested = join(folder, "nested", "rblmonitor");
    cpSync(join(folder, "site"), nested, { recursive: true });
    const deeper = await serveOverTls(dirname(nested));
    try {
      const attempt = (url: string) => {
        const settings = readFileSync(join(home, ".terraformrc"), "utf8").replace(
          /"https:[^"]+"/,
          `"${url}"`,
        );
        writeFileSync(join(home, ".terraformrc"), settings);
        return run("terraform init", workspace, { SSL_CERT_FILE: deeper.authority });
      };
      await expect(attempt(`${deeper.url}rblmonitor`)).rejects.toThrow("rblmonitor/rblmonitor");
      await attempt(`${deeper.url}rblmonitor/`);
    } finally {
      await deeper.close();
    }
  });
});

describe("the guide's npm package", () => {
  it("installs the provider in its usual folder, or in another one, and is uninstalled", async () => {
    cpSync(await packNpm(".", folder), join(workspace, `rblmonitor-${version}.tgz`));
    const [install = "", elsewhere = "", ...others] = blocks("npm package", "shell");
    expect(others).toEqual([]);
    await run(install);
    expect(await plan()).toContain("1 to add");

    const [uninstall = ""] = blocks("Uninstall", "shell");
    expect(await run(uninstall)).toContain(join(home, ".terraform.d"));
    expect(readdirSync(home)).not.toContain(".terraform.d");

    const printed = await run(elsewhere);
    writeFileSync(join(home, ".terraformrc"), printed.slice(printed.indexOf("provider_installation")));
    rmSync(join(workspace, ".terraform"), { recursive: true });
    await run("terraform init");
    expect(await plan()).toContain("1 to add");
  });
});

describe("the guide's executable", () => {
  it("installs from a folder, and is removed by hand", async () => {
    cpSync(release, workspace, { recursive: true });
    const [install = ""] = blocks("Executable", "shell");
    await run(install);
    expect(await plan()).toContain("1 to add");
    const [, remove = ""] = blocks("Uninstall", "shell");
    await run(remove);
    expect(readdirSync(join(home, ".terraform.d/plugins", realCore().registry))).toEqual([]);
  });
});

describe("the guide's dev_overrides", () => {
  const [override, trial] = [0, 1].map((index) => () => blocks("dev_overrides", "shell")[index] ?? "");

  it("have terraform plan with the build, without init", async () => {
    const settings = join(home, "overrides.rc");
    writeFileSync(settings, blocks("dev_overrides", "hcl").join());
    const [build, ...rest] = (override?.() ?? "").split("\n");
    expect(scripts).toHaveProperty(build?.replace("npm run ", "") ?? "");
    expect(await run(rest.join("\n"), workspace, { TF_CLI_CONFIG_FILE: settings })).toContain("1 to add");
  });

  it("are not needed for the mirror that a build makes", async () => {
    await run(`${trial?.()}cd "${workspace}" && terraform init`, resolve("."));
    expect(await plan()).toContain("1 to add");
  });
});

// The guide requires gpg only to verify a signature.
const hasGpg = spawnSync("gpg", ["--version"]).status === 0;

(hasGpg ? describe : describe.skip)("the guide's verification, with gpg", () => {
  it("accepts a signed release, and no other", async () => {
    const key = createSigningKey();
    try {
      const files = readdirSync(release).map((file) => join(release, file));
      cpSync(release, workspace, { recursive: true });
      const sums = join(workspace, releaseFiles(version).checksums);
      writeFileSync(sums, await checksums(files));
      spawnSync("gpg", ["--batch", "--detach-sign", sums], { env: { ...process.env, ...key.environment } });
      const [verify = ""] = blocks("Verify a release", "shell");
      const verified = () => run(verify, workspace, { GNUPGHOME: key.environment.GNUPGHOME });
      expect(await verified()).toContain(`${releaseFiles(version).mirror}: OK`);
      writeFileSync(join(workspace, releaseFiles(version).mirror), "{}");
      await expect(verified()).rejects.toThrow("did NOT match");
    } finally {
      key.remove();
    }
  });
});
