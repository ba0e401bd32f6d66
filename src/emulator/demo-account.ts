import type { Service } from "./service";

const day = 86_400_000;

/**
 * Adds the monitoring of a company with some problems: hosts listed for days and for an hour, an expired certificate and one
 * that expires soon, pending and paused contacts, and groups without an active contact.
 */
export function addDemoObjects({
  account,
  certificateErrors,
  checks,
  now,
}: Pick<Service, "account" | "certificateErrors" | "checks" | "now">): void {
  const group = (name: string, is_default = false) => account.add("contact_group", { name, is_default }).id;
  const operations = group("Operations on call", true);
  const mail = group("Mail team");
  const web = group("Web team");
  const abandoned = group("Former data centre");

  const contact = (type: string, to: string, groups: readonly string[], more = {}) =>
    account.add("contact", { type, contact: to, contact_group: groups, ...more });
  contact("email", "oncall@example.com", [operations]);
  contact("sms", "+15550100", [operations]);
  contact("slack", "https://hooks.slack.example/services/T000/B000/demo", [operations, mail]);
  contact("pagerduty", "0123456789abcdef0123456789abcdef", [operations]);
  contact("email", "postmaster@example.com", [mail], { confirmed: false });
  contact("email", "webmaster@example.com", [web], { paused: true });
  contact("email", "night-shift@example.com", [abandoned], { paused: true });

  const source = account.add("source", { host: "bl.partner.example.net", type: "rbl" }).id;
  const paused = account.add("source", { host: "old.partner.example.net", type: "rbl", paused: true }).id;
  const builtIn = account.objects("source").filter(({ custom, type }) => !custom && type === "rbl");
  const entries = [...builtIn.slice(0, 8).map(({ id }) => id), source, paused];
  const profile = (name: string, frequency: string, more = {}) =>
    account.add("monitoring_profile", { name, frequency, ...more }).id;
  const hourly = profile("Mail servers, every hour", "1_hour", {
    sync_method: "use_my_selections",
    entries,
    is_default: true,
  });
  const daily = profile("Everything else, once a day", "24_hours");

  const host = (name: string, address: string, more = {}) =>
    account.add("host", { name, host: address, profile: hourly, contact_group: [mail], ...more });
  host("mx1", "192.0.2.11", { tags: ["mail", "inbound"] });
  host("mx2", "192.0.2.12", { tags: ["mail", "inbound"] });
  host("smtp-out-1", "192.0.2.21", { tags: ["mail", "outbound"] });
  host("smtp-out-2", "192.0.2.22", { tags: ["mail", "outbound"], paused: true });
  host("Newsletter", "news.example.com", { contact_group: [abandoned], profile: daily });
  host("Website", "www.example.com", { contact_group: [web, operations], profile: daily });
  const office = { profile: daily, contact_group: [operations], tags: ["office"] };
  const range = host("Office network", "198.51.100.16/30", { ...office, type: "ip_range" });
  for (const last of [16, 17, 18, 19])
    host("Office network", `198.51.100.${last}`, { ...office, parent: range.id });
  const listed = [
    ["192.0.2.21", ["spam.bl.example.net", "bulk.bl.example.net"], 23],
    ["news.example.com", ["black.uri.bl.example.net"], 3],
    ["198.51.100.18", ["botnet.bl.example.net"], 0],
  ] as const;
  for (const [address, sources, days] of listed) {
    checks.list(address, sources);
    const object = account.objects("host").find((each) => each.host === address);
    if (object) account.change(object.id, { firstListed: now() - days * day - 3_600_000 });
  }

  const certificates = account.add("certificate_profile", {
    name: "Public services",
    expiration_thresholds: [30, 14, 7, 1],
    is_default: true,
  }).id;
  const watched = { profile: certificates, contact_group: [web], tags: ["public"] };
  const last_checked = new Date(now()).toISOString();
  const monitor = (name: string, hostname: string, expiry_days: number, more = {}) =>
    account.add("certificate_monitor", { name, hostname, ...watched, expiry_days, last_checked, ...more });
  monitor("Website", "www.example.com", 61);
  monitor("Shop", "shop.example.com", -2, { contact_group: [abandoned] });
  monitor("Customer portal", "portal.example.com", 5);
  monitor("Mail, STARTTLS", "mx1.example.com", 44, { protocol: "smtp", port: 25, contact_group: [mail] });
  monitor("Directory", "[2001:db8::53]", 12, { protocol: "ldaps", port: 636, paused: true });
  certificateErrors.expect("shop.example.com", ["expired"]);
  certificateErrors.expect("mx1.example.com", ["name_mismatch"]);
}
