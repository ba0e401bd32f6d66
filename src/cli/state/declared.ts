import { accountIn, type ManagedResource } from "../../provider/managed/resource";
import { managedResources, resources } from "../../provider/resources";
import { abbreviated } from "../../provider/text";
import { groupedBy } from "../../service/groups";
import { canonicalSid, isSid } from "../../service/sids";
import { type ObjectValue, PrivateState } from "../../terraform";
import { currentState, secretValues, schemaVersion as supportedVersion } from "../../terraform/tools";
import { sidsIn } from "../account/names";
import type { AccountOptions } from "../account/options";
import type { StateOptions } from "../options";
import { type ProcessContext, printable } from "../output/terminal";
import type { Note } from "../output/text";
import { isOwnName } from "./json";
import { providerFilter } from "./providers";
import { readState, type StateName, type StateText, type StoredInstance, stateTexts } from "./read-state";

/** An object that a state manages. */
export type Declared = ReturnType<typeof declaredObject>;

/** @param state the name of the state that has it */
function declaredObject(state: string, instance: StoredInstance) {
  const { address, type, attributes, notes, sensitive } = instance;
  const resource = managedResources[type] as ManagedResource;
  const { kind } = resource.object;
  const values = decoded(state, resource, instance);
  const id = values?.id;
  if (values === null || typeof id !== "string" || !isSid(kind, id)) {
    throw new Error(
      `${state}: ${address} has no SID in the state, so it cannot be compared. Remove it with \`terraform state rm\`, and import it again.`,
    );
  }
  /** The SIDs of all objects that it manages. */
  const ids = sidsIn(values).filter((sid) => isSid(kind, sid));
  /** Attributes that the state does not have, such as one of an older version of the provider. */
  const lacking = new Set(Object.keys(resource.attributes).filter((name) => !(name in Object(attributes))));
  return { kind, resource, address, state, id, ids, values, lacking, notes, sensitive };
}

function decoded(state: string, resource: ManagedResource, instance: StoredInstance): ObjectValue | null {
  const { address, type, schemaVersion, attributes } = instance;
  if (schemaVersion > supportedVersion) {
    throw new Error(
      `${state}: ${address} was written by a newer version of the provider (schema version ${schemaVersion}, this version supports ${supportedVersion}). Update rblmonitor.`,
    );
  }
  try {
    const json = new TextEncoder().encode(JSON.stringify(attributes ?? null));
    return currentState(resource, type, schemaVersion, { json });
  } catch (error) {
    throw new Error(`${state}: ${address} cannot be read: ${(error as Error).message}.`);
  }
}

/** The objects of several states, with notes. */
export type DeclaredObjects = ReturnType<typeof declaredObjects>;

/**
 * Reads the states that the arguments and options of a command select.
 * @throws Error for objects of another account, which would appear missing, and those of this account unmanaged
 */
export async function givenStates(
  files: readonly string[],
  { state = [], chdir = [], provider, accountSid }: StateOptions & Pick<AccountOptions, "accountSid">,
  { env, stdin }: Pick<ProcessContext, "env" | "stdin">,
): Promise<DeclaredObjects> {
  const texts = await stateTexts({ files: [...files, ...state], folders: chdir }, env, stdin);
  const states = declaredObjects(texts, provider);
  if (accountSid !== undefined) assertOfAccount(states.declared, accountSid);
  return states;
}

/** @throws Error for an object that was last seen in another account, as far as states show */
function assertOfAccount(declared: readonly Declared[], accountSid: string): void {
  const own = canonicalSid(accountSid);
  for (const { address, state, notes } of declared) {
    const account = accountIn(new PrivateState(notes));
    if (account === undefined || account === own) continue;
    throw new Error(
      `Account mismatch: ${address} in ${state} was last seen in the account ${printable(account)}, and these credentials are those of ${printable(own)}. Use the credentials of that account, select its workspace, or select other configurations with --provider.`,
    );
  }
}

export function hasStates(files: readonly string[], { state = [], chdir = [] }: StateOptions): boolean {
  return files.length + state.length + chdir.length > 0;
}

/**
 * The objects in states.
 * @param providers patterns of the provider configurations that work on the account; undefined when there is but one
 * @throws Error for a state that cannot be read, or that holds objects of several configurations of the provider, of
 * which some may be in another account and look gone in this one
 */
export function declaredObjects(states: readonly StateText[], providers: readonly string[] | undefined) {
  const notes: Note[] = states.flatMap((state) => (state.notes ?? []).map((text) => ({ text })));
  const read = states.map((state) => ({
    name: state.name,
    instances: readState(state).filter(({ type }) => isOwnName(type)),
  }));
  const filterFor = (some: typeof read) =>
    providerFilter(
      some.map(({ name }) => name),
      some.flatMap(({ instances }) => instances.map(({ provider }) => provider)),
      providers,
      "Objects of another account would appear missing.",
    );
  // Patterns select from all states together. Without patterns, each state may have its own configuration.
  const isSelected = providers && filterFor(read);
  const declared = read.flatMap((state) => {
    const { name, instances } = state;
    const isOfAccount = isSelected ?? filterFor([state]);
    const own = instances.filter(({ provider }) => isOfAccount(provider));
    const types = [...new Set(own.map(({ type }) => type))];
    const unknown = types.filter((type) => !Object.hasOwn(resources, type)).sort();
    if (unknown.length > 0)
      notes.push({ text: `${name} has objects of unknown types, which are skipped: ${unknown.join(", ")}.` });
    const managed = own.filter(({ type }) => Object.hasOwn(managedResources, type));
    if (managed.length === 0) notes.push({ text: `${name} has no objects of this provider.` });
    return managed.map((instance) => declaredObject(name, instance));
  });
  return {
    states: states.map(({ name, file }): StateName => ({ name, ...(file !== undefined && { file }) })),
    declared,
    notes,
    repeated: repeatedIn(declared),
    // No message may show them.
    secrets: declared.flatMap(({ resource, values }) => secretsOf(resource, values)),
  };
}

/** An object that several resources have, in one state or in several, with one of its SIDs. */
export interface Repeated {
  readonly id: string;
  readonly declared: readonly [Declared, ...Declared[]];
}

/** The objects that are declared more than once: a subnet and its members share objects, which are named once. */
function repeatedIn(declared: readonly Declared[]): readonly Repeated[] {
  const owners = groupedBy(
    declared.flatMap((each) => [...new Set([each.id, ...each.ids])].map((id) => ({ id, each }))),
    ({ id }) => id,
  );
  const repeated = [...owners]
    .filter(([, { length }]) => length > 1)
    .map(([id, same]) => ({ id, declared: same.map(({ each }) => each) as [Declared, ...Declared[]] }));
  const bySet = groupedBy(repeated, ({ declared: same }) => placesOf(same).join());
  return [...bySet.values()].flatMap(([first]) => first ?? []);
}

export function repeatedNote({ id, declared }: Repeated): Note {
  return { text: `${id} is declared more than once: ${abbreviated(placesOf(declared))}.` };
}

/** Where objects are declared: their addresses in their states. */
export function placesOf(declared: readonly Pick<Declared, "address" | "state">[]): string[] {
  return declared.map(({ address, state }) => `${address} in ${state}`);
}

/** The secrets of an object, which no message may show. */
export function secretsOf({ attributes, additionalSecrets }: ManagedResource, values: ObjectValue) {
  return [...secretValues(attributes, values), ...(additionalSecrets?.(values) ?? [])];
}
