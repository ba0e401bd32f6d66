import { closeAccounts, openAccount } from "../account";

afterEach(closeAccounts);

const secret = "s3cr3t, marker";

/** Attributes of every form: a text, a word of several, a SID, a set of SIDs, a set of texts, a label that is too long. */
const configuration = `
variable "secret" {
  type      = string
  sensitive = true
}
resource "rblmonitor_host" "bad" {
  host           = var.secret
  name           = join("", [for _ in range(20) : "\${var.secret}-name"])
  profile        = var.secret
  contact_groups = [var.secret]
  tags           = ["fine", var.secret]
}
resource "rblmonitor_source" "bad" {
  host         = var.secret
  type         = var.secret
  custom_codes = [var.secret]
}
resource "rblmonitor_certificate_monitor" "bad" {
  hostname       = var.secret
  protocol       = var.secret
  name           = "fine"
  profile        = var.secret
  contact_groups = [var.secret]
}
resource "rblmonitor_monitoring_profile" "bad" {
  name      = "fine"
  frequency = var.secret
  entries   = [var.secret]
}
resource "rblmonitor_contact" "bad" {
  contact        = "x"
  type           = var.secret
  contact_groups = [var.secret]
}
resource "rblmonitor_manual_check" "bad" {
  host     = var.secret
  callback = var.secret
}
data "rblmonitor_check_status" "bad" {
  id = var.secret
}
data "rblmonitor_hosts" "bad" {
  profile = var.secret
}
`;

describe("a sensitive value", () => {
  it("is in no error of validation, wherever it is wrong", async () => {
    const account = await openAccount({}, { environment: { TF_VAR_secret: secret } });
    await account.write(configuration);
    const { diagnostics, text } = await account.plan();
    expect(diagnostics.length).toBeGreaterThan(18);
    expect(text.includes("s3cr3t")).toBe(false);
  });
});
