import { reference, resource } from "../../acceptance/resource-block";
import { data } from "../../acceptance/seeded-account";

/** Variables by the secret that they carry. What Terraform need not keep is ephemeral, and reaches neither plan nor state. */
const variables = {
  auth_token: "authToken",
  args: "args",
  args_wo: "argsWriteOnly",
  code: "confirmationCode",
  signing_secret: "signingSecret",
} as const;
/** Not marked in the configuration: only the provider's schema marks values from it as sensitive. */
const unmarked: readonly string[] = ["args"];
const ephemeral: readonly string[] = ["auth_token", "args_wo", "code"];

/** The environment that gives the variables their values. */
export function variablesOf(secrets: Readonly<Record<(typeof variables)[keyof typeof variables], string>>) {
  return Object.fromEntries(
    Object.entries(variables).map(([name, secret]) => [`TF_VAR_${name}`, secrets[secret]]),
  );
}

const declarations = Object.keys(variables)
  .map(
    (name) =>
      `variable "${name}" {\n  type = string\n  sensitive = ${!unmarked.includes(name)}\n  ephemeral = ${ephemeral.includes(name)}\n}\n`,
  )
  .join("");

/** The provider's block: nothing of the account's comes from the environment. */
export const providerBlock = (url: string, accountSid: string): string =>
  `  base_url = "${url}"\n  account_sid = "${accountSid}"\n  auth_token = var.auth_token\n`;

const groups = [reference("rblmonitor_contact_group.walk.id")];
const contactOf = (name: string, more: object) =>
  resource("contact", name, {
    contact: `${name}@example.com`,
    type: "endpoint",
    contact_groups: groups,
    ...more,
  });

/**
 * A configuration with every kind of object, and with every way in which a secret is given to one.
 * @param label a change of it updates everything
 */
export function configuration(label: string): string {
  const watched = { profile: reference("rblmonitor_monitoring_profile.walk.id"), contact_groups: groups };
  return [
    declarations,
    resource("contact_group", "walk", { name: label }),
    resource("monitoring_profile", "walk", { name: label, frequency: "1_hour" }),
    resource("source", "walk", { host: "bl.example.com", type: "rbl", paused: label !== "first" }),
    resource("certificate_profile", "walk", { name: label, expiration_thresholds: [30] }),
    resource("certificate_monitor", "walk", {
      ...watched,
      name: label,
      hostname: "www.example.com",
      protocol: "https",
      profile: reference("rblmonitor_certificate_profile.walk.id"),
    }),
    resource("host", "walk", { ...watched, name: label, host: "192.0.2.0/30" }),
    contactOf("args", { args: reference("{ key = var.args }"), paused: label !== "first" }),
    contactOf("args_wo", { args_wo: reference("{ key = var.args_wo }"), args_wo_version: 1 }),
    contactOf("code", {
      confirmation_code_wo: reference("var.code"),
      confirmation_code_wo_version: label.length,
    }),
    resource("manual_check", "walk", { host: "192.0.2.1", triggers: { label } }),
    data("contacts", "walk", {}),
    data("rate_limit", "walk", {}),
    'output "verified" {\n  value = provider::rblmonitor::verify_webhook(var.signing_secret, "t=1,v1=00", "{}")\n  sensitive = true\n}\n',
  ].join("");
}
