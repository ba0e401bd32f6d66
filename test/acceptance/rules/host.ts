import { reference } from "../resource-block";
import { type KindRules, sid } from "./kind-rules";

export const host: KindRules = {
  type: "host",
  valid: { host: "192.0.2.1", name: "Mail", profile: sid("RP"), contact_groups: [sid("CG")] },
  refused: [
    ["a name of 256 signs", "name", { name: "📮".repeat(256) }, /1 to 255 characters; it has 256/],
    ["an IPv6 subnet", "host", { host: "2001:db8::/64" }, /must be an IPv4 address/],
    ["a subnet beyond /32", "host", { host: "192.0.2.0/33" }, /must be an IPv4 address/],
    ["an address with a leading zero", "host", { host: "192.0.2.01" }, /must be an IPv4 address/],
    ["a name with a blank", "host", { host: "mail example.com" }, /must be an IPv4 address/],
    ["an address of the web", "host", { host: "https://example.com/" }, /must be an IPv4 address/],
    ["a host that is null", "host", { host: null }, /required/],
    [
      "a contact group as a profile",
      "profile",
      { profile: sid("CG") },
      /must be the SID of a monitoring profile .*, not that of a contact group/,
    ],
    [
      "a certificate profile as a profile",
      "profile",
      { profile: sid("CP") },
      /must be the SID of a monitoring profile .*, not that of a certificate profile/,
    ],
    ["no contact groups", "contact_groups", { contact_groups: [] }, /at least one contact group/],
    [
      "a contact among the contact groups",
      "contact_groups",
      { contact_groups: [sid("CO")] },
      /contact_groups \(1 of 1 elements\) must be the SID of a contact group .*, not that of a contact/,
    ],
    [
      "a tag with a comma",
      "tags",
      { tags: ["a", "b,c"] },
      /tags \(1 of 2 elements\) must not contain a comma/,
    ],
    ["an empty tag", "tags", { tags: [""] }, /must not be empty/],
    ["a tag with a blank at its end", "tags", { tags: ["a "] }, /whitespace/],
    ["a tag with a blank before it", "tags", { tags: [" a"] }, /whitespace/],
  ],
  accepted: [
    ["a name of 255 signs of four bytes", { name: "📮".repeat(255) }],
    ["a null where a value may be left out", { tags: null, paused: null }],
    ["a SID in capitals", { profile: sid("RP").toUpperCase() }],
    ["a SID in small letters", { profile: sid("RP").toLowerCase() }],
    ["a subnet with host bits", { host: "192.0.2.77/24" }],
    ["a domain name with capitals and a dot", { host: "Mail.Example.COM." }],
    ["a tag with a blank inside", { tags: ["mail servers"] }],
    [
      "a host of unknown values",
      {
        host: reference("var.unknown"),
        name: reference(`"\${var.unknown}"`),
        profile: reference("var.unknown"),
        contact_groups: reference("toset([var.unknown])"),
        tags: reference(`["a", "\${var.unknown}-b"]`),
        paused: reference("var.unknown"),
      },
    ],
    ["contact groups that are unknown as a whole", { contact_groups: reference("var.unknown") }],
  ],
};
