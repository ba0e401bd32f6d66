import { has } from "../../real-core";
import { reference, wholeResource as resource } from "../resource-block";

/** The provider's block that speaks that version: the one line to change. */
export function speaking(version: "3.0" | "4.0"): string {
  return `  api_version = "${version}"`;
}

const ops = reference("rblmonitor_contact_group.ops.id");
const mail = reference("rblmonitor_monitoring_profile.mail.id");

/** One or two of each kind that version 3.0 knows, in what it knows of them. */
export function knownKinds(): string {
  return [
    resource("contact_group", "ops", { name: "Operations" }),
    resource("contact_group", "night", { name: "Night", is_default: true }),
    resource("contact", "email", {
      contact: "ops@example.com",
      type: "email",
      contact_groups: [ops, reference("rblmonitor_contact_group.night.id")],
    }),
    resource("contact", "sms", {
      contact: "+15550100",
      type: "sms",
      contact_groups: [ops],
      paused: true,
    }),
    resource("source", "own", { host: "bl.example.net", type: "rbl" }),
    resource("source", "paused", { host: "bl-2.example.net", type: "uribl", paused: true }),
    resource("monitoring_profile", "mail", { name: "Mail", frequency: "1_hour" }),
    resource("monitoring_profile", "few", {
      name: "Few",
      frequency: "weekly",
      entries: [reference("rblmonitor_source.own.id")],
    }),
    resource("monitoring_profile", "none", { name: "None", frequency: "weekly", entries: [] }),
    resource("host", "address", {
      host: "192.0.2.1",
      name: "one",
      profile: mail,
      contact_groups: [ops],
    }),
    resource("host", "name", {
      host: "Mail.Example.COM",
      name: "name",
      profile: mail,
      contact_groups: [ops],
      paused: true,
    }),
    resource("host", "net", {
      host: "198.51.100.0/30",
      name: "net",
      profile: mail,
      contact_groups: [ops],
    }),
    resource("manual_check", "sender", { host: "192.0.2.10" }),
  ].join("");
}

/** The same, with what only version 4.0 has: kinds, fields, values, paused and not. */
export function everyKind(): string {
  const groups = [ops, reference("rblmonitor_contact_group.night.id")];
  const monitor = {
    protocol: "https",
    profile: reference("rblmonitor_certificate_profile.strict.id"),
    contact_groups: [ops],
  };
  const codes = { type: "rbl_v6", custom_codes: ["127.0.0.2"] };
  return [
    knownKinds(),
    resource("certificate_profile", "strict", {
      ...{ name: "Strict", expiration_thresholds: [30, 5], is_default: true },
    }),
    resource("certificate_monitor", "shop", { ...monitor, hostname: "shop.example.com", name: "shop" }),
    resource("certificate_monitor", "www", {
      ...{ ...monitor, hostname: "www.example.com:8443", name: "www", tags: ["web"], paused: true },
    }),
    resource("contact", "endpoint", {
      contact: "https://hooks.example.com/in",
      type: "endpoint",
      contact_groups: [ops],
      args: reference('{ key = "k-3c9a" }'),
    }),
    resource("contact", "metrics", {
      contact: "metrics",
      type: "datadog",
      contact_groups: groups,
      ...(has("write-only attributes")
        ? { args_wo: reference('{ key = "k-7be1" }'), args_wo_version: 1 }
        : { args: reference('{ key = "k-7be1" }') }),
      paused: true,
    }),
    resource("source", "six", { ...codes, host: "six.example.net" }),
    resource("source", "idle", { ...codes, host: "six-2.example.net", paused: true }),
    resource("monitoring_profile", "six", {
      name: "Six",
      frequency: "weekly",
      entries: [reference("rblmonitor_source.six.id"), reference("rblmonitor_source.own.id")],
    }),
    resource("host", "tagged", {
      host: "192.0.2.2",
      name: "tagged",
      profile: mail,
      contact_groups: groups,
      tags: ["mx"],
    }),
    resource("host", "idle", {
      host: "203.0.113.0/31",
      name: "idle net",
      profile: mail,
      contact_groups: groups,
      tags: ["mx", "idle"],
      paused: true,
    }),
  ].join("");
}
