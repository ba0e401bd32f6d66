import type { Ended } from "../../../src/cli/terraform-program";
import { describeWith, itWith, realCore } from "../../real-core";
import { closeAccounts, openAccount, type TestAccount } from "../account";
import { needing } from "../api-version";

/** Every kind, references between them, data sources whose values go into resources, and functions. */
// Within other text, only what Terraform generates is recognised: what OpenTofu generates is like any word.
const port = realCore().program === "OpenTofu" ? "" : ":8443";

// OpenTofu 1.12.6 crashes over a function of a provider in an assertion.
const kindOfNamed =
  realCore().program === "OpenTofu"
    ? "output.kind"
    : "provider::rblmonitor::sid_kind(rblmonitor_host.named.id)";

const everyKind = `
variable "subnet" {
  default = "198.51.100.8/30"
}
resource "rblmonitor_contact_group" "ops" {
  name = "Operations"
}
resource "rblmonitor_contact" "ops" {
  contact        = "ops@example.com"
  type           = "email"
  contact_groups = [rblmonitor_contact_group.ops.id]
}
data "rblmonitor_contact" "model" {
  contact    = "ops@example.com"
  depends_on = [rblmonitor_contact.ops]
}
resource "rblmonitor_contact" "copied" {
  contact        = "copy-of-ops@example.com"
  type           = "email"
  contact_groups = data.rblmonitor_contact.model.contact_groups
}
resource "rblmonitor_source" "own" {
  host = "bl.example.net"
  type = "rbl"
}
resource "rblmonitor_monitoring_profile" "own" {
  name      = "Own"
  frequency = "1_hour"
  entries   = [rblmonitor_source.own.id]
}
data "rblmonitor_monitoring_profile" "model" {
  id = rblmonitor_monitoring_profile.own.id
}
resource "rblmonitor_monitoring_profile" "copied" {
  name      = "Copied"
  frequency = data.rblmonitor_monitoring_profile.model.frequency
  entries   = data.rblmonitor_monitoring_profile.model.entries
}
resource "rblmonitor_host" "each" {
  for_each       = toset(provider::rblmonitor::expand_subnet(var.subnet))
  host           = each.value
  name           = "mail \${each.value}"
  profile        = rblmonitor_monitoring_profile.own.id
  contact_groups = [rblmonitor_contact_group.ops.id]
  tags           = ["inbound"]
}
data "rblmonitor_host" "model" {
  id = rblmonitor_host.each["198.51.100.8"].id
}
resource "rblmonitor_host" "named" {
  host           = "mail.example.com"
  name           = "copy of \${data.rblmonitor_host.model.name}"
  profile        = data.rblmonitor_host.model.profile
  contact_groups = data.rblmonitor_host.model.contact_groups
  tags           = data.rblmonitor_host.model.tags
  paused         = data.rblmonitor_host.model.paused
}
resource "rblmonitor_certificate_profile" "strict" {
  name                  = "Strict"
  expiration_thresholds = [30, 15]
}
data "rblmonitor_certificate_profile" "model" {
  id = rblmonitor_certificate_profile.strict.id
}
resource "rblmonitor_certificate_profile" "copied" {
  name                  = "Copied"
  expiration_thresholds = data.rblmonitor_certificate_profile.model.expiration_thresholds
}
resource "rblmonitor_certificate_monitor" "site" {
  hostname       = "www.example.com"
  protocol       = "https"
  name           = "site"
  profile        = rblmonitor_certificate_profile.strict.id
  contact_groups = [rblmonitor_contact_group.ops.id]
}
data "rblmonitor_certificate_monitor" "model" {
  id = rblmonitor_certificate_monitor.site.id
}
resource "rblmonitor_certificate_monitor" "mail" {
  hostname       = "\${data.rblmonitor_certificate_monitor.model.hostname}${port}"
  protocol       = data.rblmonitor_certificate_monitor.model.protocol
  name           = "mail"
  profile        = data.rblmonitor_certificate_monitor.model.profile
  contact_groups = data.rblmonitor_certificate_monitor.model.contact_groups
}
resource "rblmonitor_manual_check" "by_sid" {
  host = rblmonitor_host.named.id
}
resource "rblmonitor_manual_check" "by_address" {
  host = data.rblmonitor_host.model.host
}
data "rblmonitor_check_status" "check" {
  id = rblmonitor_manual_check.by_sid.id
}
data "rblmonitor_hosts" "of_group" {
  contact_group = rblmonitor_contact_group.ops.id
  profile       = data.rblmonitor_host.model.profile
  depends_on    = [rblmonitor_host.named]
}
output "hosts" {
  value = length(data.rblmonitor_hosts.of_group.hosts)
}
output "kind" {
  value = provider::rblmonitor::sid_kind("HT0123456789abcdef0123456789abcdef")
}
output "status" {
  value = data.rblmonitor_check_status.check.status
}
`;

const runs = `
run "apply" {
  command = apply
  assert {
    condition     = startswith(output.kind, "host") && length(rblmonitor_host.each) == 4
    error_message = "The module's values are wrong."
  }
}
run "plan_again" {
  command = plan
}
run "change" {
  command = apply
  variables {
    subnet = "198.51.100.8/29"
  }
}
`;

/** The defaults that the guide about testing shows: ids of the right form, where a test compares them. */
const withDefaults = `
mock_provider "rblmonitor" {
  mock_resource "rblmonitor_host" {
    defaults = {
      id = "HT00000000000000000000000000000001"
    }
  }
  override_resource {
    target = rblmonitor_contact_group.ops
    values = {
      id = "CG00000000000000000000000000000001"
    }
  }
  override_data {
    target = data.rblmonitor_host.model
    values = {
      contact_groups = ["CG00000000000000000000000000000002"]
    }
  }
}
run "apply" {
  command = apply
  assert {
    condition     = rblmonitor_contact.ops.contact_groups == toset(["CG00000000000000000000000000000001"])
    error_message = "The contact is in another group."
  }
  assert {
    condition     = ${kindOfNamed} == "host"
    error_message = "The SID of the host is none."
  }
  assert {
    condition     = rblmonitor_host.named.contact_groups == toset(["CG00000000000000000000000000000002"])
    error_message = "The host does not notify the groups of the other one."
  }
}
`;

/** Runs a test file of a module. */
async function tested({ write, workspace }: TestAccount, module: string, test: string): Promise<Ended> {
  await write(module);
  await workspace.write("module.tftest.hcl", test);
  return workspace.run("test");
}

describeWith("mock providers")("terraform test of a module with every kind", () => {
  let account: TestAccount;
  beforeAll(async () => {
    account = await openAccount();
  });
  afterAll(closeAccounts);

  it("passes with an empty mock_provider, and no request is sent", async () => {
    const { code, stdout, stderr } = await tested(account, everyKind, `mock_provider "rblmonitor" {}${runs}`);
    expect(stdout + stderr).toContain("3 passed, 0 failed");
    expect(code).toBe(0);
    expect(account.service.requests).toEqual([]);
  });

  itWith("overrides within mock providers")("passes with defaults and overrides of mocks", async () => {
    const { code, stdout, stderr } = await tested(account, everyKind, withDefaults);
    expect(stdout + stderr).toContain("1 passed, 0 failed");
    expect(code).toBe(0);
  });

  needing("certificate_profile", () => {
    it("passes against the emulator without a mock, which leaves nothing behind", async () => {
      const before = account.census();
      const { code, stdout, stderr } = await tested(account, everyKind, runs);
      expect(stdout + stderr).toContain("3 passed, 0 failed");
      expect(code).toBe(0);
      expect(account.census()).toEqual(before);
    });
  });
});

describe("what a mock generates, in a real configuration", () => {
  afterEach(closeAccounts);

  it("is refused at its attribute while it is planned, before anything is sent", async () => {
    const account = await openAccount();
    await account.write(`
resource "rblmonitor_host" "mail" {
  host           = "mail.example.com"
  name           = "mail"
  profile        = "k3v9x0ab"
  contact_groups = []
}
data "rblmonitor_contact_group" "ops" {
  id = "a1b2c3d4"
}
`);
    const { code, diagnostics } = await account.plan();
    expect(code).toBe(1);
    expect(diagnostics.map(({ severity, code, detail }) => [severity, code, detail])).toEqual(
      expect.arrayContaining([
        ["error", 'profile        = "k3v9x0ab"', expect.stringContaining("RP and 32")],
        ["error", "contact_groups = []", expect.stringContaining("at least one contact group")],
        ["error", 'id = "a1b2c3d4"', expect.stringContaining("CG and 32")],
      ]),
    );
    expect(diagnostics).toHaveLength(3);
    expect(account.service.requests).toEqual([]);
  });
});
