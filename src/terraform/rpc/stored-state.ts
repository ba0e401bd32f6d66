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

/** A stored state as parsed JSON. Numbers that JavaScript would round are Decimals. */
export type StoredJson =
  | null
  | boolean
  | string
  | number
  | Decimal
  | StoredJson[]
  | { [name: string]: StoredJson };

/** Parses a stored state. */
export function storedJson(stored: Pick<RawState, "json"> | undefined): StoredJson {
  return plain(parseJson(storedText(stored)));
}

/**
 * Converts a stored state to the current schema version.
 * @throws DiagnosticError for a version that the resource cannot read
 */
export function currentState<Context>(
  resource: AnyResource<Context>,
  type: string,
  version: number,
  stored: Pick<RawState, "json"> | undefined,
): ObjectValue | null {
  const { attributes, upgrades, version: current = 0 } = resource;
  if (version === current) return conformed(attributes, storedText(stored));
  const upgrade = upgrades?.[version];
  if (upgrade !== undefined)
    return conformedJson(attributes, upgrade(storedJson(stored) as Readonly<Record<string, unknown>>));
  throw new DiagnosticError(
    "Unsupported state version",
    `The state has a ${type} of schema version ${version}, but this version of the provider supports version ${current}. Use the provider version that wrote the state, or a later one.`,
  );
}

function conformedJson(attributes: Attributes, upgraded: unknown): ObjectValue | null {
  // The text of a Decimal is converted to the attribute's type, as a number would be.
  const written = (_name: string, part: unknown) => (part instanceof Decimal ? part.text : part);
  return conformed(attributes, JSON.stringify(upgraded, written));
}

/**
 * Missing attributes become null; unknown attributes are dropped. So are write-only values: Terraform rejects a state that has
 * them.
 */
function conformed(attributes: Attributes, text: string): ObjectValue | null {
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
