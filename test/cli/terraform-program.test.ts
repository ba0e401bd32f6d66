import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { lockNotes, programOn, terraformOutput } from "../../src/cli/terraform-program";

let folder: string;
let programs: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "project-"));
  programs = await mkdtemp(join(tmpdir(), "programs-"));
});
afterEach(async () => {
  for (const each of [folder, programs]) await rm(each, { recursive: true });
});

/** Puts a program on the PATH that prints its name, or these words and ends with 1. */
async function install(name: string, words?: string): Promise<void> {
  const does = words === undefined ? `echo ${name}` : `echo '${words}' >&2; exit 1`;
  await writeFile(join(programs, name), `#!/bin/sh\n${does}\n`, { mode: 0o755 });
}

const write = (name: string, text: string) => writeFile(join(folder, name), text);
const run = async (line = "state pull", env: object = {}) => {
  const args = line.split(" ");
  const command = { folder, args, alternative: "pass a file" };
  const printed = await terraformOutput(command, { PATH: programs, ...env });
  return printed.trim();
};

const lock = (host: string) => `provider "${host}/rblmonitor/rblmonitor" {\n  version = "0.1.0"\n}\n`;
const encrypted = '{"serial":1,"lineage":"","meta":{"key_provider.pbkdf2.k":"x"},"encrypted_data":"x"}';
const projects = [
  ["the lock file of an OpenTofu project", ".terraform.lock.hcl", lock("registry.opentofu.org"), "tofu"],
  ["the lock file of a Terraform project", ".terraform.lock.hcl", lock("registry.terraform.io"), "terraform"],
  ["the lock file of another registry", ".terraform.lock.hcl", lock("registry.example.com"), "terraform"],
  ["a .tofu file", "main.tofu", "", "tofu"],
  ["a .tofu.json file", "main.tofu.json", "{}", "tofu"],
  ["an encrypted state", "terraform.tfstate", encrypted, "tofu"],
  ["a plain state", "terraform.tfstate", '{"version":4,"resources":[]}', "terraform"],
] as const;

describe("with Terraform and OpenTofu on the PATH", () => {
  beforeEach(async () => {
    await install("terraform");
    await install("tofu");
  });

  it.each(projects)(
    "%s decides which one runs and which one commands name",
    async (_, name, text, program) => {
      await write(name, text);
      expect(await run()).toBe(program);
      expect(await programOn({ PATH: programs }, folder)).toBe(program);
      expect(await run("state pull", { TERRAFORM_BINARY_NAME: join(programs, "terraform") })).toBe(
        "terraform",
      );
    },
  );

  it("a .tofu file decides, since Terraform ignores it, whatever else is there", async () => {
    await write("main.tf", "");
    await write("main.tofu", "");
    await write(".terraform.lock.hcl", lock("registry.terraform.io"));
    expect(await run("plan")).toBe("tofu");
  });
});

describe("a locked state", () => {
  // As Terraform 1.11 prints it.
  const message = `│ Error: Error acquiring the state lock
│
│ Error message: resource temporarily unavailable
│ Lock Info:
│   ID:        6465dbef-8490-2b9d-15db-456393859ecd
│   Path:      terraform.tfstate
│   Operation: OperationTypeApply
│   Who:       root@ci
│   Version:   1.11.4
│   Created:   2026-11-28 06:12:37.103507249 +0000 UTC
│   Info:`;

  it("is reported with its owner and the command that unlocks it, and no other program is tried", async () => {
    await install("terraform", message);
    await install("tofu");
    await expect(run("plan")).rejects.toThrow(
      `The state of ${folder} is locked by root@ci since 2026-11-28 06:12 UTC (OperationTypeApply). Run this command again when that run has ended. If it was killed, unlock the state first:\n\n  terraform -chdir=${folder} force-unlock 6465dbef-8490-2b9d-15db-456393859ecd`,
    );
  });

  it("is reported without an owner that the program does not name", async () => {
    await install("terraform", "Error acquiring the state lock: timeout");
    await expect(run("plan")).rejects.toThrow(/ is locked\. Run .* force-unlock LOCK_ID$/s);
  });

  it("is noted where it can be read, as the file of a local state says", async () => {
    expect(lockNotes(folder, "tofu")).toEqual([]);
    const lock = { ID: "6465dbef", Operation: "OperationTypeApply", Info: "", Who: "root@ci" };
    await write(
      ".terraform.tfstate.lock.info",
      JSON.stringify({ ...lock, Created: "2026-11-28T06:12:37.1Z" }),
    );
    const [note] = lockNotes(folder, "tofu");
    expect(note).toMatch(/ is locked by root@ci since 2026-11-28 06:12 UTC \(OperationTypeApply\), so /);
    expect(note).toContain(`\`tofu -chdir=${folder} force-unlock 6465dbef\``);
  });
});

describe("a folder that the first program cannot read", () => {
  it("is read by the other", async () => {
    await install("terraform", "Reserved argument name in provider block");
    await install("tofu");
    expect(await run()).toBe("tofu");
    await install("terraform");
    await install("tofu", "Cannot read");
    await write(".terraform.lock.hcl", lock("registry.opentofu.org"));
    expect(await run()).toBe("terraform");
  });

  it("is reported with both programs and the variable that names another", async () => {
    await install("terraform", "Reserved argument name");
    await install("tofu", "No passphrase");
    await expect(run()).rejects.toThrow(
      /`terraform state pull` .*Reserved argument name.*`tofu state pull` .*No passphrase.*TERRAFORM_BINARY_NAME/s,
    );
  });

  // As Terraform 1.11 and OpenTofu 1.12 print it.
  const invalid = `│ Error: Invalid expression
│
│   on main.tf line 2, in resource "rblmonitor_host" "mx":
│    2:   host =
│
│ Expected the start of an expression.`;

  it.each([
    ["no project", ""],
    ["a Terraform project", lock("registry.terraform.io")],
  ])("is reported without other programs for a mistake at a line of %s", async (_, locked) => {
    await write(".terraform.lock.hcl", locked);
    for (const name of ["terraform", "tofu"]) await install(name, invalid);
    await expect(run()).rejects.toThrow(/on main\.tf line 2.*\n\nResolve the error, or pass a file\.$/s);
    await expect(run()).rejects.not.toThrow("TERRAFORM_BINARY_NAME");
  });

  it.each([
    'Error: Backend initialization required, please run "terraform init"',
    "Error: Failed to get existing workspaces: connection refused",
    "Error: Missing base_url\n\nThe provider uses API version 4.0. Set base_url.",
    "Error: registry.example.com/x/y does not match any of the checksums recorded in the dependency lock file",
  ])("is reported without other programs for what none of them can read: %s", async (message) => {
    for (const name of ["terraform", "tofu"]) await install(name, message);
    await expect(run()).rejects.toThrow(/\n\nResolve the error, or pass a file\.$/);
    await expect(run()).rejects.not.toThrow("TERRAFORM_BINARY_NAME");
  });

  it("is reported with other programs for what these may accept", async () => {
    await install("tofu", invalid);
    await write(".terraform.lock.hcl", lock("registry.terraform.io"));
    await expect(run()).rejects.toThrow(/terraform is not on the PATH\.\n\nSet TERRAFORM_BINARY_NAME/);
    await install("terraform", invalid.replace("Invalid expression", "Unsupported block type"));
    await expect(run()).rejects.toThrow(/on main\.tf line 2.*\n\nSet TERRAFORM_BINARY_NAME/s);
  });

  it("is reported without the advice of the program that it is not for", async () => {
    await install("terraform", "Run terraform init -migrate-state");
    await install("tofu", "No passphrase");
    await write("terraform.tfstate", encrypted);
    const error = await run().catch(({ message }: Error) => message);
    expect(error).toMatch(
      /`tofu state pull` .*No passphrase.*`terraform state pull` .*\n\nResolve the error, or pass a file/s,
    );
    expect(error).not.toContain("migrate-state");
  });

  it("is never read by Terraform if it has .tofu files", async () => {
    await install("terraform");
    await write("main.tofu", "");
    await expect(run()).rejects.toThrow("tofu is not on the PATH");
    await install("tofu", "No passphrase");
    await expect(run()).rejects.toThrow("No passphrase");
  });

  it("is planned only by the program that it is for", async () => {
    await install("terraform", "The account is unknown");
    await install("tofu");
    expect(await run("plan")).toBe("tofu");
    await write(".terraform.lock.hcl", lock("registry.terraform.io"));
    await expect(run("plan")).rejects.toThrow("The account is unknown");
  });
});
