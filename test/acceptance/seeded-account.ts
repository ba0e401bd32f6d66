import type { EmulatorOptions } from "../../src/emulator/emulator";
import { complete } from "../objects";
import { openAccount, type TestAccount } from "./account";
import { lackOf, type Need } from "./api-version";
import { wholeResource } from "./resource-block";
import { stateFile } from "./state-file";

/** Attributes by name. */
export type Facts = Readonly<Record<string, unknown>>;

/** A data block, written as a resource block is; empty for a kind that the version in use does not support. */
export function data(type: string, name: string, attributes: Facts = {}): string {
  return isSupported(type) ? wholeData(type, name, attributes) : "";
}

/** A data block, for every version. */
export function wholeData(type: string, name: string, attributes: Facts = {}): string {
  return wholeResource(type, name, attributes).replace(/^resource/, "data");
}

/** Whether the version in use supports what a data source of that type reads. */
export function isSupported(type: string): boolean {
  const kind = (type === "certificate_errors" ? "certificate_monitor" : type.replace(/s$/, "")) as Need;
  return lackOf(kind) === undefined;
}

/** What the data sources of that type have read, by name. */
export async function read(account: TestAccount, type: string): Promise<Readonly<Record<string, Facts>>> {
  const { resources } = await stateFile(account.workspace.folder);
  const found = resources.filter((one) => one.mode === "data" && one.type === `rblmonitor_${type}`);
  return Object.fromEntries(
    found.flatMap(({ name, instances }) => instances.map(({ attributes }) => [name, attributes])),
  );
}

/** An account with two or more objects of each kind, in no order. */
export async function furnished(settings: EmulatorOptions = {}): Promise<TestAccount> {
  const account = await openAccount({ pausedSources: "listed", pausedWord: "paused", ...settings });
  const { account: desk } = account.service;
  const ops = desk.add("contact_group", { name: "Operations" }).id;
  const night = desk.add("contact_group", { name: "Night" }).id;
  desk.add("contact", { contact: "ops@example.com", type: "email", contact_group: [ops] });
  desk.add("contact", {
    contact: "ops@example.com",
    type: "slack",
    contact_group: [ops, night],
    paused: true,
  });
  desk.add("contact", { contact: "+15550100", type: "sms", contact_group: [night], args: { key: "k-3c9a" } });
  const custom = desk.add("source", {
    host: "bl.example.com",
    type: "rbl",
    custom_codes: ["127.0.0.2", "3"],
  }).id;
  desk.add("source", { host: "bl.example.com", type: "uribl", paused: true });
  const mail = desk.add("monitoring_profile", {
    name: "Mail",
    frequency: "1_hour",
    sync_method: "use_my_selections",
    entries: [custom],
  }).id;
  desk.add("certificate_profile", {
    name: "Strict",
    expiration_thresholds: [60, 5],
    alert_on_caa_failure: true,
  });
  const strict = account.named("certificate_profile", "Strict").id;
  const net = desk.add("host", {
    host: "198.51.100.0/30",
    name: "net",
    profile: mail,
    contact_group: [ops],
    type: "ip_range",
  }).id;
  desk.add("host", { host: "198.51.100.1", name: "net 1", profile: mail, contact_group: [ops], parent: net });
  desk.add("host", {
    host: "mx-2.example.com",
    name: "MX two",
    profile: mail,
    contact_group: [ops, night],
    tags: ["mx", "in"],
    listed: true,
    listings: [
      { sid: custom, host: "bl.example.com", details: "127.0.0.2" },
      { sid: custom, host: "abuse.bl.example.net", details: "127.0.0.9" },
    ],
    firstListed: Date.UTC(2026, 10, 1, 6),
    lastChecked: Date.UTC(2026, 10, 2, 6),
  });
  desk.add("host", {
    host: "mx-1.example.com",
    name: "MX one",
    profile: mail,
    contact_group: [ops],
    tags: ["mx"],
    paused: true,
  });
  const monitor = { profile: strict, contact_group: [ops], name: "www" };
  const www = desk.add("certificate_monitor", {
    ...monitor,
    hostname: "www.example.com",
    protocol: "https",
    port: 443,
    tags: ["web"],
  }).id;
  desk.add("certificate_monitor", { ...monitor, hostname: "www.example.com", protocol: "smtp", port: 25 });
  desk.add("certificate_monitor", {
    ...monitor,
    hostname: "www.example.com:8443",
    protocol: "https",
    port: 8443,
    paused: true,
  });
  account.service.certificateErrors.raise(www, [
    { type: "name_mismatch", message: "The name is another." },
    { type: "expired", message: "It has expired." },
  ]);
  complete(account.service, 2);
  return account;
}
