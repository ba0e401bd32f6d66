import { ServiceError } from "../../../client/errors";
import type { Account } from "../../../provider/account";
import type { Kind } from "../../../service/kinds";
import type { ServiceObject } from "../../../service/responses";
import {
  type AnyResource,
  type Attribute,
  DiagnosticError,
  Diagnostics,
  equal,
  type ObjectValue,
  PrivateState,
  unknown,
  type Value,
} from "../../../terraform";
import { validateConfig } from "../../../terraform/tools";

/** What a configuration says of an object. */
export interface Configuration {
  /** The attributes that are set, in order. */
  readonly values: ReadonlyMap<string, Value>;
  /** Required attributes that the service does not tell. */
  readonly notTold: readonly string[];
}

/**
 * What the service decides where a configuration is silent: said only if a new object would otherwise be another one.
 * `entries` mean `use_my_selections`, and are not said beside `stay_in_sync`. `schedule` is never said: it is deprecated, and
 * stays as the service has it.
 */
const worthSaying: Readonly<Record<string, (state: ObjectValue) => boolean>> = {
  is_default: (state) => state.is_default === true,
  entries: (state) => state.sync_method === "use_my_selections",
  sync_method: (state) => state.sync_method === "use_my_selections" && (state.entries ?? null) === null,
};

/** What is to be written so that the object is as its state says: nothing that is so by default or only computed. */
export function configurationOf({ attributes }: AnyResource<Account>, state: ObjectValue): Configuration {
  const all = Object.entries(attributes);
  return {
    values: new Map(
      all
        .map(([name, attribute]) => [name, attribute, state[name] ?? null] as const)
        .filter(([name, attribute, value]) => isWritten(name, attribute, value, state))
        .map(([name, , value]) => [name, value]),
    ),
    notTold: all
      .filter(([name, { parts }]) => parts.presence === "required" && (state[name] ?? null) === null)
      .map(([name]) => name),
  };
}

function isWritten(name: string, { parts, type }: Attribute, value: Value, state: ObjectValue): boolean {
  if (value === null) return false;
  switch (parts.presence) {
    case "required":
      return true;
    case "optional":
      return !(Array.isArray(value) && value.length === 0);
    case "defaulted":
      return !equal(type, value, parts.defaultValue as Value);
    case "optional_computed":
      return worthSaying[name]?.(state) ?? false;
    case "computed":
      return false;
  }
}

/** What the provider would refuse in the configuration, in sentences; none if it is valid. */
export function refusals(
  resource: AnyResource<Account>,
  { values, notTold }: Configuration,
): readonly string[] {
  const config = Object.fromEntries(
    Object.keys(resource.attributes).map((name) => [
      name,
      notTold.includes(name) ? unknown : (values.get(name) ?? null),
    ]),
  );
  const diagnostics = new Diagnostics();
  validateConfig(resource.attributes, config, diagnostics, { writeOnly: true });
  if (!diagnostics.hasErrors) resource.validate?.({ config: config as never, diagnostics });
  return diagnostics.list.filter(({ severity }) => severity === "error").map(({ detail }) => detail);
}

/** An object that can be declared, and what is to be said of it. */
export interface Candidate {
  readonly kind: Kind;
  readonly object: ServiceObject<Kind>;
  readonly state: ObjectValue;
  readonly configuration: Configuration;
}

/** What an import makes of an object: its state, or why it cannot be managed as it is, in sentences. */
export type TakenOver = { readonly state: ObjectValue } | { readonly refused: string };

/**
 * Does to an object what Terraform does when it imports it and plans again: the resource's own functions import it and
 * read it twice. So the configuration made of its state changes nothing, and what the lists have told is not asked again.
 */
export async function takeOver(
  resource: AnyResource<Account>,
  id: string,
  context: Account,
): Promise<TakenOver> {
  const { signal } = new AbortController();
  const call = { context, signal, diagnostics: new Diagnostics(), privateState: new PrivateState() };
  const names = Object.keys(resource.attributes);
  const nothing = Object.fromEntries(names.map((name) => [name, null]));
  try {
    const imported = await resource.import?.({ ...call, id });
    const first = await resource.read({ ...call, state: { ...nothing, ...imported } });
    const second = first && (await resource.read({ ...call, state: first }));
    if (first === null || second === null) return { refused: "It was deleted while the account was read." };
    const differing = names.filter((name) => isChanged(resource, name, first, second));
    return differing.length === 0 ? { state: second as ObjectValue } : { refused: ofSeveral(differing) };
  } catch (thrown) {
    if (!(thrown instanceof DiagnosticError) || thrown.cause instanceof ServiceError) throw thrown;
    return { refused: thrown.detail };
  }
}

function isChanged(
  { attributes }: AnyResource<Account>,
  name: string,
  first: object,
  second: object,
): boolean {
  const attribute = attributes[name];
  const [before, after] = [first, second].map((state) => (state as ObjectValue)[name] ?? null);
  return attribute !== undefined && !equal(attribute.type, before ?? null, after ?? null);
}

/** A resource that stands for several objects is read as it was imported only if they all say the same. */
function ofSeveral(differing: readonly string[]): string {
  return `Its members differ in ${differing.join(", ")}, and one resource would make them the same, so they are declared one by one.`;
}
