import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { planText } from "../../../src/cli/plan/read-plan";

let folder: string;
const plan = '{"format_version":"1.2","resource_changes":[]}';
const stdin = (async function* () {})();

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "other-core-"));
  await writeFile(join(folder, "planned"), "PK\u0003\u0004");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Puts a program on the PATH that prints a plan, or these words and ends with 1. */
async function install(name: string, words?: string): Promise<string> {
  const file = join(folder, name);
  const does = words === undefined ? `echo '${plan}'` : `echo '${words}' >&2; exit 1`;
  await writeFile(file, `#!/bin/sh\n${does}\n`, { mode: 0o755 });
  return file;
}

const read = (env: object = {}) =>
  planText(join(folder, "planned"), undefined, { PATH: folder, ...env }, stdin).then(({ text }) =>
    text.trim(),
  );

const refusals = {
  "another version": "│ Plan read error: plan file was\n│ created by OpenTofu 1.12.6, but this is 1.11.4",
  "a provider of the other registry":
    'Error: Failed to load plugin schemas: unavailable provider "registry.opentofu.org/rblmonitor/rblmonitor"',
};

describe("a plan file", () => {
  it.each(Object.entries(refusals))(
    "that terraform refuses because of %s is read by tofu",
    async (_reason, words) => {
      await install("terraform", words);
      await install("tofu");
      expect(await read()).toBe(plan);
    },
  );

  it("that the named program refuses is read by one on the PATH", async () => {
    const named = await install("terraform-1.5", refusals["another version"]);
    await install("terraform", refusals["another version"]);
    await install("tofu");
    expect(await read({ TERRAFORM_BINARY_NAME: named })).toBe(plan);
  });

  it("that no program can read is reported with the message of each program", async () => {
    await install("terraform", refusals["another version"]);
    await expect(read()).rejects.toThrow(
      /`terraform show -json planned` in .* ended with 1:.*created by OpenTofu 1\.12\.6.*TERRAFORM_BINARY_NAME/s,
    );
    await install("tofu", "plan file was created by Terraform 1.9.0");
    await expect(read()).rejects.toThrow(
      /`terraform show .*OpenTofu 1\.12\.6.*`tofu show .*Terraform 1\.9\.0/s,
    );
  });

  it("that is encrypted is read by tofu", async () => {
    await writeFile(join(folder, "planned"), '{"meta":{"key_provider.pbkdf2.k":"x"},"encrypted_data":"x"}');
    await install("terraform", "the plan is damaged");
    await install("tofu");
    expect(await read()).toBe(plan);
    await install("tofu", "the passphrase is wrong");
    await expect(read()).rejects.toThrow(/`tofu show .*the passphrase is wrong.*`terraform show /s);
  });

  it("is not read by another program if the configured program does not exist", async () => {
    await install("terraform");
    await expect(read({ TERRAFORM_BINARY_NAME: "terrafrom" })).rejects.toThrow(
      "terrafrom is not on the PATH",
    );
  });
});
