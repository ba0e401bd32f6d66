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
import { explained } from "../service-diagnostic";
import { findOne } from "./find-one";
import { type AnyKindTable, keysOf } from "./kind-table";
import { observedValues } from "./observed";

/** The data source that finds one object, by its SID or as people know it. */
export function singleDataSource(table: AnyKindTable): AnyDataSource<Account> {
  const { kind, key } = table;
  const { title } = kinds[kind];
  const attributes = keyed(table);
  return dataSource<Attributes, Account>({
    description: `One ${title} of the account, found by \`id\` or by \`${key}\`, as it is now. None found, or several, is an error.`,
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

/** The attributes, of which those that find the object may be set. */
function keyed({ attributes, kind, key, narrowedBy }: AnyKindTable): Attributes {
  const { title, plural } = kinds[kind];
  const settable = (name: string, words: string): readonly [string, Attribute][] => {
    const parts = attributes[name]?.parts;
    if (parts === undefined) return [];
    return [[name, parts.shape.optionalComputed(`${parts.description} ${words}`).annotate(parts.note)]];
  };
  return {
    ...attributes,
    ...Object.fromEntries([
      ...settable("id", `Either this or \`${key}\` is set.`),
      ...settable(key, `Either this or \`id\` is set, to find the ${title} by.`),
      ...(narrowedBy === undefined
        ? []
        : settable(narrowedBy, `May be set beside \`${key}\`, to tell apart ${plural} that share it.`)),
    ]),
  };
}

/** Finds at plan time that not exactly one key is set. What is unknown yet may turn out to be null, and passes. */
function checkKeys(
  table: AnyKindTable,
  config: Readonly<Record<string, unknown>>,
  diagnostics: Diagnostics,
): void {
  const { kind, key } = table;
  const { title } = kinds[kind];
  if (config.id === null && config[key] === null) {
    diagnostics.error(
      `Which ${title}?`,
      `Neither id nor ${key} is set, and one of them must say which ${title} is meant.`,
      [{ attribute: "id" }],
    );
  }
  for (const name of keysOf(table)) {
    if (typeof config.id !== "string" || typeof config[name] !== "string") continue;
    diagnostics.error(
      `Both id and ${name}`,
      `The id alone says which ${title} is meant. Remove ${name}, or the id.`,
      [{ attribute: name }],
    );
  }
}
