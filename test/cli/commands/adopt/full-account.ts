import type { Account } from "../../../../src/emulator/account/account";

/** Names that code, templates, comments, terminals or prototypes might trip over. */
export const nastyNames: readonly string[] = [
  "\uFEFFa mark at the beginning",
  "Default",
  "default",
  "He said \"no\" and 'yes'",
  `"only" 'one' "kind"`,
  "back\\slash \\n \\u0041 \\",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: what Terraform would take for a template
  '${file(1)} %{if} $${x} $$${y} %%{z} ${"${"} $ { % {',
  "# hash // slashes /* star */ <!-- dash -->",
  "*/ } ] ) ; `tick` ${`",
  "line\nbreak\r\nand\ttab",
  "\u2028line\u2029separators\u0000\u0007\u001b[31m\u202Ereversed",
  "Почтовый сервер",
  "Почтовый сервер 2",
  "邮件服务器",
  "خادم البريد",
  "Größe Œuvre Łódź Ærø þorn",
  "nai\u0308ve cafe\u0301 (decomposed)",
  "👩‍💻 🚀",
  "constructor",
  "__proto__",
  "toString",
  "class",
  "123 go",
  "-",
  "x".repeat(255),
  "null",
  "a, b; c=d&e",
];

/** Fills an account with objects of every kind, and of every form that code may have to write. */
export function fill(desk: Account, nasty = nastyNames): void {
  const groups = nasty.map((name) => desk.add("contact_group", { name }).id);
  const twins = ["Twins", "Twins", "twins"].map((name) => desk.add("contact_group", { name }).id);
  const [ops = "", night = ""] = twins;
  desk.change(night, { is_default: true });
  const builtIn = desk.objects("source").slice(0, 3);
  const own = desk.add("source", {
    host: "bl.example.net",
    type: "rbl",
    custom_codes: ["127.0.0.9", "127.0.0.2"],
  });
  desk.add("source", { host: "bl.example.net", type: "uribl", paused: true });
  const profiles = nasty.map((name) => desk.add("monitoring_profile", { name, frequency: "1_hour" }).id);
  const selection = desk.add("monitoring_profile", {
    name: "Selection",
    frequency: "weekly",
    is_default: true,
    sync_method: "use_my_selections",
    entries: [own.id, ...builtIn.map(({ id }) => id)],
  }).id;
  desk.add("monitoring_profile", { name: "Nothing", sync_method: "use_my_selections", entries: [] });
  const strict = desk.add("certificate_profile", {
    name: "Strict",
    expiration_thresholds: [60, 5, 14],
    alert_on_caa_failure: true,
    alert_on_changes: false,
  }).id;
  nasty.forEach((name, index) => {
    desk.add("host", {
      host: `mail-${index}.example.com`,
      name,
      tags: [name.replace(/,/g, "").trim() || "-", "all"],
      profile: profiles[index] ?? selection,
      contact_group: [groups[index] ?? ops, ops],
      paused: index % 5 === 0,
    });
    desk.add("certificate_monitor", {
      hostname: `www-${index}.example.com`,
      name,
      profile: strict,
      contact_group: [ops],
      tags: ["b", "a"],
      paused: index % 7 === 0,
    });
  });
  for (const host of ["192.0.2.1", "192.0.2.2", "Mail.Example.ORG."]) {
    desk.add("host", { host, name: "MX", profile: selection, contact_group: twins });
  }
  desk.add("certificate_monitor", { hostname: "www.example.com", name: "www", protocol: "smtp", port: 25 });
  desk.add("certificate_monitor", { hostname: "www.example.com:8443", name: "www", port: 8443 });
  desk.add("contact", { contact: "ops@example.com", contact_group: [ops, night], schedule: "every_check" });
  desk.add("contact", { contact: "ops@example.com", type: "slack", contact_group: [ops], paused: true });
  desk.add("contact", {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: what Terraform would take for a template
    contact: 'https://hooks.example.com/"x"?${a}',
    type: "endpoint",
    args: { key: "s3cr3t" },
  });
  desk.add("contact", { contact: "+15550100", type: "sms", confirmed: false });
  subnets(desk, { profile: selection, contact_group: [ops], tags: ["net"] });
}

/** Subnets in each of the forms in which the service may show them (docs/design/open-points.md#10). */
function subnets(desk: Account, facts: Readonly<Record<string, unknown>>): void {
  const names = (index: number) => ({ ...facts, name: "Pool", host: `203.0.113.${index}` });
  desk.add("host", { ...facts, name: "One object", host: "198.51.100.0/29", type: "ip_range" });
  for (const index of [0, 1, 2, 3]) desk.add("host", names(index));
  for (const [host, label] of [
    ["203.0.113.8", "Family"],
    ["203.0.113.16", undefined],
  ] as const) {
    const parent = desk.add("host", { ...facts, name: "Family", host: `${host}/30`, type: "ip_range" }).id;
    const last = Number(host.split(".")[3]);
    for (const index of [0, 1, 2, 3]) {
      // The children of the second differ from their parent, so that one resource could not leave them as they are.
      desk.add("host", { ...names(last + index), name: label ?? `Child ${index}`, parent });
    }
  }
}
