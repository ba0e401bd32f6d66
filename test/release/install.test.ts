import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  closeSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { unzipSync } from "fflate";
import { version } from "../../package.json";
import { packageFolders } from "../../src/cli/commands/install/mirror";
import { type Emulator, startEmulator } from "../../src/emulator/emulator";
import { thisPlatform } from "../../src/tasks/executable/platforms";
import { findTerraform } from "../../src/tasks/real-terraform/find";
import { type TerraformWorkspace, terraformWorkspace } from "../../src/tasks/real-terraform/workspace";
import { releaseFiles } from "../../src/tasks/release/registry-files";
import { serveOverTls } from "./https-host";
import { openRegistry, type Registry, source } from "./registry";
import { createSigningKey, type SigningKey } from "./signing-key";

// It fetches a runtime of 100 MB, and compresses as much. CI runs it.
const describeRelease = process.env.RBLMONITOR_TEST_RELEASE ? describe : describe.skip;

const platform = process.env.RBLMONITOR_TEST_RELEASE ? thisPlatform() : ({} as never);
const files = releaseFiles(version);
const resources = `
resource "rblmonitor_contact_group" "postmasters" {
  name = "Postmasters"
}
resource "rblmonitor_monitoring_profile" "hourly" {
  name      = "Every hour"
  frequency = "1_hour"
}
resource "rblmonitor_host" "mx" {
  host           = "192.0.2.1"
  name           = "mx"
  profile        = rblmonitor_monitoring_profile.hourly.id
  contact_groups = [rblmonitor_contact_group.postmasters.id]
}
`;

let folder: string;
let release: string;
let key: SigningKey;
let path: string;

const sha256 = (content: Uint8Array) => createHash("sha256").update(content).digest("hex");
const command = ["src/tasks/run.mjs", "release", "--only", platform.name, "--output"];
const make = (output: string) =>
  execFileSync(process.execPath, [...command, output], {
    env: { ...process.env, ...key.environment },
    stdio: ["ignore", "pipe", "pipe"],
  });

/** A build in another environment: another folder, time zone and language, readable only by the user, with standard error in a file. */
function makeElsewhere(output: string): void {
  const log = openSync(join(folder, "log"), "w");
  const umask = process.umask(0o077);
  execFileSync(process.execPath, [...command, output], {
    env: { ...process.env, TZ: "Asia/Kathmandu", LANG: "tr_TR.UTF-8", LC_ALL: "tr_TR.UTF-8" },
    cwd: copyOfProject(join(folder, "elsewhere")),
    stdio: ["ignore", "pipe", log],
  });
  process.umask(umask);
  closeSync(log);
}

/** The project in another folder, without anything that was made in it. The runtimes are not fetched again. */
function copyOfProject(place: string): string {
  const cache = join("node_modules", ".cache");
  const made = new Set([cache, "dist", ".git", "cdktf.out"].map((name) => resolve(name)));
  cpSync(".", place, {
    recursive: true,
    preserveTimestamps: true,
    verbatimSymlinks: true,
    filter: (file) => !made.has(resolve(file)),
  });
  mkdirSync(join(place, cache));
  symlinkSync(resolve(cache, "runtimes"), join(place, cache, "runtimes"));
  return place;
}

/** Go's hash of a folder, `h1:`, by which Terraform locks an unpacked package (golang.org/x/mod/sumdb/dirhash, Hash1). */
function h1(archive: Uint8Array): string {
  const lines = Object.entries(unzipSync(archive))
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, content]) => `${sha256(content)}  ${name}\n`);
  return `h1:${createHash("sha256").update(lines.join("")).digest("base64")}`;
}

describeRelease("a release", () => {
  let service: Emulator;
  const opened: { remove?(): Promise<void>; close?(): Promise<void> }[] = [];
  const archive = () => readFileSync(join(release, files.archive(platform)));

  /** A workspace whose terraform has nothing on its PATH but itself, and nothing of Node in its environment. */
  async function workspaceOf(
    settings: string,
    from: string,
    environment: Readonly<Record<string, string>> = {},
  ): Promise<TerraformWorkspace> {
    const rc = join(folder, `${opened.length}.rc`);
    writeFileSync(rc, settings);
    const ofNode = Object.keys(process.env).filter((name) => /^(node|npm)/i.test(name));
    const { url, accountSid, authToken } = service;
    const workspace = await terraformWorkspace({
      account: { url, accountSid, authToken },
      environment: {
        ...Object.fromEntries(ofNode.map((name) => [name, undefined])),
        ...{ PATH: path, TF_CLI_CONFIG_FILE: rc, ...environment },
      },
      files: {
        "main.tf": `terraform {\n  required_providers {\n    rblmonitor = {\n      source = "${from}"\n    }\n  }\n}\n${resources}`,
      },
    });
    opened.push(workspace);
    return workspace;
  }

  async function succeed(workspace: TerraformWorkspace, ...args: string[]): Promise<string> {
    const { code, stdout, stderr } = await workspace.run(...args);
    expect(`${code} ${stderr}`).toBe("0 ");
    return stdout;
  }

  const lockedHashes = (workspace: TerraformWorkspace) =>
    readFileSync(join(workspace.folder, ".terraform.lock.hcl"), "utf8").match(/(h1|zh):[^"]+/g);

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "release-"));
    release = join(folder, "release");
    path = join(folder, "path");
    mkdirSync(path);
    symlinkSync(await findTerraform(), join(path, "terraform"));
    key = createSigningKey();
    make(release);
  });
  afterAll(() => {
    key.remove();
    rmSync(folder, { recursive: true, force: true });
  });
  beforeEach(async () => {
    service = await startEmulator();
  });
  afterEach(async () => {
    for (const each of opened.splice(0)) await (each.remove ?? each.close)?.();
    await service.close();
  });

  it("has the files that a registry reads, and no others but the npm package and the bill of materials", () => {
    const { archive: named, manifest, mirror, checksums, billOfMaterials } = files;
    const wanted = [named(platform), manifest, mirror, checksums, `${checksums}.sig`, billOfMaterials];
    expect(readdirSync(release).sort()).toEqual([`rblmonitor-${version}.tgz`, ...wanted].sort());
  });

  it("is reproduced byte for byte by another build", () => {
    const again = join(folder, "again");
    makeElsewhere(again);
    const hashes = (of: string) =>
      Object.fromEntries(
        readdirSync(of)
          // A signature contains its time.
          .filter((name) => !name.endsWith(".sig"))
          .map((name) => [name, sha256(readFileSync(join(of, name)))]),
      );
    expect(hashes(again)).toEqual(hashes(release));
  });

  it("installs from a filesystem mirror, and applies, without any Node", async () => {
    const mirror = join(folder, "mirror");
    for (const unpacked of packageFolders(mirror, { version, platform })) {
      const packed = dirname(dirname(unpacked));
      mkdirSync(packed, { recursive: true });
      cpSync(join(release, files.archive(platform)), join(packed, files.archive(platform)));
    }
    const settings = `provider_installation {\n  filesystem_mirror {\n    path = ${JSON.stringify(mirror)}\n  }\n}\n`;
    const workspace = await workspaceOf(settings, "rblmonitor/rblmonitor");
    expect(() => execFileSync("/bin/sh", ["-c", "command -v node"], { env: { PATH: path } })).toThrow();

    expect(await succeed(workspace, "init")).toContain(`Installed rblmonitor/rblmonitor v${version}`);
    expect(lockedHashes(workspace)).toEqual([h1(archive())]);
    expect(await succeed(workspace, "apply", "-auto-approve")).toContain("3 added, 0 changed, 0 destroyed");
    expect(service.account.objects("host")).toMatchObject([{ host: "192.0.2.1" }]);
    expect(await succeed(workspace, "plan")).toContain("No changes.");
    expect(await succeed(workspace, "destroy", "-auto-approve")).toContain("3 destroyed");
  });

  it("installs from its network mirror, over TLS", async () => {
    const host = await serveOverTls(join(folder, "network-mirror"));
    opened.push(host);
    const settings = `provider_installation {\n  network_mirror {\n    url = "${host.url}"\n  }\n}\n`;
    const workspace = await workspaceOf(settings, "rblmonitor/rblmonitor", { SSL_CERT_FILE: host.authority });
    expect(await succeed(workspace, "init")).toContain(`v${version} (verified checksum)`);
    expect(lockedHashes(workspace)).toContain(h1(archive()));
    expect(await succeed(workspace, "plan")).toContain("3 to add");
  });

  it("installs from a registry, which shows that its checksums are right and signed", async () => {
    const registry: Registry = await openRegistry(release, { version, platform, publicKey: key.publicKey });
    opened.push(registry);
    const workspace = await workspaceOf(registry.settings, source);
    expect(await succeed(workspace, "init")).toContain(`Installed ${source} v${version} (self-signed`);
    // Terraform locks every signed checksum, of whatever file.
    const signed = readFileSync(join(release, files.checksums), "utf8").trim().split("\n");
    const zh = signed.map((line) => `zh:${line.slice(0, 64)}`);
    expect(zh).toContain(`zh:${sha256(archive())}`);
    expect(lockedHashes(workspace)?.sort()).toEqual([h1(archive()), ...zh].sort());
    expect(await succeed(workspace, "plan")).toContain("3 to add");
  });

  it("is rejected by Terraform with another signature", async () => {
    const stranger = createSigningKey();
    const registry = await openRegistry(release, { version, platform, publicKey: stranger.publicKey });
    stranger.remove();
    opened.push(registry);
    const workspace = await workspaceOf(registry.settings, source);
    const { code, stderr } = await workspace.run("init");
    expect(code).toBe(1);
    expect(stderr).toContain("authentication signature from unknown issuer");
  });
});
