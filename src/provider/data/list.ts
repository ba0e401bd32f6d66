import { mapInBatches } from "../../client/batches";
import { kinds } from "../../service/kinds";
import {
  type AnyDataSource,
  type Attributes,
  type Config,
  type Diagnostics,
  dataSource,
  nestedList,
  type ObjectValue,
} from "../../terraform";
import type { Account } from "../account";
import type { ApiObject } from "../managed/api-fields";
import { explained } from "../service-diagnostic";
import { allObjects } from "./account-objects";
import { type Filters, filterAttributes, filtered } from "./filters";
import { type AnyKindTable, rejectUnsupportedFilters } from "./kind-table";
import { observedValues, sortedBy } from "./observed";

/** The data source that lists the objects of a kind that match its filters. */
export function listDataSource(table: AnyKindTable): AnyDataSource<Account> {
  const { kind, key, attributes, filters } = table;
  const { plural } = kinds[kind];
  const result = `${kind}s`;
  return dataSource<Attributes, Account>({
    description: `Lists ${plural}. All filters must match. Returns an empty list if there is no match.`,
    attributes: {
      ...filterAttributes(filters, attributes),
      [result]: nestedList(attributes).computed(
        `The matching ${plural}, sorted by \`${key}\`, then by \`id\`.`,
      ),
    },
    async read(call) {
      rejectUnsupportedFilters(table, filters, call.config, call.context);
      const objects = await explained(allObjects(table, call.context));
      return { ...call.config, [result]: await observedList(table, filters, objects, call) };
    },
  });
}

/** The objects that match the filters, with all attributes, in an order that does not depend on the API. */
export async function observedList(
  { attributes, key }: AnyKindTable,
  filters: Filters,
  objects: readonly ApiObject[],
  { config, diagnostics }: { readonly config: Config<Attributes>; readonly diagnostics: Diagnostics },
): Promise<ObjectValue[]> {
  const observed = await mapInBatches(objects, (object) => observedValues(attributes, object));
  return sortedBy(filtered(observed, filters, config, diagnostics), key, "id");
}
