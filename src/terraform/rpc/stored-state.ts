import type { AnyResource } from "../definition/resource";
import { DiagnosticError } from "../diagnostics";
import { withoutSecrets } from "../planning/plan-change";
import type { RawState } from "../protocol/generated/tfplugin6";
import type { Attributes } from "../schema/attribute";
import { objectType } from "../schema/implied-type";
import { Decimal, parseNumber } from "../values/decimal";
import { decodeJson } from "../values/json";
import { type Json, JsonNumber, parseJson } from "../values/json/parse";
import { asObject, type ObjectValue } from "../values/object-value";

/** A stored state as JavaScript sees JSON, but for numbers that JavaScript would round: these are Decimals. */
export type StoredJson =
  | null
  | boolean
  | string
  | number
  | Decimal
  | StoredJson[]
  | { [name: string]: StoredJson };

/** The state that Terraform stored. */
export function storedJson(stored: Pick<RawState, "json"> | undefined): StoredJson {
  return plain(parseJson(storedText(stored)));
}

/**
 * A stored state as the resource knows it now, whatever version of its schema wrote it.
 * @throws DiagnosticError for a version that the resource cannot read
 */
export function currentState<Context>(
  resource: AnyResource<Context>,
  type: string,
  version: number,
  stored: Pick<RawState, "json"> | undefined,
): ObjectValue | null {
  const { attributes, upgrades, version: current = 0 } = resource;
  if (version === current) return conformed(attributes, stored);
  const upgrade = upgrades?.[version];
  if (upgrade !== undefined)
    return conformedJson(attributes, upgrade(storedJson(stored) as Readonly<Record<string, unknown>>));
  throw new DiagnosticError(
    "A state of another version",
    `The state holds a ${type} of schema version ${version}, which this version of the provider cannot read: it has version ${current}.`,
  );
}

/** A stored state in today's schema: what is missing is null, what is no longer known is dropped. */
function conformed(attributes: Attributes, stored: Pick<RawState, "json"> | undefined): ObjectValue | null {
  return conformedText(attributes, storedText(stored));
}

/** The same for what an upgrade made of a stored state. */
function conformedJson(attributes: Attributes, upgraded: unknown): ObjectValue | null {
  // A Decimal's text serves as well as a number would: it is conformed to the attribute's type.
  const written = (_name: string, part: unknown) => (part instanceof Decimal ? part.text : part);
  return conformedText(attributes, JSON.stringify(upgraded, written));
}

/** Write-only values, which no state should hold, are dropped: Terraform refuses a state that has them. */
function conformedText(attributes: Attributes, text: string): ObjectValue | null {
  const state = asObject(decodeJson(objectType(attributes), text, { conform: true }));
  return state && withoutSecrets(attributes, state);
}

function storedText(stored: Pick<RawState, "json"> | undefined): string {
  return stored === undefined || stored.json.length === 0 ? "null" : new TextDecoder().decode(stored.json);
}

function plain(json: Json): StoredJson {
  if (json instanceof JsonNumber) return parseNumber(json.text);
  if (Array.isArray(json)) return json.map(plain);
  if (typeof json !== "object" || json === null) return json;
  return Object.fromEntries(Object.entries(json).map(([name, part]) => [name, plain(part)]));
}
