import type { ObjectValue } from "../../src/terraform/values/object-value";

/** An object as Terraform's state file keeps it: JSON through and through. */
export interface StoredObject {
  readonly schema_version: number;
  /** The attributes as JSON text, so that no number is rounded. */
  readonly attributes: string;
  /** The provider's private bytes in base64. */
  readonly private?: string;
  readonly status?: "tainted";
  readonly create_before_destroy?: true;
  readonly dependencies: readonly string[];
  readonly identity_schema_version?: number;
  /** The identity as JSON text; absent for versions that keep none. */
  readonly identity?: string;
}

/** What is kept of one address: its object, and those that a failed replacement left behind, by key. */
export interface StoredResource {
  readonly current?: StoredObject;
  readonly deposed: Readonly<Record<string, StoredObject>>;
}

/** A state by address. Changes make a new one, so that a plan keeps the state that it was made with. */
export type State = Readonly<Record<string, StoredResource>>;

/** An object while a command works with it. */
export interface Instance {
  readonly value: ObjectValue;
  readonly identity: ObjectValue | null;
  readonly private: Uint8Array;
  readonly isTainted: boolean;
  readonly createBeforeDestroy: boolean;
  readonly dependencies: readonly string[];
}

/** The state with another object at an address, or with none; `key` names a deposed one. */
export function withObject(
  state: State,
  address: string,
  object: StoredObject | undefined,
  key?: string,
): State {
  const { [address]: before = { deposed: {} }, ...others } = state;
  const { current, deposed } = before;
  const { [key ?? ""]: _, ...otherDeposed } = deposed;
  const now = key === undefined ? object : current;
  const after: StoredResource = {
    ...(now !== undefined && { current: now }),
    deposed: key === undefined || object === undefined ? otherDeposed : { ...otherDeposed, [key]: object },
  };
  const isEmpty = after.current === undefined && Object.keys(after.deposed).length === 0;
  return isEmpty ? others : { ...others, [address]: after };
}

/** The objects at an address: the current one, which has no key, and the deposed ones. */
export function objectsAt(
  state: State,
  address: string,
): (readonly [key: string | undefined, StoredObject])[] {
  const { current, deposed = {} } = state[address] ?? {};
  return [...(current === undefined ? [] : [[undefined, current] as const]), ...Object.entries(deposed)];
}

/** The attributes of the object at an address, as `terraform show -json` prints them. @throws Error when there is none */
export function attributesAt(state: State, address: string): Readonly<Record<string, unknown>> {
  const found = state[address]?.current;
  if (found === undefined) throw new Error(`The state has no ${address}.`);
  return JSON.parse(found.attributes);
}
