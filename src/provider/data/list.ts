import { mapInBatches } from "../../client/batches";
import { type Kind, kinds } from "../../service/kinds";
import type { OnGap } from "../../snapshot/gaps";
import {
  type Attributes,
  type Config,
  type DataSource,
  type Diagnostics,
  dataSource,
  nestedList,
  number,
  type ObjectValue,
} from "../../terraform";
import type { Account } from "../account";
import type { ApiObject } from "../managed/api-fields";
import { lackingText } from "../text";
import { allObjects } from "./account-objects";
import { Filtering, filterAttributes } from "./filters";
import { type AnyKindTable, kindTables, rejectUnsupportedFilters } from "./kinds";
import { observedValues, sortedBy } from "./observed";

/** The data source that lists the objects of a kind that match its filters. */
export function listDataSource(table: AnyKindTable): DataSource<Attributes, Account> {
  const { kind, key, attributes, filters } = table;
  const { plural, pluralName: result } = kinds[kind];
  return dataSource<Attributes, Account>({
    description: `Lists ${plural}. All filters must match. Returns an empty list if there is no match.`,
    attributes: {
      ...filterAttributes(filters, attributes),
      [result]: nestedList(attributes).computed(
        `The matching ${plural}, sorted by \`${key}\`, then by \`id\`.`,
      ),
    },
    async read(call) {
      rejectUnsupportedFilters(table, call);
      const objects = await allObjects(table, call.context, gapWarning(kind, call.diagnostics));
      return { ...call.config, [result]: await observedList(table, objects, call) };
    },
  });
}

const hosts = kindTables.host;
// `listed` is true for all of them.
const { listed, ...filters } = hosts.filters;

/** `rblmonitor_listings`: the currently listed hosts (docs/design/api.md#endpoints). */
export const listingsData = dataSource<Attributes, Account>({
  description:
    "Lists the hosts that are currently on at least one source. All filters must match. Returns an empty list if there is no match.",
  attributes: {
    ...filterAttributes(filters, hosts.attributes),
    total_listed: number().computed(
      "Number of listed hosts in the account, regardless of filters. Null if the API does not return it.",
    ),
    hosts: nestedList(hosts.attributes).computed("The matching hosts, sorted by `host`, then by `id`."),
  },
  async read(call) {
    rejectUnsupportedFilters(hosts, call);
    const onGap = gapWarning("host", call.diagnostics);
    const { objects, totalListed } = await call.context.listings(onGap);
    // Every host in this list is listed, even if the API does not return `listed`.
    const all = objects.map((host) => ({ listed: true, ...host }));
    return { ...call.config, total_listed: totalListed ?? null, hosts: await observedList(hosts, all, call) };
  },
});

/** Warns that a list lacks objects, so that an empty or a short result is not mistaken for a whole one. */
function gapWarning(kind: Kind, diagnostics: Diagnostics): OnGap {
  const advice = "Plan again. If this persists, contact the service's support.";
  return (lacking) => diagnostics.warning("Incomplete list", `${lackingText(kind, lacking)} ${advice}`);
}

/**
 * The objects that match all filters, in an order that does not depend on the API. Warns of each filter whose attribute the API
 * does not return.
 */
async function observedList(
  { attributes, filters, key }: AnyKindTable,
  objects: readonly ApiObject[],
  { config, diagnostics }: { readonly config: Config<Attributes>; readonly diagnostics: Diagnostics },
): Promise<ObjectValue[]> {
  const observed = await mapInBatches(objects, (object) => observedValues(attributes, object));
  const filtering = new Filtering(filters, config);
  const matching = observed.filter((object) => filtering.matches(object));
  filtering.warn(diagnostics);
  return sortedBy(matching, key, "id");
}
