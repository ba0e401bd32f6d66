import { reference } from "../resource-block";
import { type KindRules, sid } from "./kind-rules";

export const host: KindRules = {
  refused: [
    ["an IPv6 subnet", "host", { host: "2001:db8::/64" }, /must be an IPv4 address/],
    ["a subnet beyond /32", "host", { host: "192.0.2.0/33" }, /must be an IPv4 address/],
    ["an address with a leading zero", "host", { host: "192.0.2.01" }, /must be an IPv4 address/],
    ["a name with a blank", "host", { host: "mail example.com" }, /must be an IPv4 address/],
    ["an address of the web", "host", { host: "https://example.com/" }, /must be an IPv4 address/],
    [
      "a certificate profile as a profile",
      "profile",
      { profile: sid("CP") },
      /must be the SID of a monitoring profile .*, not that of a certificate profile/,
    ],
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
  ],
  accepted: [
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
