import type { LegacyKind } from "../service/legacy/kinds";
import { legacyHostType, legacySourceTypes } from "../service/legacy/parameters";
import type { CheckStatus, ServiceObject } from "../service/responses";

/** When and how objects are shown. */
export interface Showing {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The word in `listed_period` (docs/design/open-points.md#40). Default: `singular`. */
  readonly listedPeriod?: "singular" | "plural";
}

type Shapes = { readonly [K in LegacyKind]: (object: ServiceObject<K>, showing: Showing) => object };

/**
 * Objects with the fields of version 3.0, in its order and forms (docs/design/api-3.0.md#resources): flags as 0 and 1, status words in
 * lower case, which programs compare, and the groups of a host separated by commas, as its update accepts them. Counts and lists
 * that 4.0 did not return are omitted; other fields are null.
 */
const shapes: Shapes = {
  host: (host, showing) => ({
    id: host.id,
    host: host.host,
    name: host.name,
    type: host.type ?? legacyHostType(host.host ?? ""),
    parent: host.parent ?? null,
    status: host.status?.toLowerCase(),
    rbl_profile: host.profile,
    contact_group: host.contact_group?.join(","),
    last_checked: host.last_checked ?? null,
    first_listed: host.first_listed ?? null,
    listed_period: host.listed_period ?? listedPeriod(host.first_listed, showing) ?? null,
    listed: digit(host.listed),
    listed_count: host.listed_count,
    listed_details: host.listed_details?.map(({ host: source, details }) => ({ host: source, details })),
  }),
  monitoring_profile: ({ id, name, is_default, total_entries, total_hosts, entries }) => ({
    id,
    name,
    is_default: digit(is_default),
    total_entries: total_entries ?? entries?.length,
    total_hosts,
    entries,
  }),
  // Profiles of 3.0 also contain sources whose types are new in 4.0. Null cannot be mistaken for a type of 3.0.
  source: ({ id, type, custom, host }) => ({
    id,
    type: legacySourceTypes.find((each) => each === type) ?? null,
    custom: digit(custom),
    host,
  }),
  contact: ({ id, type, status, schedule, contact, contact_group }) => ({
    id,
    type,
    status: status?.toLowerCase(),
    schedule,
    contact,
    contact_group,
  }),
  contact_group: ({ id, name, is_default, total_members, total_hosts }) => ({
    id,
    name,
    is_default: digit(is_default),
    total_members,
    total_hosts,
  }),
};

/** An object of that kind as version 3.0 shows it. */
export function legacyObject<K extends LegacyKind>(kind: K, object: ServiceObject<K>, showing: Showing) {
  return shapes[kind](object, showing);
}

/** The state of a manual check as version 3.0 shows it (docs/design/api-3.0.md#resources): programs wait for the word `completed`. */
export function legacyCheckStatus(check: CheckStatus): object {
  return {
    status: check.finished ? "completed" : "processing",
    checked_count: check.checked_count,
    listed: digit(check.listed),
    listed_count: check.listed_count,
    listed_details: check.listed_details?.map(({ id, details, listed, response_time }) => ({
      rbl: id,
      details,
      listed: digit(listed),
      response_time,
    })),
  };
}

function digit(flag: boolean | undefined): number | undefined {
  return flag === undefined ? undefined : Number(flag);
}

/**
 * How long a host has been listed, in the format of 3.0: `<n> day <HH:MM:SS>` (docs/design/api-3.0.md#resources). Undefined if the
 * start is unknown or cannot be parsed, such as with an unusual time zone name.
 *
 * @param firstListed date, time and time zone, as in `2026-11-08 10:24:02 GMT`
 */
export function listedPeriod(
  firstListed: string | undefined,
  { now, listedPeriod: form = "singular" }: Showing,
): string | undefined {
  const since = Date.parse(firstListed ?? "");
  if (Number.isNaN(since) || since > now) return undefined;
  const seconds = Math.floor((now - since) / 1000);
  const clock = [Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60, seconds % 60];
  const digits = clock.map((part) => String(part).padStart(2, "0"));
  const days = Math.floor(seconds / 86_400);
  const word = form === "singular" || days === 1 ? "day" : "days";
  return `${days} ${word} ${digits.join(":")}`;
}
