import { reference } from "../resource-block";
import type { KindRules } from "./kind-rules";

const label = "x".repeat(63);

export const source: KindRules = {
  refused: [
    ["a source with an underscore", "host", { host: "_bl.example.net" }, /must be a hostname/],
    ["a source that begins with a hyphen", "host", { host: "-bl.example.net" }, /must be a hostname/],
    ["a source that ends with a hyphen", "host", { host: "bl.example-.net" }, /must be a hostname/],
    ["a source with a label of 64", "host", { host: `x${label}.net` }, /must be a hostname/],
    ["a source with a port", "host", { host: "bl.example.net:53" }, /must be a hostname/],
    ["a source with an empty label", "host", { host: "bl..net" }, /must be a hostname/],
    ["an empty source", "host", { host: "" }, /must be a hostname/],
    ["a type of a built-in source", "type", { type: "rwl_v6" }, /rbl, rbl_v6, uribl/],
  ],
  warned: [
    ["a source of a single label", "host", { host: "localhost." }, /is a single label: a blocklist usually/],
    ["a source that is an address", "host", { host: "192.0.2.1" }, /ends in a number, as addresses do/],
    ...["127.0.0.2-11", "127.0.0.*", "8.8.8.8", "2"].map((code): NonNullable<KindRules["warned"]>[number] => [
      `the code ${code}`,
      "custom_codes",
      { custom_codes: ["127.0.0.2", code] },
      /can never match/,
    ]),
    ["a source that ends in a number", "host", { host: "bl.example.2" }, /ends in a number/],
  ],
  accepted: [
    ["a source with capitals and a dot", { host: "BL.Example.NET." }],
    ["a source with a label of 63", { host: `${label}.net` }],
    ["a source with a hyphen inside", { host: "zen-2.example.net" }],
    ["codes", { custom_codes: ["127.0.0.2", "127.0.0.10"] }],
    [
      "a source of unknown values",
      {
        host: reference("var.unknown"),
        type: reference("var.unknown"),
        custom_codes: reference("toset([var.unknown])"),
        paused: reference("var.unknown"),
      },
    ],
  ],
};
