/** A built-in source. */
export interface CatalogueSource {
  readonly host: string;
  readonly type: "rbl" | "rbl_v6" | "uribl";
}

const hostnames = {
  rbl: [
    "abuse",
    "all",
    "backscatter",
    "bogons",
    "botnet",
    "bulk",
    "combined",
    "compromised",
    "drone",
    "dynamic",
    "exploit",
    "forum",
    "misc",
    "proxy",
    "reputation",
    "relays",
    "spam",
    "ssh",
    "tor",
    "web",
    "worst",
    "zombie",
  ],
  rbl_v6: ["v6", "ranges.v6", "spam.v6"],
  uribl: ["black.uri", "grey.uri", "malware.uri", "phishing.uri", "red.uri"],
} as const;

/**
 * The built-in sources of every account. The hostnames are fictitious, in a domain reserved for examples, so that no real
 * blocklist is queried.
 */
export const sourceCatalogue: readonly CatalogueSource[] = Object.entries(hostnames).flatMap(
  ([type, names]) =>
    names.map((name) => ({ host: `${name}.bl.example.net`, type: type as CatalogueSource["type"] })),
);
