import { ServiceError } from "../../../client/errors";
import type { Account } from "../../../provider/account";
import type { Kind } from "../../../service/kinds";
import type { ServiceObject } from "../../../service/responses";
import {
  type AnyResource,
  DiagnosticError,
  Diagnostics,
  equal,
  type ObjectValue,
  PrivateState,
  unknown,
  type Value,
} from "../../../terraform";
import { generatedConfig, validateConfig } from "../../../terraform/tools";

/** The configuration of an object. */
export interface Configuration {
  /** The attributes that are set, in order. */
  readonly values: ReadonlyMap<string, Value>;
  /** Required attributes that the API does not return. */
  readonly unreported: readonly string[];
}

/** The configuration that keeps the object as in its state, without defaults and computed attributes. */
export function configurationOf({ attributes }: AnyResource<Account>, state: ObjectValue): Configuration {
  const config = Object.entries(generatedConfig(attributes, state));
  const required = Object.entries(attributes).filter(([, { parts }]) => parts.presence === "required");
  return {
    values: new Map(
      config.flatMap(([name, value = null]) => (value === null ? [] : [[name, value] as const])),
    ),
    unreported: required.filter(([name]) => (state[name] ?? null) === null).map(([name]) => name),
  };
}

/** The errors of the provider about the configuration, in sentences; empty if it is valid. */
export function refusals(
  resource: AnyResource<Account>,
  { values, unreported }: Configuration,
): readonly string[] {
  const config = Object.fromEntries(
    Object.keys(resource.attributes).map((name) => [
      name,
      unreported.includes(name) ? unknown : (values.get(name) ?? null),
    ]),
  );
  const diagnostics = new Diagnostics();
  validateConfig(resource.attributes, config, diagnostics, { writeOnly: true });
  if (!diagnostics.hasErrors) resource.validate?.({ config: config as never, diagnostics });
  return diagnostics.list.filter(({ severity }) => severity === "error").map(({ detail }) => detail);
}

/** An object to declare, with its configuration. */
export interface Candidate {
  readonly kind: Kind;
  readonly object: ServiceObject<Kind>;
  readonly state: ObjectValue;
  readonly configuration: Configuration;
}

/** The result of an import: the state of the object, or why it cannot be managed as it is, in sentences. */
type ImportedObject = { readonly state: ObjectValue } | { readonly refused: string };

/**
 * Does to an object what Terraform does when it imports it and plans again: the resource's own functions import it and
 * read it twice. So the configuration from its state changes nothing, and no list is read again.
 */
export async function importObject(
  resource: AnyResource<Account>,
  id: string,
  context: Account,
): Promise<ImportedObject> {
  const { signal } = new AbortController();
  const call = { context, signal, diagnostics: new Diagnostics(), privateState: new PrivateState() };
  const names = Object.keys(resource.attributes);
  const nothing = Object.fromEntries(names.map((name) => [name, null]));
  try {
    const imported = await resource.import?.({ ...call, id, identity: null });
    const first = await resource.read({ ...call, state: { ...nothing, ...imported } });
    const second = first && (await resource.read({ ...call, state: first }));
    if (first === null || second === null) return { refused: "It was deleted while the account was read." };
    const [before, after] = [first as ObjectValue, second as ObjectValue];
    // A resource with several objects is read as it was imported only if they are equal.
    const differing = Object.entries(resource.attributes)
      .filter(([name, { type }]) => !equal(type, before[name] ?? null, after[name] ?? null))
      .map(([name]) => name);
    if (differing.length === 0) return { state: after };
    return {
      refused: `Its members differ in ${differing.join(", ")}, and one resource would make them equal, so each is declared separately.`,
    };
  } catch (thrown) {
    if (!(thrown instanceof DiagnosticError) || thrown.cause instanceof ServiceError) throw thrown;
    return { refused: thrown.detail };
  }
}
