import { protocols } from "../../../src/service/enumerations";
import { reference } from "../resource-block";
import { type KindRules, sid } from "./kind-rules";

const bad = [
  ["a port of 0", "www.example.com:0"],
  ["a port beyond 65535", "www.example.com:65536"],
  ["a port that is a word", "www.example.com:https"],
  ["a port left out", "www.example.com:"],
  ["an IPv4 address in brackets", "[192.0.2.1]:443"],
  ["a name in brackets", "[www.example.com]:443"],
  ["an address of the web", "https://www.example.com"],
  ["a path", "www.example.com/shop"],
  ["a subnet", "192.0.2.0/24"],
  ["a wildcard", "*.example.com"],
  ["a blank", "www example.com"],
  ["nothing", ""],
] as const;

const good = [
  "www.example.com",
  "WWW.Example.com.",
  "www.example.com:8443",
  "intranet",
  "intranet:636",
  "foo_bar.example.com",
  "bücher.example:8443",
  "192.0.2.1",
  "192.0.2.1:8443",
  "2001:db8::1",
  "[2001:db8::1]",
  "[2001:db8::1]:8443",
] as const;

export const certificateMonitor: KindRules = {
  type: "certificate_monitor",
  valid: {
    hostname: "www.example.com",
    protocol: "https",
    name: "Shop",
    profile: sid("CP"),
    contact_groups: [sid("CG")],
  },
  refused: [
    ...bad.map(
      ([title, hostname]) =>
        [`${title} as a hostname`, "hostname", { hostname }, /must be a hostname or address/] as const,
    ),
    ["a hostname that is null", "hostname", { hostname: null }, /required/],
    ["another protocol", "protocol", { protocol: "http" }, /https, smtps.*sips\.$/],
    ["a protocol in capitals", "protocol", { protocol: "HTTPS" }, /must be one of https/],
    ["an empty name of a monitor", "name", { name: "" }, /1 to 255 characters; it has 0/],
    ["a long name of a monitor", "name", { name: "é".repeat(256) }, /1 to 255 characters; it has 256/],
    [
      "a monitoring profile for certificates",
      "profile",
      { profile: sid("RP") },
      /must be the SID of a certificate profile .*, not that of a monitoring profile/,
    ],
    ["a monitor without contact groups", "contact_groups", { contact_groups: [] }, /at least one/],
    [
      "a contact to notify of certificates",
      "contact_groups",
      { contact_groups: [sid("CG"), sid("CO")] },
      /must be the SID of a contact group .*, not that of a contact/,
    ],
    ["a tag of a monitor with a comma", "tags", { tags: ["a,b"] }, /must not contain a comma/],
  ],
  accepted: [
    ...good.map((hostname) => [`the hostname ${hostname}`, { hostname }] as const),
    ...protocols.map((protocol) => [`the protocol ${protocol}`, { protocol }] as const),
    ["a name of a monitor of 255 letters", { name: "é".repeat(255) }],
    ["null where a monitor needs nothing", { tags: null, paused: null }],
    [
      "a monitor of unknown values",
      {
        hostname: reference(`"\${var.unknown}:8443"`),
        protocol: reference("var.unknown"),
        name: reference("var.unknown"),
        profile: reference("var.unknown"),
        contact_groups: reference("[var.unknown]"),
        tags: reference("var.unknown"),
        paused: reference("var.unknown"),
      },
    ],
  ],
};
