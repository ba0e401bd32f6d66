import type { ObjectValue } from "../../../terraform";
import { compareNaturally } from "../../output/order";

/** A source, and the hosts that it lists, newest listing first. */
export interface ListedSource {
  /** Its SID; null if the service does not report it. */
  readonly source: string | null;
  readonly host: string | null;
  /** The SIDs of the hosts. */
  readonly listed: readonly string[];
}

/** The sources that list hosts, those that list most first. @param hosts with the attributes of the data source */
export function listedSources(hosts: readonly ObjectValue[]): ListedSource[] {
  const found = new Map<string, ListedSource & { readonly listed: string[] }>();
  for (const host of hosts) {
    for (const { id, name } of sourcesOf(host)) {
      const key = id ?? name ?? "";
      const one = found.get(key) ?? { source: id, host: name, listed: [] };
      one.listed.push(String(host.id));
      found.set(key, one);
    }
  }
  return [...found.values()].sort(
    (a, b) => b.listed.length - a.listed.length || compareNaturally(a.host ?? "", b.host ?? ""),
  );
}

/** The sources that list a host, as far as the service reports them. */
export function sourcesOf({
  listed_details: details,
}: ObjectValue): readonly { readonly id: string | null; readonly name: string | null }[] {
  return (Array.isArray(details) ? details : []).map((detail) => {
    const { id = null, host = null } = detail as ObjectValue;
    return { id: id as string | null, name: host as string | null };
  });
}
