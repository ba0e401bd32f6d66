import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSigningKey } from "./signing-key";

// Requires gpg, as the tests of the release do. GitHub's machines have it.
const describeRelease = process.env.RBLMONITOR_TEST_RELEASE ? describe : describe.skip;

interface Workflow {
  /** A job without steps calls another workflow. */
  readonly jobs: Readonly<Record<string, { steps?: readonly { name?: string; run?: string }[] }>>;
}
const { parse } = createRequire(require.resolve("knip"))("yaml") as { parse(text: string): Workflow };
const workflow = parse(readFileSync(".github/workflows/release.yml", "utf8"));

const SUMS = "terraform-provider-rblmonitor_0.2.0_SHA256SUMS";
const changelog = `# Changelog

## [Unreleased]

- Not yet.

## [0.2.0] - 2026-10-20

- Provider: hosts may be paused.

## [0.1.0] - 2026-01-31

- Provider: the first.
`;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "publishing-"));
  mkdirSync(join(folder, "release"));
  writeFileSync(join(folder, "CHANGELOG.md"), changelog);
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs a step of the workflow as GitHub does, with scripts for programs; by default, they print how they were called. */
function step(
  name: string,
  tag: string,
  environment: Readonly<Record<string, string>> = {},
  scripts: Readonly<Record<string, string>> = {},
) {
  const found = Object.values(workflow.jobs).flatMap(({ steps = [] }) =>
    steps.filter((each) => each.name === name),
  );
  const script = join(folder, "step.sh");
  writeFileSync(script, found[0]?.run ?? "exit 99");
  const programs = join(folder, "programs");
  mkdirSync(programs, { recursive: true });
  for (const program of ["gh", "npm"]) {
    writeFileSync(join(programs, program), `#!/bin/sh\n${scripts[program] ?? `echo ${program} "$@"`}\n`);
    chmodSync(join(programs, program), 0o755);
  }
  const env = {
    ...{ PATH: `${programs}:${process.env.PATH}`, HOME: folder, TMPDIR: folder, GITHUB_REF_NAME: tag },
    ...environment,
  };
  return spawnSync("bash", ["-e", script], { cwd: folder, env, encoding: "utf8" });
}

describeRelease("the step that signs", () => {
  const passphrase = "correct horse";
  const sign = (secretKey: string, given: string) =>
    step("Sign the checksums", "v0.2.0", { GPG_PRIVATE_KEY: secretKey, GPG_PASSPHRASE: given });

  function release(content: string): void {
    const sum = createHash("sha256").update("an archive").digest("hex");
    for (const build of ["first", "second"]) {
      mkdirSync(join(folder, build), { recursive: true });
      writeFileSync(join(folder, build, "archive.zip"), content);
      writeFileSync(join(folder, build, SUMS), `${sum}  archive.zip\n`);
    }
  }

  it.each(["", passphrase])(
    "makes a binary signature of the checksums, with the passphrase '%s'",
    (phrase) => {
      const key = createSigningKey(phrase);
      try {
        release("an archive");
        const { status, stderr } = sign(key.secretKey, phrase);
        expect(`${status} ${status === 0 ? "" : stderr}`).toBe("0 ");
        const signature = join(folder, "first", `${SUMS}.sig`);
        expect(readFileSync(signature, "latin1")).not.toContain("BEGIN PGP");
        const env = { ...process.env, ...key.environment };
        execFileSync("gpg", ["--verify", signature, join(folder, "first", SUMS)], { env, stdio: "pipe" });
      } finally {
        key.remove();
      }
    },
  );

  it("signs nothing with a wrong passphrase", () => {
    const key = createSigningKey(passphrase);
    try {
      release("an archive");
      expect(sign(key.secretKey, "wrong").status).not.toBe(0);
    } finally {
      key.remove();
    }
  });
});

describe("two builds", () => {
  const sumOf = (content: string) => createHash("sha256").update(content).digest("hex");

  /** Builds both; the second may have different files. @returns the output of the step that compares them */
  function compared(first: Readonly<Record<string, string>>, second = first) {
    for (const [build, files] of Object.entries({ first, second })) {
      mkdirSync(join(folder, build));
      for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, build, name), content);
    }
    return step("Compare the builds", "v0.2.0");
  }
  const files = { "a.zip": "an archive", "b.tgz": "a package" };
  const sums = `${sumOf("an archive")}  a.zip\n${sumOf("a package")}  b.tgz\n`;

  it("that are alike, byte for byte, may be signed", () => {
    expect(compared({ ...files, [SUMS]: sums }).status).toBe(0);
  });

  it.each([
    ["differ", { ...files, [SUMS]: sums }, { ...files, "a.zip": "another", [SUMS]: sums }],
    ["have different files", { ...files, [SUMS]: sums }, { ...files, "c.zip": "", [SUMS]: sums }],
    ["are not as their checksums say", { ...files, "a.zip": "another", [SUMS]: sums }, undefined],
    [
      "have a file without a checksum",
      { ...files, [SUMS]: sums.slice(0, sums.indexOf("\n") + 1) },
      undefined,
    ],
    ["lack a file", { "a.zip": "an archive", [SUMS]: sums }, undefined],
  ])("that %s are not", (_, first, second) => {
    expect(compared(first, second).status).not.toBe(0);
  });
});

describeRelease("what is published", () => {
  const PACKAGE = "rblmonitor-0.2.0.tgz";
  const sumOf = (content: string) => createHash("sha256").update(content).digest("hex");
  const key = createSigningKeyLater();

  /** Signs the checksums, adds the files, and verifies all. @returns the exit code */
  function verified(sums: string, files: Readonly<Record<string, string>>, publicKey = key().publicKey) {
    const release = join(folder, "release");
    writeFileSync(join(release, SUMS), sums);
    const env = { ...process.env, ...key().environment };
    execFileSync("gpg", ["--batch", "--yes", "--detach-sign", join(release, SUMS)], { env, stdio: "pipe" });
    for (const [name, content] of Object.entries(files)) writeFileSync(join(release, name), content);
    const settings = { ...process.env, GPG_PUBLIC_KEY: publicKey };
    return spawnSync("bash", [".ci/verify-release", release], { env: settings, encoding: "utf8" }).status;
  }
  const sums = `${sumOf("a package")}  ${PACKAGE}\n`;

  it("matches the signed file", () => {
    expect(verified(sums, { [PACKAGE]: "a package" })).toBe(0);
  });

  it.each([
    ["another package", sums, { [PACKAGE]: "another" }],
    ["a file that is not in the checksums", sums, { [PACKAGE]: "a package", "more.zip": "" }],
    ["without the package", `${sumOf("a")}  a.zip\n`, { "a.zip": "a" }],
    [
      "checksums that were changed after they were signed",
      sums,
      { [PACKAGE]: "a package", [SUMS]: `${sums}\n` },
    ],
  ])("is not %s", (_, signed, files) => {
    expect(verified(signed, files)).not.toBe(0);
  });

  it("rejects another key and an unknown key", () => {
    const other = createSigningKey("");
    try {
      expect(verified(sums, { [PACKAGE]: "a package" }, other.publicKey)).not.toBe(0);
      expect(verified(sums, { [PACKAGE]: "a package" }, "")).not.toBe(0);
    } finally {
      other.remove();
    }
  });
});

describeRelease("the network mirror", () => {
  const sumOf = (content: string) => createHash("sha256").update(content).digest("hex");
  const key = createSigningKeyLater();
  // Answers both commands of the step from a folder of releases.
  const gh = `case "$1" in
    api) ls published ;;
    release) mkdir -p "$5" && cp "published/$3"/*_mirror.json "published/$3"/*_SHA256SUMS* "$5" ;;
  esac`;
  const document = (version: string) => `terraform-provider-rblmonitor_${version}_mirror.json`;

  /** Publishes a release, whose checksums have its package, too. */
  function publish(version: string): void {
    const release = join(folder, "published", `v${version}`);
    mkdirSync(release, { recursive: true });
    const archive = { url: `https://example.com/${version}.zip`, hashes: ["h1:x=", "zh:0"] };
    const text = JSON.stringify({ archives: { linux_amd64: archive } });
    writeFileSync(join(release, document(version)), text);
    const file = join(release, `terraform-provider-rblmonitor_${version}_SHA256SUMS`);
    const sums = `${sumOf("it")}  rblmonitor-${version}.tgz\n${sumOf(text)}  ${document(version)}\n`;
    writeFileSync(file, sums);
    const env = { ...process.env, ...key().environment };
    execFileSync("gpg", ["--batch", "--yes", "--detach-sign", file], { env, stdio: "pipe" });
  }

  function collected(tag: string): number | null {
    cpSync(".ci", join(folder, ".ci"), { recursive: true });
    return step("Collect the releases", tag, { GPG_PUBLIC_KEY: key().publicKey }, { gh }).status;
  }

  it("lists every release, the new one as well", () => {
    for (const version of ["0.1.0", "0.2.0-rc.1", "0.2.0"]) publish(version);
    expect(collected("v0.2.0")).toBe(0);
    expect(step("Lay out the mirror", "v0.2.0").status).toBe(0);
    const provider = join(folder, "site/registry.opentofu.org/rblmonitor/rblmonitor");
    expect(JSON.parse(readFileSync(join(provider, "index.json"), "utf8"))).toEqual({
      versions: { "0.1.0": {}, "0.2.0": {}, "0.2.0-rc.1": {} },
    });
    expect(readFileSync(join(provider, "0.1.0.json"), "utf8")).toContain("https://example.com/0.1.0.zip");
  });

  it("is not published without the new release, or with a document that was changed after it was signed", () => {
    publish("0.1.0");
    expect(collected("v0.2.0")).not.toBe(0);
    publish("0.2.0");
    expect(collected("v0.2.0")).toBe(0);
    writeFileSync(join(folder, "published/v0.1.0", document("0.1.0")), "{}");
    expect(collected("v0.2.0")).not.toBe(0);
  });
});

/** A key for the tests of a group. */
function createSigningKeyLater(): () => ReturnType<typeof createSigningKey> {
  let key: ReturnType<typeof createSigningKey> | undefined;
  afterAll(() => key?.remove());
  return () => {
    key ??= createSigningKey("");
    return key;
  };
}

describe("the notes of a release", () => {
  const notes = (tag: string) => {
    const { status } = step("Take the notes from the changelog", tag);
    return status === 0 ? readFileSync(join(folder, "notes.md"), "utf8").trim() : status;
  };

  it("are the changes of its version alone", () => {
    expect(notes("v0.2.0")).toBe("- Provider: hosts may be paused.");
    expect(notes("v0.1.0")).toBe("- Provider: the first.");
  });

  it("are not missing, and not those of a version that begins alike", () => {
    expect(notes("v0.3.0")).toBe(1);
    expect(notes("v0.2")).toBe(1);
  });
});

describe("a tag", () => {
  const published = (name: string, tag: string) => {
    writeFileSync(join(folder, "release/it.tgz"), "");
    return step(name, tag).stdout.trim();
  };

  it("of a version is the latest release, on GitHub and for npm", () => {
    expect(published("Publish the release", "v0.2.0")).toMatch(/^gh release create v0\.2\.0 .* notes\.md$/);
    expect(published("Publish the package", "v0.2.0")).toMatch(/--tag latest$/);
  });

  it("of a pre-release is not, as the registries want it said", () => {
    expect(published("Publish the release", "v0.2.0-rc.1")).toMatch(/--prerelease$/);
    expect(published("Publish the package", "v0.2.0-rc.1")).toMatch(/--tag next$/);
  });
});
