import type { KindRules } from "./kind-rules";

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
  refused: [
    ...bad.map(
      ([title, hostname]) =>
        [`${title} as a hostname`, "hostname", { hostname }, /must be a hostname or address/] as const,
    ),
  ],
  accepted: [...good.map((hostname) => [`the hostname ${hostname}`, { hostname }] as const)],
};
