import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSigningKey } from "./signing-key";

// As in the tests of the release itself: there has to be a gpg, as on GitHub's machines.
const describeRelease = process.env.RBLMONITOR_TEST_RELEASE ? describe : describe.skip;

interface Workflow {
  readonly jobs: Readonly<Record<string, { steps: readonly { name?: string; run?: string }[] }>>;
}
const { parse } = createRequire(require.resolve("knip"))("yaml") as { parse(text: string): Workflow };
const workflow = parse(readFileSync(".github/workflows/release.yml", "utf8"));

const SUMS = "terraform-provider-rblmonitor_0.2.0_SHA256SUMS";
const changelog = `# Changelog

## Unreleased

- Not yet.

## 0.2.0 (2026-10-20)

- Provider: hosts may be paused.

## 0.1.0 (2026-01-31)

- Provider: the first.
`;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "publishing-"));
  mkdirSync(join(folder, "release"));
  writeFileSync(join(folder, "CHANGELOG.md"), changelog);
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs a step of the workflow as GitHub does, with programs that only tell how they were called. */
function step(name: string, tag: string, environment: Readonly<Record<string, string>> = {}) {
  const found = Object.values(workflow.jobs).flatMap(({ steps }) =>
    steps.filter((each) => each.name === name),
  );
  const script = join(folder, "step.sh");
  writeFileSync(script, found[0]?.run ?? "exit 99");
  const programs = join(folder, "programs");
  mkdirSync(programs, { recursive: true });
  for (const program of ["gh", "npm"]) {
    writeFileSync(join(programs, program), `#!/bin/sh\necho ${program} "$@"\n`);
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
    writeFileSync(join(folder, "release/archive.zip"), content);
    writeFileSync(join(folder, "release", SUMS), `${sum}  archive.zip\n`);
  }

  it.each(["", passphrase])(
    "makes a binary signature of the checksums, with the passphrase '%s'",
    (phrase) => {
      const key = createSigningKey(phrase);
      try {
        release("an archive");
        const { status, stderr } = sign(key.secretKey, phrase);
        expect(`${status} ${status === 0 ? "" : stderr}`).toBe("0 ");
        const signature = join(folder, "release", `${SUMS}.sig`);
        expect(readFileSync(signature, "latin1")).not.toContain("BEGIN PGP");
        const env = { ...process.env, ...key.environment };
        execFileSync("gpg", ["--verify", signature, join(folder, "release", SUMS)], { env, stdio: "pipe" });
      } finally {
        key.remove();
      }
    },
  );

  it("signs nothing with a wrong passphrase, nor what is not as the checksums say", () => {
    const key = createSigningKey(passphrase);
    try {
      release("an archive");
      expect(sign(key.secretKey, "wrong").status).not.toBe(0);
      release("another");
      expect(sign(key.secretKey, passphrase)).toMatchObject({ status: 1, stdout: "archive.zip: FAILED\n" });
    } finally {
      key.remove();
    }
  });
});

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
