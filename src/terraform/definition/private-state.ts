/** The key that holds the entries of the replaced object while its replacement is planned. */
const replacedKey = "the replaced object";

/**
 * The private state of a resource, which Terraform stores and never shows: JSON values by name. Read, plan, apply and import
 * receive and return it.
 */
export class PrivateState {
  readonly #entries: Map<string, unknown>;
  /** Whether this is for planning a replacement, or for deleting the replaced object. */
  isOfReplacement = false;

  /** @param bytes as stored by Terraform; empty or unreadable bytes give an empty private state */
  constructor(bytes: Uint8Array = new Uint8Array()) {
    this.#entries = new Map(Object.entries(parse(bytes)));
  }

  /**
   * The private state for planning a new object. For a replacement, Terraform passes the entries of the old object, and its
   * deletion receives only what this plan returns. So they are kept under a key.
   */
  static ofPlannedCreate(bytes: Uint8Array = new Uint8Array()): PrivateState {
    const fresh = new PrivateState();
    fresh.isOfReplacement = bytes.length > 0;
    if (fresh.isOfReplacement) fresh.set(replacedKey, Object.fromEntries(new PrivateState(bytes).#entries));
    return fresh;
  }

  /** The private state for creating an object. */
  static ofCreate(bytes: Uint8Array): PrivateState {
    const state = new PrivateState(bytes);
    state.set(replacedKey, undefined);
    return state;
  }

  /** The private state for deleting an object: its own entries, if the plan is that of its replacement. */
  static ofDelete(bytes: Uint8Array): PrivateState {
    const state = new PrivateState(bytes);
    const own = state.get(replacedKey);
    if (own === undefined) return state;
    const replaced = new PrivateState(new TextEncoder().encode(JSON.stringify(own)));
    replaced.isOfReplacement = true;
    return replaced;
  }

  get(name: string): unknown {
    return this.#entries.get(name);
  }

  /** Sets a JSON value; undefined deletes the entry. */
  set(name: string, value: unknown): void {
    if (value === undefined) this.#entries.delete(name);
    else this.#entries.set(name, value);
  }

  /** The bytes for Terraform to store; empty without entries. */
  toBytes(): Uint8Array {
    return this.#entries.size === 0 ? new Uint8Array() : this.toPlannedBytes();
  }

  /** The bytes for the plan of an existing object. Never empty, so that the plan of its replacement can be recognized. */
  toPlannedBytes(): Uint8Array {
    return new TextEncoder().encode(JSON.stringify(Object.fromEntries(this.#entries)));
  }
}

function parse(bytes: Uint8Array): Record<string, unknown> {
  if (bytes.length === 0) return {};
  try {
    const entries: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return typeof entries === "object" && entries !== null && !Array.isArray(entries) ? { ...entries } : {};
  } catch {
    return {};
  }
}
