import { type Kind, kinds } from "../../service/kinds";
import type { ServiceObject } from "../../service/responses";
import { canonicalSid } from "../../service/sids";
import {
  type Attribute,
  type Attributes,
  type DataSource,
  DiagnosticError,
  type Diagnostics,
  dataSource,
  type ObjectValue,
  type Value,
} from "../../terraform";
import type { Account } from "../account";
import { whoHasKey } from "../managed/identity/who-has";
import { abbreviated, capitalized, described, lackingText } from "../text";
import { allObjects, objectById } from "./account-objects";
import { type AnyKindTable, keysOf } from "./kinds";
import { observedValues } from "./observed";

/** The arguments of a lookup, by attribute; null if omitted. */
type LookupArguments = Readonly<Record<string, unknown>>;

/** The data source that looks up one object by its SID or natural key. */
export function singleDataSource(table: AnyKindTable): DataSource<Attributes, Account> {
  const { kind, key } = table;
  const { title } = kinds[kind];
  const attributes = keyed(table);
  return dataSource<Attributes, Account>({
    description: `Looks up one ${title} by \`id\` or \`${key}\`. Fails if no ${title} matches, or several do.`,
    attributes,
    validate: ({ config, diagnostics }) => checkKeys(table, config, diagnostics),
    async read({ config, context, signal }) {
      const object = await findOne(table, config, context, signal);
      const observed = observedValues(attributes, object);
      const asked = ["id", ...keysOf(table)].filter((name) => config[name] !== null);
      return { ...observed, ...Object.fromEntries(asked.map((name) => [name, config[name] as Value])) };
    },
  });
}

/** The attributes; those that identify the object can be set. */
function keyed({ attributes, kind, key, narrowedBy }: AnyKindTable): Attributes {
  const isExclusive = `Exactly one of \`id\` and \`${key}\` must be set.`;
  const narrows = `Can be set with \`${key}\`, if several ${kinds[kind].plural} share it.`;
  const rules = { id: isExclusive, [key]: isExclusive, ...(narrowedBy && { [narrowedBy]: narrows }) };
  const settable = (name: string, { parts }: Attribute): readonly [string, Attribute] => {
    const description = described(parts.description, rules[name] ?? "");
    return [name, parts.shape.optionalComputed(description).annotate(parts.note)];
  };
  return Object.fromEntries(
    Object.entries(attributes).map(([name, attribute]) =>
      name in rules ? settable(name, attribute) : [name, attribute],
    ),
  );
}

/** Validates that exactly one key is set. An unknown value is accepted, because it may become null. */
function checkKeys(table: AnyKindTable, config: LookupArguments, diagnostics: Diagnostics): void {
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

/** The object that the arguments of a data source identify. @throws DiagnosticError if there is none, or several */
async function findOne(table: AnyKindTable, config: LookupArguments, account: Account, signal: AbortSignal) {
  const { kind, key, narrowedBy, notFound } = table;
  const { title, plural } = kinds[kind];
  const missing = (how: string, attribute: string) =>
    new DiagnosticError(`${capitalized(title)} not found`, `The account has no ${title} with ${how}`, [
      { attribute },
    ]);
  if (typeof config.id === "string") {
    const object = await objectById(table, canonicalSid(config.id), account, signal);
    if (object === undefined) throw missing(`the SID ${config.id}. Correct id.`, "id");
    return object;
  }
  let gap: string | undefined;
  const objects = await allObjects(table, account, (lacking) => {
    gap = `${lackingText(kind, lacking)} Set id, or plan again.`;
  });
  const matching = findByKey(table, objects, config);
  const [object] = matching;
  // The values may be sensitive.
  const called = `the configured ${givenKeys(table, config).join(" and ")}`;
  if (object === undefined) throw missing([`${called}.`, gap, notFound].filter(Boolean).join(" "), key);
  if (matching.length === 1) return object;
  const isNarrow = narrowedBy === undefined || config[narrowedBy] !== null;
  const remedy = isNarrow ? `Set id instead of ${key}` : `Set ${narrowedBy}, or set id instead of ${key}`;
  throw new DiagnosticError(
    `Several matching ${plural}`,
    `The account has ${matching.length} ${plural} with ${called}: ${abbreviated(matching.map(({ id }) => id).sort())}. ${remedy}, to select one of them.`,
    [{ attribute: key }],
  );
}

function findByKey(table: AnyKindTable, objects: readonly ServiceObject<Kind>[], asked: LookupArguments) {
  const { key, managed } = table;
  const { object } = managed;
  const names = givenKeys(table, asked);
  // The same keys as in an import, such as `www.example.com/https`.
  const { find } = object.key;
  if (find !== undefined) return find(objects, names.map((name) => asked[name]).join("/"));
  const others = names.filter((name) => name !== key);
  return whoHasKey(object, objects, String(asked[key])).filter((each: ObjectValue) =>
    others.every((name) => each[name] === asked[name]),
  );
}

function givenKeys(table: AnyKindTable, asked: LookupArguments): string[] {
  return keysOf(table).filter((name) => asked[name] !== null);
}
