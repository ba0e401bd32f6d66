import { kinds } from "../../service/kinds";
import {
  type AnyDataSource,
  type Attribute,
  type Attributes,
  type Diagnostics,
  dataSource,
  type Value,
} from "../../terraform";
import type { Account } from "../account";
import { described } from "../description";
import { explained } from "../service-diagnostic";
import { findOne } from "./find-one";
import { type AnyKindTable, keysOf } from "./kind-table";
import { observedValues } from "./observed";

/** The data source that looks up one object by its SID or natural key. */
export function singleDataSource(table: AnyKindTable): AnyDataSource<Account> {
  const { kind, key } = table;
  const { title } = kinds[kind];
  const attributes = keyed(table);
  return dataSource<Attributes, Account>({
    description: `Looks up one ${title} by \`id\` or \`${key}\`. Fails if no ${title} matches, or several do.`,
    attributes,
    validate: ({ config, diagnostics }) => checkKeys(table, config, diagnostics),
    async read({ config, context, signal }) {
      const object = await explained(findOne(table, config, context, signal));
      const observed = observedValues(attributes, object);
      const asked = ["id", ...keysOf(table)].filter((name) => config[name] !== null);
      return { ...observed, ...Object.fromEntries(asked.map((name) => [name, config[name] as Value])) };
    },
  });
}

/** The attributes; those that identify the object can be set. */
function keyed({ attributes, kind, key, narrowedBy }: AnyKindTable): Attributes {
  const { plural } = kinds[kind];
  const settable = (name: string, rule: string): readonly [string, Attribute][] => {
    const parts = attributes[name]?.parts;
    if (parts === undefined) return [];
    return [[name, parts.shape.optionalComputed(described(parts.description, rule)).annotate(parts.note)]];
  };
  return {
    ...attributes,
    ...Object.fromEntries([
      ...settable("id", `Exactly one of \`id\` and \`${key}\` must be set.`),
      ...settable(key, `Exactly one of \`id\` and \`${key}\` must be set.`),
      ...(narrowedBy === undefined
        ? []
        : settable(narrowedBy, `Can be set with \`${key}\`, if several ${plural} share it.`)),
    ]),
  };
}

/** Validates that exactly one key is set. An unknown value is accepted, because it may become null. */
function checkKeys(
  table: AnyKindTable,
  config: Readonly<Record<string, unknown>>,
  diagnostics: Diagnostics,
): void {
  const { kind, key } = table;
  const { title } = kinds[kind];
  if (config.id === null && config[key] === null) {
    diagnostics.error(
      `Missing key of the ${title}`,
      `Neither id nor ${key} is set. Set exactly one of them.`,
      [{ attribute: "id" }],
    );
  }
  for (const name of keysOf(table)) {
    if (typeof config.id !== "string" || typeof config[name] !== "string") continue;
    diagnostics.error(
      `Conflicting arguments id and ${name}`,
      `The id alone identifies the ${title}. Remove ${name} or id.`,
      [{ attribute: name }],
    );
  }
}
