import { sourceTypeOf } from "../service/addresses";
import { type CoveredGroup, contactStates } from "./alerting";
import type { CoveredObject } from "./coverage";

/** What sources of each type check. */
const typeWords = { rbl: "IPv4 addresses", rbl_v6: "IPv6 addresses", uribl: "domain names" } as const;

/** Why nothing checks an object, in words. @param profile the name of its profile, in quotation marks */
export function reasonText({ key, watch }: Pick<CoveredObject, "key" | "watch">, profile: string): string {
  const type = sourceTypeOf(key) ?? "rbl";
  const words = {
    paused: "paused",
    no_sources: `the monitoring profile ${profile} selects no sources`,
    paused_sources: `all sources of the monitoring profile ${profile} are paused`,
    no_source_of_type: `the monitoring profile ${profile} has no active source for ${typeWords[type]} (\`${type}\`)`,
    no_alerts: `all alerts of the certificate profile ${profile} are off`,
    idle: `not checked since ${watch.lastChecked?.slice(0, 10)}`,
  };
  return words[watch.reason ?? "paused"];
}

/** Why a group reaches no one, or may not, in words: `no contact`, or the number of its contacts in each state. */
export function groupText({ contacts }: CoveredGroup): string {
  const counts = contactStates.flatMap((state) => {
    const count = contacts[state];
    const words = state === "unknown" ? "with an unknown status" : state;
    return count === 0 ? [] : [`${count} ${count === 1 ? "contact" : "contacts"} ${words}`];
  });
  return counts.join(", ") || "no contact";
}

/** What a listing or a certificate error of a paused object is. */
export const lastResult = "paused: last result";
