import { type Kind, kinds } from "../../service/kinds";
import { type Attributes, type ListResource, listResource } from "../../terraform";
import type { Account } from "../account";
import { filterAttributes } from "../data/filters";
import { type AnyKindTable, kindTables } from "../data/kinds";

/** Notes for the descriptions of some kinds, in sentences. */
const notes: Partial<Readonly<Record<Kind, string>>> = {
  host: "A subnet that the service stores as one host is one result, without its addresses.",
  source: "Excludes built-in sources. The API lists active sources only, so paused ones may be missing.",
};

/** Filters without effect, because a query returns only manageable objects. */
const redundant: Partial<Readonly<Record<Kind, readonly string[]>>> = { source: ["custom"] };

/** The list resources by type name, with the filters of the data sources. */
export const listResources: Readonly<Record<string, ListResource<Attributes, Account>>> = Object.fromEntries(
  Object.values(kindTables).map((table) => [`rblmonitor_${table.kind}`, listOf(table)]),
);

function listOf(table: AnyKindTable): ListResource<Attributes, Account> {
  const { kind, attributes, filters } = table;
  const { plural } = kinds[kind];
  const effective = Object.entries(filters).filter(([name]) => !redundant[kind]?.includes(name));
  const about = `Lists ${plural} for import with \`terraform query\`. All filters must match.`;
  return listResource<Attributes, Account>({
    description: [about, notes[kind]].filter(Boolean).join(" "),
    attributes: filterAttributes(Object.fromEntries(effective), attributes),
    async *list(call) {
      const reader = await call.context.reader(kind);
      // Loaded late, because most processes list nothing, and after the reader, which sets flags that code caches depend on.
      const { query } = await import("./query");
      yield* query(table, reader, call);
    },
  });
}
