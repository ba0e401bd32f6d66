import { version, versionRange } from "../../../provider/version";
import { applicationFiles, type Library, stackName } from "../../project/application-files";
import type { ProjectFiles } from "../../project/files";
import type { PackageSource } from "../../project/package-source";
import type { Program } from "../../terraform-program";

/** A template, filled in, and the commands that install and apply it in its folder. */
type Project = readonly [files: ProjectFiles, next: readonly string[]];

/** An application in TypeScript for CDK Terrain or CDKTF. */
export function application(library: Library, { specifier }: PackageSource, program: Program): Project {
  const inStack = `${program} -chdir=cdktf.out/stacks/${stackName}`;
  const scripts = {
    test: "tsc && node --test dist/*.test.js",
    apply: `npm run synth && ${inStack} init && ${inStack} apply`,
  };
  const steps = [
    "npm ci --ignore-scripts",
    "npm test",
    "npx rblmonitor install",
    "npm run synth",
    `${inStack} init -input=false`,
    `${inStack} validate`,
  ];
  const files = new Map([
    ...applicationFiles(library, specifier, scripts),
    ["main.ts", mainModule(library)],
    ["main.test.ts", testModule(library)],
    [workflowFile, workflow(program, steps)],
  ]);
  return [files, ["npm install", "npx rblmonitor install", "npm run apply"]];
}

const mainModule = (library: Library) => `import { App, TerraformStack } from "${library}";
import type { Construct } from "constructs";
import {
  Contacts,
  Host,
  MonitoringProfile,
  NotificationGroup,
  RblmonitorProvider,
} from "rblmonitor/${library}";

/** What is monitored, how often, and who is notified. */
export class Monitoring extends TerraformStack {
  constructor(scope: Construct, id: string) {
    super(scope, id);

    // The account is set by RBLMONITOR_BASE_URL, RBLMONITOR_ACCOUNT_SID and RBLMONITOR_AUTH_TOKEN.
    new RblmonitorProvider(this, "rblmonitor");

    const hourly = new MonitoringProfile(this, "hourly", {
      name: "Every hour",
      frequency: "1_hour",
    });
    const postmasters = new NotificationGroup(this, "postmasters", {
      name: "Postmasters",
      contacts: [Contacts.email("postmaster@example.com")],
    });
    new Host(this, "mx", {
      host: "192.0.2.25",
      name: "mx",
      profile: hourly,
      contactGroups: [postmasters],
    });
  }
}

// \`npm run synth\` runs this file. The tests import it.
if (require.main === module) {
  const app = new App();
  new Monitoring(app, "${stackName}");
  app.synth();
}
`;

const testModule = (library: Library) => `import assert from "node:assert/strict";
import { test } from "node:test";
import { Testing } from "${library}";
import { Contact, Host } from "rblmonitor/${library}";
import { declared } from "rblmonitor/${library}/testing";
import { Monitoring } from "./main";

const stack = new Monitoring(Testing.app(), "${stackName}");
const groupsOf = (attributes: Readonly<Record<string, unknown>>) => attributes.contact_groups as string[];

test("every host has a contact", () => {
  const reached = new Set(declared(stack, Contact).flatMap(({ attributes }) => groupsOf(attributes)));
  const hosts = declared(stack, Host);
  assert.ok(hosts.length > 0);
  for (const { address, attributes } of hosts)
    assert.ok(groupsOf(attributes).some((group) => reached.has(group)), \`\${address} has no contact\`);
});
`;

/** A configuration in HCL. npm is needed only for installing the provider. */
export function configuration({ argument }: PackageSource, program: Program): Project {
  // npm would resolve the path from the next folder above that has a package.json.
  const install = `npx --yes --prefix . --package=${argument} rblmonitor install`;
  const steps = [
    install,
    `${program} init -input=false`,
    `${program} fmt -check`,
    `${program} validate`,
    `${program} test`,
  ];
  const files = new Map([
    ["main.tf", main],
    ["main.tftest.hcl", tests],
    [workflowFile, workflow(program, steps)],
  ]);
  return [files, [install, `${program} init`, `${program} apply`]];
}

const main = `terraform {
  required_providers {
    rblmonitor = {
      source  = "rblmonitor/rblmonitor"
      version = "${versionRange(version)}"
    }
  }
}

# The account is set by RBLMONITOR_BASE_URL, RBLMONITOR_ACCOUNT_SID and RBLMONITOR_AUTH_TOKEN.
provider "rblmonitor" {}

resource "rblmonitor_monitoring_profile" "hourly" {
  name      = "Every hour"
  frequency = "1_hour"

  # If you remove it later, its hosts first move to another one.
  lifecycle {
    create_before_destroy = true
  }
}

resource "rblmonitor_contact_group" "postmasters" {
  name = "Postmasters"

  lifecycle {
    create_before_destroy = true
  }
}

resource "rblmonitor_contact" "postmaster" {
  contact        = "postmaster@example.com"
  type           = "email"
  contact_groups = [rblmonitor_contact_group.postmasters.id]
}

resource "rblmonitor_host" "mx" {
  host           = "192.0.2.25"
  name           = "mx"
  profile        = rblmonitor_monitoring_profile.hourly.id
  contact_groups = [rblmonitor_contact_group.postmasters.id]
}
`;

/** Mock providers are new in Terraform 1.7 and OpenTofu 1.8. */
const tests = `# Runs without an account. Requires Terraform 1.7 or OpenTofu 1.8.
mock_provider "rblmonitor" {}

run "the_host_has_a_contact" {
  assert {
    condition     = length(setintersection(rblmonitor_host.mx.contact_groups, rblmonitor_contact.postmaster.contact_groups)) > 0
    error_message = "The host mx has no contact."
  }
}
`;

const workflowFile = ".github/workflows/monitoring.yml";

const setup: Readonly<Record<Program, string>> = {
  terraform: `hashicorp/setup-terraform@dfe3c3f87815947d99a8997f908cb6525fc44e9e # v4.0.1
        with:
          terraform_wrapper: false`,
  tofu: `opentofu/setup-opentofu@a1320f892987e89d278cc92dc5adc984fb93aca4 # v2.0.2
        with:
          tofu_wrapper: false`,
};

/** A GitHub workflow that runs the project's checks. Actions are named by the commits of their versions. */
function workflow(program: Program, commands: readonly string[]): string {
  return `# Checks every change. It needs no account. To plan and apply in a pipeline, store the state in a backend first.
name: monitoring
on:
  push:
    branches: [main]
  pull_request:
permissions:
  contents: read
jobs:
  check:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@d23441a48e516b6c34aea4fa41551a30e30af803 # v6.1.0
        with:
          persist-credentials: false
      - uses: actions/setup-node@249970729cb0ef3589644e2896645e5dc5ba9c38 # v6.5.0
        with:
          node-version: 24
      - uses: ${setup[program]}
${commands.map((command) => `      - run: ${command}\n`).join("")}`;
}
