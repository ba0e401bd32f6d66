import { closeAccounts, openAccount, patience } from "./account";
import { reference, resource } from "./resource-block";
import type { Diagnostic } from "./terraform-messages";

jest.setTimeout(patience);

const sid = (prefix: string) => prefix + "0123456789abcdef".repeat(2);

type Attributes = Readonly<Record<string, unknown>>;

const valid = {
  contact_group: { name: "Operations" },
  monitoring_profile: { name: "Mail", frequency: "1_hour" },
  host: { host: "192.0.2.1", name: "Mail", profile: sid("RP"), contact_groups: [sid("CG")] },
} as const satisfies Readonly<Record<string, Attributes>>;

type Type = keyof typeof valid;

/** What is refused: the attribute that is named, the values, and what is said of them. */
const refused: readonly (readonly [title: string, Type, attribute: string, Attributes, RegExp])[] = [
  ["an empty name of a group", "contact_group", "name", { name: "" }, /1 to 255 characters; it has 0/],
  [
    "a name of 256 letters",
    "contact_group",
    "name",
    { name: "é".repeat(256) },
    /1 to 255 characters; it has 256/,
  ],
  ["a name of 256 signs", "host", "name", { name: "📮".repeat(256) }, /1 to 255 characters; it has 256/],
  ["a name that is null", "contact_group", "name", { name: null }, /required/],
  [
    "a long name of a profile",
    "monitoring_profile",
    "name",
    { name: "x".repeat(256) },
    /1 to 255 characters/,
  ],
  [
    "another frequency",
    "monitoring_profile",
    "frequency",
    { frequency: "hourly" },
    /1_hour.*2_weeks.*hourly/s,
  ],
  ["a frequency that is null", "monitoring_profile", "frequency", { frequency: null }, /required/],
  [
    "another sync_method",
    "monitoring_profile",
    "sync_method",
    { sync_method: "manual" },
    /stay_in_sync.*manual/s,
  ],
  [
    "a host among the entries",
    "monitoring_profile",
    "entries",
    { entries: [sid("RB"), sid("HT")] },
    /is the SID of a host, but must be the SID of a source/,
  ],
  [
    "an entry that is no SID",
    "monitoring_profile",
    "entries",
    { entries: ["zen.example"] },
    /must be the SID of a source/,
  ],
  [
    "entries with stay_in_sync",
    "monitoring_profile",
    "entries",
    { entries: [sid("RB")], sync_method: "stay_in_sync" },
    /Remove entries, or set sync_method/,
  ],
  [
    "no entries at all with stay_in_sync",
    "monitoring_profile",
    "entries",
    { entries: [], sync_method: "stay_in_sync" },
    /Remove entries/,
  ],
  ["an IPv6 address", "host", "host", { host: "2001:db8::1" }, /must be an IPv4 address/],
  ["an IPv6 subnet", "host", "host", { host: "2001:db8::/64" }, /must be an IPv4 address/],
  ["a subnet beyond /32", "host", "host", { host: "192.0.2.0/33" }, /must be an IPv4 address/],
  ["an address with a leading zero", "host", "host", { host: "192.0.2.01" }, /must be an IPv4 address/],
  ["a name with a blank", "host", "host", { host: "mail example.com" }, /must be an IPv4 address/],
  ["an address of the web", "host", "host", { host: "https://example.com/" }, /must be an IPv4 address/],
  ["a host that is null", "host", "host", { host: null }, /required/],
  [
    "a contact group as a profile",
    "host",
    "profile",
    { profile: sid("CG") },
    /is the SID of a contact group, but must be the SID of a monitoring profile/,
  ],
  [
    "a SID in capitals",
    "host",
    "profile",
    { profile: sid("RP").toUpperCase() },
    /must be the SID of a monitoring profile/,
  ],
  [
    "a certificate profile as a profile",
    "host",
    "profile",
    { profile: sid("CP") },
    /is the SID of a certificate profile, but must be/,
  ],
  ["no contact groups", "host", "contact_groups", { contact_groups: [] }, /at least one contact group/],
  [
    "a contact among the contact groups",
    "host",
    "contact_groups",
    { contact_groups: [sid("CO")] },
    /is the SID of a contact, but must be the SID of a contact group/,
  ],
  ["a tag with a comma", "host", "tags", { tags: ["a", "b,c"] }, /must not hold a comma/],
  ["an empty tag", "host", "tags", { tags: [""] }, /must not be empty/],
  ["a tag with a blank at its end", "host", "tags", { tags: ["a "] }, /white space/],
  ["a tag with a blank before it", "host", "tags", { tags: [" a"] }, /white space/],
];

const accepted: readonly (readonly [title: string, Type, Attributes])[] = [
  ["a name of 255 letters of two bytes", "contact_group", { name: "é".repeat(255) }],
  ["a name of 255 signs of four bytes", "host", { name: "📮".repeat(255) }],
  ["a name of one character", "monitoring_profile", { name: "x" }],
  ["a null where a value may be left out", "host", { tags: null, paused: null }],
  [
    "entries with use_my_selections",
    "monitoring_profile",
    { entries: [sid("RB")], sync_method: "use_my_selections" },
  ],
  ["null entries with stay_in_sync", "monitoring_profile", { entries: null, sync_method: "stay_in_sync" }],
  ["a subnet with host bits", "host", { host: "192.0.2.77/24" }],
  ["a domain name with capitals and a dot", "host", { host: "Mail.Example.COM." }],
  ["a tag with a blank inside", "host", { tags: ["mail servers"] }],
  ...["1_hour", "2_hours", "3_hours", "6_hours", "12_hours", "24_hours", "48_hours", "weekly", "2_weeks"].map(
    (frequency) => [`the frequency ${frequency}`, "monitoring_profile", { frequency }] as const,
  ),
  [
    "an unknown name of a group",
    "contact_group",
    { name: reference("var.unknown"), is_default: reference("var.unknown") },
  ],
  [
    "a profile of unknown values",
    "monitoring_profile",
    {
      name: reference("var.unknown"),
      frequency: reference("var.unknown"),
      entries: reference("[var.unknown]"),
      sync_method: reference("var.unknown"),
    },
  ],
  [
    "a host of unknown values",
    "host",
    {
      host: reference("var.unknown"),
      name: reference(`"\${var.unknown}"`),
      profile: reference("var.unknown"),
      contact_groups: reference("toset([var.unknown])"),
      tags: reference(`["a", "\${var.unknown}-b"]`),
      paused: reference("var.unknown"),
    },
  ],
  ["contact groups that are unknown as a whole", "host", { contact_groups: reference("var.unknown") }],
];

describe("terraform validate", () => {
  let diagnostics: readonly Diagnostic[];

  // All in one configuration, since Terraform tells everything that it finds.
  beforeAll(async () => {
    const account = await openAccount();
    const blocks = [
      ...refused.map(([, type, , attributes], n) =>
        resource(type, `refused_${n}`, { ...valid[type], ...attributes }),
      ),
      ...accepted.map(([, type, attributes], n) =>
        resource(type, `accepted_${n}`, { ...valid[type], ...attributes }),
      ),
    ];
    await account.write(`variable "unknown" {}\n${blocks.join("")}`);
    const { stdout } = await account.workspace.run("validate", "-json");
    expect(account.service.requestCount).toBe(0);
    diagnostics = (JSON.parse(stdout) as { diagnostics: { snippet?: { code: string } }[] }).diagnostics.map(
      ({ snippet, ...rest }) => ({ ...rest, code: snippet?.code.trim() }) as unknown as Diagnostic,
    );
  });
  afterAll(closeAccounts);

  const about = (address: string) => diagnostics.filter((each) => each.address === address);

  it.each(refused.map(([title, type, attribute, , words], n) => ({ title, type, attribute, words, n })))(
    "refuses $title at $attribute",
    ({ type, attribute, words, n }) => {
      expect(about(`rblmonitor_${type}.refused_${n}`)).toEqual([
        expect.objectContaining({
          severity: "error",
          detail: expect.stringMatching(words),
          code: expect.stringMatching(new RegExp(`^(${attribute} = |resource )`)),
        }),
      ]);
      const [found] = about(`rblmonitor_${type}.refused_${n}`);
      expect(`${found?.summary} ${found?.detail}`).toContain(attribute);
    },
  );

  it.each(accepted.map(([title, type], n) => ({ title, type, n })))("accepts $title", ({ type, n }) => {
    expect(about(`rblmonitor_${type}.accepted_${n}`)).toEqual([]);
  });
});
