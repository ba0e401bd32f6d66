import type { Account } from "./account";

/** The first parts of the hostnames, by type. */
const names = {
  rbl: "abuse all backscatter bogons botnet bulk combined compromised drone dynamic exploit forum misc proxy reputation relays spam ssh tor web worst zombie",
  rbl_v6: "v6 ranges.v6 spam.v6",
  uribl: "black.uri grey.uri malware.uri phishing.uri red.uri",
} as const;

/**
 * The built-in sources of every account. The hostnames are fictitious, in a domain reserved for examples, so that no real
 * blocklist is queried.
 */
export const sourceCatalogue = (Object.keys(names) as (keyof typeof names)[]).flatMap((type) =>
  names[type].split(" ").map((name) => ({ host: `${name}.bl.example.net`, type })),
);

/** Adds the objects of a new account: the defaults and the catalogue of sources. */
export function addInitialObjects(account: Account): void {
  for (const source of sourceCatalogue) account.add("source", { ...source, custom: false });
  account.add("contact_group", { name: "Default", is_default: true });
  account.add("monitoring_profile", { name: "Default", is_default: true });
  account.add("certificate_profile", { name: "Public Profile", is_default: true, builtIn: true });
}
