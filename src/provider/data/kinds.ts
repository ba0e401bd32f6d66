import { fields } from "../../service/fields";
import { type Kind, kindNames, kinds } from "../../service/kinds";
import { isLegacyKind } from "../../service/legacy/kinds";
import { isUnsupportedField } from "../../service/legacy/unsupported";
import { list, sid } from "../../service/rules";
import { canonicalSid } from "../../service/sids";
import { type Attributes, DiagnosticError, nestedList, string } from "../../terraform";
import type { Account } from "../account";
import { returnedAttributes } from "../common-attributes";
import { keyField } from "../managed/object";
import type { ManagedResource } from "../managed/resource";
import { field, wireFields } from "../managed/wire";
import { managedResources } from "../resources";
import { shapeOf } from "../shapes";
import { contains, equals, type Filters, matches } from "./filters";
import { observedAttributes } from "./observed";

/** The additions of a kind's two data sources to its resource: one looks up an object, the other lists objects. */
interface KindRow {
  /** Attributes that differ from those of the fields of the same names. */
  readonly computed?: Attributes;
  /**
   * A field that every read returns, and that the response to a create may omit even if it has the key
   * (docs/design/api-3.0.md#rules (4)). Defaults to the key.
   */
  readonly completeWith?: string;
  /** An attribute that distinguishes objects with the same key. */
  readonly narrowedBy?: string;
  /** The statuses that other kinds do not have. */
  readonly statuses?: readonly string[];
  /** A hint for the error when no object has the key, in sentences. */
  readonly notFound?: string;
  /** Filters of the list in addition to the usual ones, by the name of the argument. */
  readonly filters?: Filters;
}

const rows: { readonly [K in Kind]?: KindRow } = {
  /** The results of checks (docs/design/api-3.0.md#resources: Host). */
  host: {
    computed: {
      listed_details: nestedList({
        id: shapeOf(sid("source")).computed("SID of the source that lists the host, `RB…`."),
        host: string().computed("Hostname of the source."),
        details: string().computed("Answer of the source."),
      }).computed(fields.host.listed_details.about),
    },
    completeWith: "profile",
    filters: {
      host_pattern: matches("host"),
      type: equals("type", "`rbl`, `uribl`, or `ip_range`"),
      listed: equals("listed"),
    },
  },
  monitoring_profile: {
    computed: {
      frequency: string().computed(
        "Effective check frequency, such as `24_hours`. It may differ from the configured value if the account's plan fixes it.",
      ),
      entries: shapeOf(list(sid("source"))).computed(
        "SIDs of the sources that are checked, `RB…`. For a profile with `stay_in_sync`: the current sources of the catalogue.",
      ),
    },
    filters: {
      frequency: equals("frequency"),
      sync_method: equals("sync_method"),
      source: contains("entries", canonicalSid),
    },
  },
  /** Including the sources of the service's catalogue (docs/design/open-points.md#5 and 6). */
  source: {
    computed: {
      type: string().computed(
        "What the source lists:\n- `rbl`: IPv4 addresses\n- `rbl_v6`: IPv6 addresses\n- `uribl`: domain names\n- another value for some built-in sources",
      ),
    },
    narrowedBy: "type",
    notFound: "The API lists active sources only. To look up a paused source, set id.",
    filters: {
      host_pattern: matches("host"),
      type: equals("type", "`rbl`, `rbl_v6`, `uribl`, or another value"),
      custom: equals("custom"),
    },
  },
  certificate_monitor: {
    narrowedBy: "protocol",
    filters: { hostname_pattern: matches("hostname"), protocol: equals("protocol") },
  },
  /** Without `args`: these may be secret, and the API does not return them. */
  contact: {
    statuses: ["pending"],
    completeWith: "type",
    narrowedBy: "type",
    filters: { contact_pattern: matches("contact"), type: equals("type") },
  },
};

/** Filters of the lists whose objects have the attribute. */
const usualFilters: Filters = {
  name_pattern: matches("name"),
  tag: contains("tags"),
  profile: equals("profile"),
  contact_group: contains("contact_groups", canonicalSid),
  paused: equals("paused"),
  is_default: equals("is_default"),
};

/** A row with what the kind's resource adds. */
export interface AnyKindTable extends Omit<KindRow, "computed"> {
  /** The kind's resource, whose attributes the objects have. */
  readonly managed: ManagedResource;
  readonly kind: Kind;
  /** The natural key, or the name: an attribute, and a field of the same name. */
  readonly key: string;
  /** All attributes of an object: those of its resource, and those of the row. */
  readonly attributes: Attributes;
  /** All filters of the list, by the name of the argument. */
  readonly filters: Filters;
}

/** Completes a row with the key of the kind's resource, and with its attributes that the API returns. */
function kindTable(managed: ManagedResource, row: KindRow = {}): AnyKindTable {
  const { object } = managed;
  const { kind } = object;
  // The API does not document all values (docs/design/open-points.md#4).
  const statuses = [...(row.statuses ?? []), "active", "paused"].map((status) => `\`${status}\``).join(", ");
  const statusText = `${statuses}, or another value that the API returns`;
  const computed = Object.entries(row.computed ?? {});
  const attributes = {
    ...observedAttributes(managed.attributes),
    ...(kinds[kind].pausable && {
      status: string().computed(`Status in lower case: ${statusText}.`).annotate(field("status")),
    }),
    ...returnedAttributes(kind),
    ...Object.fromEntries(computed.map(([name, attribute]) => [name, attribute.annotate(field(name))])),
  };
  const filters = { ...usualFilters, ...row.filters, status: equals("status", statusText) };
  const usable = Object.entries(filters).filter(([, { of }]) => of in attributes);
  return { ...row, managed, kind, key: keyField(object), attributes, filters: Object.fromEntries(usable) };
}

/** The data source tables of all kinds. */
export const kindTables = Object.fromEntries(
  kindNames.map((kind) => [kind, kindTable(managedResources[`rblmonitor_${kind}`], rows[kind])]),
) as Readonly<Record<Kind, AnyKindTable>>;

/** The key, and the attribute that distinguishes objects with the same key. */
export function keysOf({ key, narrowedBy }: Pick<AnyKindTable, "key" | "narrowedBy">): string[] {
  return narrowedBy === undefined ? [key] : [key, narrowedBy];
}

/**
 * Rejects a filter by an attribute that the API version does not have: no object would match.
 * @throws DiagnosticError at the filter
 */
export function rejectUnsupportedFilters(
  { kind, managed, filters }: AnyKindTable,
  { config, context }: { readonly config: Readonly<Record<string, unknown>>; readonly context: Account },
): void {
  if (context.apiVersion !== "3.0" || !isLegacyKind(kind)) return;
  const lacking = wireFields(managed.attributes).filter(({ field }) => isUnsupportedField(kind, field));
  for (const [name, { of }] of Object.entries(filters)) {
    if ((config[name] ?? null) === null || !lacking.some((lacked) => lacked.name === of)) continue;
    throw new DiagnosticError(
      `API version 3.0 has no ${of}`,
      `Version 3.0 cannot filter by ${of}. Remove ${name}, or set api_version = "4.0" in the provider's configuration.`,
      [{ attribute: name }],
    );
  }
}
