import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { unzipSync } from "fflate";
import { version } from "../../package.json";
import { terraformPlatform } from "../../src/cli/commands/install/mirror";
import { type Emulator, startEmulator } from "../../src/emulator/emulator";
import { type TerraformWorkspace, terraformWorkspace } from "../../src/tasks/real-terraform/workspace";
import { addToMirror, zip } from "../../src/tasks/release/archives";
import { releaseFiles } from "../../src/tasks/release/registry-files";
import { itWith } from "../real-core";
import { type HttpsHost, serveOverTls } from "./https-host";
import { archiveName, makeSmallRelease, platformName, releasedPlatforms, standIn } from "./small-release";

const OLD = "0.0.9";
const platform = terraformPlatform();
const HOSTS = ["registry.terraform.io", "registry.opentofu.org"];

const folder = mkdtempSync(join(tmpdir(), "network-mirror-"));
const opened: (() => Promise<void>)[] = [];
let service: Emulator;
let site: string;
let host: HttpsHost;
/** The hashes of the newest version, by platform. */
let hashes: Readonly<Record<string, readonly string[]>>;

beforeAll(async () => {
  service = await startEmulator({ limits: "off" });
  site = join(folder, "site");
  await addToMirror(site, [await makeSmallRelease(join(folder, "old"), OLD)]);
  const document = await makeSmallRelease(join(folder, "new"), version);
  await addToMirror(site, [document]);
  const { archives } = JSON.parse(readFileSync(document, "utf8"));
  hashes = Object.fromEntries(
    releasedPlatforms.map((each) => [platformName(each), archives[platformName(each)].hashes]),
  );
  host = await serveOverTls(site);
});
afterAll(async () => {
  for (const close of opened.reverse()) await close();
  await host.close();
  await service.close();
  rmSync(folder, { recursive: true });
});

interface Installation {
  readonly of?: HttpsHost;
  readonly source?: string;
  readonly constraint?: string;
  /** More lines in the block of the CLI configuration. */
  readonly settings?: string;
}

/** A workspace that installs the provider from the mirror and has no other source of providers. */
async function workspaceFrom({
  of = host,
  source = "rblmonitor/rblmonitor",
  constraint = ">= 0",
  settings = "",
}: Installation = {}): Promise<TerraformWorkspace> {
  const rc = join(folder, `${opened.length}.rc`);
  writeFileSync(
    rc,
    `provider_installation {\n  network_mirror {\n    url = "${of.url}"\n${settings}  }\n}\n`,
  );
  const workspace = await terraformWorkspace({
    account: { url: service.url, accountSid: service.accountSid, authToken: service.authToken },
    environment: { TF_CLI_CONFIG_FILE: rc, SSL_CERT_FILE: of.authority },
    files: {
      "main.tf": `terraform {
  required_providers {
    rblmonitor = {
      source  = "${source}"
      version = "${constraint}"
    }
  }
}
resource "rblmonitor_contact_group" "postmasters" {
  name = "Postmasters"
}
`,
    },
  });
  opened.push(() => workspace.remove());
  return workspace;
}

/** What a command prints on standard error, in one line, without the frame. */
const words = (text: string) => text.replace(/[│╷╵\s]+/g, " ");

/** The hashes in the lock file of a workspace. */
function locked(workspace: TerraformWorkspace): string[] {
  const lock = readFileSync(join(workspace.folder, ".terraform.lock.hcl"), "utf8");
  return [...lock.matchAll(/"((?:h1|zh):[^"]+)"/g)].map(([, hash]) => `${hash}`).sort();
}

/** Go's hash of a folder (golang.org/x/mod/sumdb/dirhash, Hash1), of the files in an archive. */
function h1(archive: Uint8Array): string {
  const sha256 = (content: Uint8Array | string) => createHash("sha256").update(content);
  const lines = Object.entries(unzipSync(archive))
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([file, content]) => `${sha256(content).digest("hex")}  ${file}\n`);
  return `h1:${sha256(lines.join("")).digest("base64")}`;
}

describe("the files of a network mirror", () => {
  it.each(HOSTS)("list all versions under %s", (registry) => {
    const provider = join(site, registry, "rblmonitor", "rblmonitor");
    expect(readdirSync(provider).sort()).toEqual([`${OLD}.json`, `${version}.json`, "index.json"]);
    expect(JSON.parse(readFileSync(join(provider, "index.json"), "utf8"))).toEqual({
      versions: { [OLD]: {}, [version]: {} },
    });
  });

  it("name each archive, which is there once, with the hashes of both schemes", () => {
    const provider = join(site, "registry.terraform.io/rblmonitor/rblmonitor");
    const { archives } = JSON.parse(readFileSync(join(provider, `${version}.json`), "utf8"));
    expect(Object.keys(archives).sort()).toEqual(releasedPlatforms.map(platformName).sort());
    for (const { url, hashes } of Object.values<{ url: string; hashes: string[] }>(archives)) {
      const archive = readFileSync(join(provider, url));
      const zh = `zh:${createHash("sha256").update(archive).digest("hex")}`;
      expect(hashes).toEqual([h1(archive), zh]);
    }
    expect(readdirSync(join(site, "archives"))).toHaveLength(2 * releasedPlatforms.length);
  });

  it.each([
    ["no hashes", { url: "../../../archives/a.zip" }, "there is no h1: hash"],
    ["one scheme", { url: "../../../archives/a.zip", hashes: ["h1:x="] }, "there is no zh: hash"],
    [
      "an archive outside of the site",
      { url: "../../../../a.zip", hashes: ["h1:x=", "zh:0"] },
      "is outside of",
    ],
  ])("are not written for %s", (_, archive, message) => {
    const document = join(folder, releaseFiles("1.0.0").mirror);
    writeFileSync(document, JSON.stringify({ archives: { linux_amd64: archive } }));
    const other = join(folder, "other", "site");
    const add = () =>
      execFileSync("node", ["src/tasks/release/mirror-site.mjs", other, document], { stdio: "pipe" });
    expect(add).toThrow(message);
    expect(readdirSync(folder)).not.toContain("other");
  });
});

// Go reads SSL_CERT_FILE on Linux, not on macOS and Windows.
const describeOverTls = process.platform === "linux" ? describe : describe.skip;

describeOverTls("from a network mirror over TLS,", () => {
  it.each(["rblmonitor/rblmonitor", ...HOSTS.map((each) => `${each}/rblmonitor/rblmonitor`)])(
    "init installs the newest version of %s, which then plans",
    async (source) => {
      const workspace = await workspaceFrom({ source });
      const { stdout } = await workspace.succeed("init");
      // Each core leaves out its own registry's host name.
      const installed = new RegExp(
        `Installed (\\S+/)?rblmonitor/rblmonitor v${version} \\(verified checksum\\)`,
      );
      expect(stdout).toMatch(installed);
      expect(locked(workspace)).toEqual(expect.arrayContaining([hashes[platformName(platform)]?.[0]]));
      expect((await workspace.succeed("plan")).stdout).toContain("1 to add");
    },
  );

  it("init installs an older version that the configuration requires", async () => {
    const workspace = await workspaceFrom({ constraint: OLD });
    expect((await workspace.succeed("init")).stdout).toContain(`rblmonitor v${OLD} (verified checksum)`);
  });

  it("providers lock records the hashes of four releasedPlatforms, and init then changes nothing", async () => {
    const workspace = await workspaceFrom();
    const wanted = releasedPlatforms.map((each) => `-platform=${platformName(each)}`);
    await workspace.succeed("providers", "lock", `-net-mirror=${host.url}`, ...wanted);
    expect(releasedPlatforms).toHaveLength(4);
    const first = releasedPlatforms.map((each) => hashes[platformName(each)]?.[0]);
    expect(locked(workspace)).toEqual(expect.arrayContaining(first));
    await workspace.succeed("init", "-lockfile=readonly");
  });

  it("an archive that was changed is refused", async () => {
    const changed = join(folder, "changed");
    cpSync(site, changed, { recursive: true });
    const archive = archiveName(version, platform);
    writeFileSync(join(changed, "archives", archive), zip(standIn(version, platform)).archive);
    const other = await serveOverTls(changed);
    opened.push(other.close);
    const { code, stderr } = await (await workspaceFrom({ of: other })).run("init");
    expect(code).toBe(1);
    expect(words(stderr)).toContain("expected checksums");
  });

  it("nothing is installed where the host's certificate is not trusted", async () => {
    const stranger = await serveOverTls(site);
    opened.push(stranger.close);
    const { code, stderr } = await (await workspaceFrom({ of: { ...host, url: stranger.url } })).run("init");
    expect(code).toBe(1);
    expect(words(stderr)).toContain("certificate signed by unknown authority");
  });

  it("archives are found elsewhere, behind a redirect, as in GitHub's releases", async () => {
    const documents = join(folder, "documents");
    const release = join(folder, "elsewhere");
    mkdirSync(release);
    const files = await serveOverTls(folder, { "/download/": "/elsewhere/" });
    opened.push(files.close);
    await addToMirror(documents, [await makeSmallRelease(release, version, `${files.url}download/`)]);
    expect(readdirSync(documents).sort()).toEqual([...HOSTS].sort());
    const pages = await serveOverTls(documents);
    opened.push(pages.close);
    const authority = join(folder, "both.pem");
    writeFileSync(authority, [pages, files].map((each) => readFileSync(each.authority, "utf8")).join(""));
    const workspace = await workspaceFrom({ of: { ...pages, authority } });
    await workspace.succeed("init");
    const [asked, redirected] = files.requests.map((path) => path.split("/")[1]);
    expect([asked, redirected]).toEqual(["download", "elsewhere"]);
  });

  itWith("trust in network mirrors")("init records the hashes of all platforms in both schemes", async () => {
    const workspace = await workspaceFrom({ settings: "    trust_all_hashes = true\n" });
    await workspace.succeed("init");
    expect(locked(workspace)).toEqual(Object.values(hashes).flat().sort());
  });
});
