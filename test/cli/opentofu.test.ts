import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { onPath } from "../../src/cli/terraform-program";
import { type Emulator, startEmulator } from "../../src/emulator/emulator";
import { findTerraform } from "../../src/tasks/real-terraform/find";
import {
  builtPlugin,
  type TerraformWorkspace,
  terraformWorkspace,
} from "../../src/tasks/real-terraform/workspace";
import { closeAccounts, closeLater } from "../acceptance/account";
import { itWith } from "../real-core";
import { commandRun } from "./commands/drift/command";

/** The real OpenTofu, next to a program `terraform` that can read nothing. */
let workspace: TerraformWorkspace;
let service: Emulator;

afterEach(closeAccounts);

async function start(): Promise<Emulator> {
  const emulator = await startEmulator({ limits: "off" });
  closeLater(() => emulator.close());
  return emulator;
}

const required =
  'terraform {\n  required_providers {\n    rblmonitor = {\n      source = "rblmonitor/rblmonitor"\n    }\n  }\n}\n';

/** Applies a configuration. */
async function apply(files: Readonly<Record<string, string>>): Promise<void> {
  service = await start();
  workspace = await terraformWorkspace({ account: service, files: { "required.tf": required, ...files } });
  closeLater(() => workspace.remove());
  // It configures a backend, and fails then, since the plugin is in no registry.
  await workspace.run("init");
  await workspace.succeed("apply", "-auto-approve");
}

async function run(...args: string[]) {
  const programs = join(workspace.folder, ".programs");
  await mkdir(programs, { recursive: true });
  const tofu = await findTerraform();
  await symlink(resolve((await onPath(tofu, `${process.env.PATH}`)) ?? tofu), join(programs, "tofu")).catch(
    () => 0,
  );
  const refusal = "#!/bin/sh\necho 'Run terraform init -migrate-state' >&2; exit 1\n";
  await writeFile(join(programs, "terraform"), refusal, { mode: 0o755 });
  const rc = join(programs, "rc");
  await writeFile(
    rc,
    `provider_installation {\n  dev_overrides {\n    "rblmonitor/rblmonitor" = ${JSON.stringify(resolve(builtPlugin()))}\n  }\n}\n`,
  );
  const environment = { PATH: `${programs}:${process.env.PATH}`, TF_CLI_CONFIG_FILE: rc };
  return commandRun(service, args, { cwd: workspace.folder, environment });
}

const group = (name: string) => `resource "rblmonitor_contact_group" "${name}" {\n  name = "${name}"\n}\n`;

itWith("provider instances")(
  "drift distinguishes the instances of a provider, and reviews refuse them",
  async () => {
    const other = await start();
    await apply({
      "main.tf": `
variable "accounts" {}
provider "rblmonitor" {
  alias       = "by"
  for_each    = var.accounts
  base_url    = each.value.url
  account_sid = each.value.accountSid
  auth_token  = each.value.authToken
}
resource "rblmonitor_contact_group" "mail" {
  for_each = var.accounts
  provider = rblmonitor.by[each.key]
  name     = each.key
}
`,
      "accounts.auto.tfvars.json": JSON.stringify({ accounts: await accounts(other) }),
    });
    expect((await run("drift")).stderr).toContain('provider: by["here"], by["there"]. Objects of another');
    service = other;
    const { stdout, stderr } = await run("drift", "--provider", 'by["there"]', "--no-undeclared");
    expect(stderr + stdout).toContain("1 declared: 0 changed, 0 missing");
    await workspace.succeed("plan", "-destroy", "-out=planned");
    expect((await run("review", "planned")).stderr).toContain("of the provider: by[*].");
    expect((await run("review", "planned", "--provider", "*")).stdout).toContain("2 destroyed");
  },
);

const accounts = async (there: Emulator) => {
  const here = await start();
  const credentials = ({ url, accountSid, authToken }: Emulator) => ({ url, accountSid, authToken });
  return { here: credentials(here), there: credentials(there) };
};

itWith("encrypted states")("encrypted states and plans are read by tofu", async () => {
  const method = "{\n      method = method.aes_gcm.own\n    }";
  await apply({
    "main.tf": `${group("ops")}terraform {
  encryption {
    key_provider "pbkdf2" "own" {
      passphrase = "correct-horse-battery-staple"
    }
    method "aes_gcm" "own" {
      keys = key_provider.pbkdf2.own
    }
    state ${method}
    plan ${method}
  }
}
`,
  });
  expect((await run("drift", "--no-undeclared")).stdout).toContain("1 declared: 0 changed, 0 missing");
  await workspace.succeed("plan", "-destroy", "-out=planned");
  expect((await run("review", "planned")).stdout).toContain("1 destroyed");
});

itWith(".tofu files")("files that only OpenTofu reads decide about state and configuration", async () => {
  await apply({
    "main.tf": group("of_terraform"),
    "main.tofu": group("of_tofu"),
    "backend.tofu": 'terraform {\n  backend "local" {\n    path = "elsewhere.tfstate"\n  }\n}\n',
  });
  expect((await run("drift", "--no-undeclared")).stdout).toContain("1 declared: 0 changed, 0 missing");
  await workspace.succeed("state", "rm", "rblmonitor_contact_group.of_tofu");
  expect((await run("imports", "--stdout")).stdout).toContain("to = rblmonitor_contact_group.of_tofu");
});
