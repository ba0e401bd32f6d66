import { version, versionRange } from "../../../provider/version";
import { ignoredFiles } from "../../project/files";
import type { PackageSource } from "../../project/package-source";
import type { Program } from "../../terraform-program";
import type { Project } from "./project";
import { workflow, workflowFile } from "./workflow";

/** A configuration in HCL. npm is needed only for installing the provider. */
export function configuration({ argument }: PackageSource, program: Program): Project {
  // npm would resolve the path from the next folder above that has a package.json.
  const install = `npx --yes --prefix . --package=${argument} rblmonitor install`;
  const steps = [
    { name: "Install the provider", commands: [install] },
    `${program} init -input=false`,
    `${program} fmt -check`,
    `${program} validate`,
    `${program} test`,
  ];
  return {
    files: new Map([
      ["main.tf", main],
      ["main.tftest.hcl", tests],
      [".gitignore", `.terraform/\n${ignoredFiles}`],
      [workflowFile, workflow(program, steps)],
    ]),
    next: [install, `${program} init`, `${program} apply`],
  };
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
}

resource "rblmonitor_contact_group" "postmasters" {
  name = "Postmasters"
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
