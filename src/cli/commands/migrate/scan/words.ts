import { type LegacyCall, legacyCalls } from "../../../../legacy/calls";
import type { Calls } from "../../../../legacy/changes";

/** Calls of version 3.0 by their paths. The id at the end may be missing: `host/{id}`, `host/update`, `host/{id}/{id}`. */
export const callsByPath = new Map<string, Calls>();
/** Calls by the members of the service's own clients of version 3.0: `contact_group.add`, `hosts.get`. */
export const callsByMember = new Map<string, LegacyCall>();
const kinds = new Set<string>();
const verbs = new Set<string>();
for (const call of legacyCalls) {
  const [, kind = "", ...rest] = call.legacy.path.split("/");
  const [verb = "{id}"] = rest;
  if (verb !== "{id}") verbs.add(verb);
  for (const name of new Set([kind, kind.replace(/^rbl(?=profile)/, "monitoring")])) {
    kinds.add(name);
    callsByMember.set(`${name.replace(/(?=profile|group)/, "_")}.${verb === "{id}" ? "get" : verb}`, call);
    for (const tail of rest.length > 1 ? [rest, [verb], ["{id}", "{id}"]] : [rest]) {
      const path = [name, ...tail].join("/");
      callsByPath.set(path, [...(callsByPath.get(path) ?? []), call]);
    }
  }
}

/** The first words of paths as alternatives, the longest first: `monitoringprofiles|…|host|rbl`; and the second ones. */
export const kindWords = [...kinds].sort((a, b) => b.length - a.length).join("|");
export const verbWords = [...verbs].join("|");
