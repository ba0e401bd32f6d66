import { type Kind, kinds } from "../../service/kinds";
import { type AnyListResource, type Attributes, listResource } from "../../terraform";
import type { Account } from "../account";
import { kindTables } from "../data/data-sources";
import { type Filters, filterAttributes } from "../data/filters";
import type { AnyKindTable } from "../data/kind-table";
import { managedResources } from "../resources";

/** What is particular about the list of a kind, in sentences. */
const notes: Partial<Readonly<Record<Kind, string>>> = {
  host: "A subnet that the service stores as one host is one result. Its addresses are not listed again.",
  source:
    "Built-in sources are left out. The service lists active sources only, so paused ones may be missing.",
};

/** Filters that mean nothing where only objects are listed that can be managed. */
const pointless: Partial<Readonly<Record<Kind, readonly string[]>>> = { source: ["custom"] };

/** The list resources by the names of their resources: each lists a kind, with the filters of its data source. */
export const listResources: Readonly<Record<string, AnyListResource<Account>>> = Object.fromEntries(
  kindTables.map((table) => [`rblmonitor_${table.kind}`, listOf(table)]),
);

function listOf(table: AnyKindTable): AnyListResource<Account> {
  const { kind, attributes } = table;
  const { plural } = kinds[kind];
  const filters = filtersOf(table);
  const about = `Lists the ${plural} of the account, so that Terraform can import them. All filters must match.`;
  return listResource<Attributes, Account>({
    description: [about, notes[kind]].filter(Boolean).join(" "),
    attributes: filterAttributes(filters, attributes, plural),
    async *list(call) {
      const managed = managedResources[`rblmonitor_${kind}`];
      if (managed === undefined) throw new Error(`No resource manages ${plural}.`);
      const reader = await call.context.reader(kind);
      // Loaded late, since most processes list nothing; after the reader, whose loading sets flags that code caches are bound to.
      const { listing } = await import("./listing");
      yield* listing({ table, filters, managed, reader }, call);
    },
  });
}

function filtersOf({ kind, filters }: AnyKindTable): Filters {
  return Object.fromEntries(Object.entries(filters).filter(([name]) => !pointless[kind]?.includes(name)));
}
