import { type Kind, kinds } from "../../service/kinds";
import type { ServiceObject } from "../../service/responses";
import { canonicalSid } from "../../service/sids";
import { type Attribute, DiagnosticError, isSemanticallyEqual, type Value } from "../../terraform";
import { abbreviated } from "../abbreviated";
import type { Account } from "../account";
import { capitalized } from "../capitalized";
import { allObjects, objectById } from "./account-objects";
import { type AnyKindTable, keysOf, type LookupArguments } from "./kind-table";
import { observedValues } from "./observed";

/** The object that the arguments of a data source identify. @throws DiagnosticError if there is none, or several */
export async function findOne(
  table: AnyKindTable,
  config: LookupArguments,
  account: Account,
  signal: AbortSignal,
): Promise<ServiceObject<Kind>> {
  const { kind, key, narrowedBy, notFound } = table;
  const { title, plural } = kinds[kind];
  if (typeof config.id === "string") {
    const object = await objectById(table, canonicalSid(config.id), account, signal);
    if (object !== undefined) return object;
    throw new DiagnosticError(
      `${capitalized(title)} not found`,
      `The account has no ${title} with the SID ${config.id}. Correct id.`,
      [{ attribute: "id" }],
    );
  }
  const found = findByKey(table, await allObjects(table, account), config);
  const [object] = found;
  if (found.length === 1 && object !== undefined) return object;
  // The values may be sensitive.
  const called = `the configured ${givenKeys(table, config).join(" and ")}`;
  if (object === undefined) {
    const hint = notFound === undefined ? "" : ` ${notFound}`;
    throw new DiagnosticError(
      `${capitalized(title)} not found`,
      `The account has no ${title} with ${called}.${hint}`,
      [{ attribute: key }],
    );
  }
  const remedy =
    narrowedBy === undefined || config[narrowedBy] !== null
      ? `Set id instead of ${key}`
      : `Set ${narrowedBy}, or set id instead of ${key}`;
  throw new DiagnosticError(
    `Several matching ${plural}`,
    `The account has ${found.length} ${plural} with ${called}: ${abbreviated(found.map(({ id }) => id).sort())}. ${remedy}, to select one of them.`,
    [{ attribute: key }],
  );
}

function findByKey(
  table: AnyKindTable,
  objects: readonly ServiceObject<Kind>[],
  asked: LookupArguments,
): readonly ServiceObject<Kind>[] {
  const { attributes, find } = table;
  if (find !== undefined) return find(objects, asked);
  const names = givenKeys(table, asked);
  return objects.filter((object) => {
    const values = observedValues(attributes, object);
    return names.every((name) => isSame(attributes[name], asked[name], values[name]));
  });
}

function givenKeys(table: AnyKindTable, asked: LookupArguments): string[] {
  return keysOf(table).filter((name) => asked[name] !== null);
}

function isSame(attribute: Attribute | undefined, asked: unknown, value: unknown): boolean {
  if (value === null) return false;
  return (
    attribute !== undefined && isSemanticallyEqual(attribute.parts.shape, asked as Value, value as Value)
  );
}
