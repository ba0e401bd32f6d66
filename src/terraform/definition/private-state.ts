/** Where the notes of an object are set aside while its successor is planned. */
const REPLACED = "the replaced object";

/**
 * What a resource notes beside its state, which Terraform keeps and never shows: JSON values by name. It travels
 * with the resource through read, plan, apply and import.
 */
export class PrivateState {
  private readonly notes: Map<string, unknown>;

  /** @param bytes as Terraform kept them; empty for a resource that noted nothing, and what cannot be read counts as that */
  constructor(bytes: Uint8Array = new Uint8Array()) {
    this.notes = new Map(Object.entries(parse(bytes)));
  }

  /**
   * The notes for the plan of a new object: none. If it replaces another one, Terraform hands over the notes of that,
   * and will show its deletion only what this plan returns: so they are set aside.
   */
  static ofPlannedCreate(bytes: Uint8Array = new Uint8Array()): PrivateState {
    const old = new PrivateState(bytes);
    const fresh = new PrivateState();
    if (bytes.length > 0) fresh.set(REPLACED, Object.fromEntries(old.notes));
    return fresh;
  }

  /** The notes for the creation of an object, as its plan left them. */
  static ofCreate(bytes: Uint8Array): PrivateState {
    const notes = new PrivateState(bytes);
    notes.set(REPLACED, undefined);
    return notes;
  }

  /** The notes for the deletion of an object: its own, where the plan is that of its successor. */
  static ofDelete(bytes: Uint8Array): PrivateState {
    const notes = new PrivateState(bytes);
    const own = notes.get(REPLACED);
    return own === undefined ? notes : new PrivateState(new TextEncoder().encode(JSON.stringify(own)));
  }

  /** Whether these are the notes for the plan of an object that replaces one whose own plan was made just before. */
  get isOfReplacement(): boolean {
    return this.notes.has(REPLACED);
  }

  get(name: string): unknown {
    return this.notes.get(name);
  }

  /** Notes a JSON value; undefined forgets the note. */
  set(name: string, value: unknown): void {
    if (value === undefined) this.notes.delete(name);
    else this.notes.set(name, value);
  }

  /** The bytes for Terraform to keep; none when nothing is noted. */
  toBytes(): Uint8Array {
    return this.notes.size === 0 ? new Uint8Array() : this.toPlannedBytes();
  }

  /** The bytes for the plan of an existing object: never empty, so that the plan of its replacement is known as that. */
  toPlannedBytes(): Uint8Array {
    return new TextEncoder().encode(JSON.stringify(Object.fromEntries(this.notes)));
  }
}

function parse(bytes: Uint8Array): Record<string, unknown> {
  if (bytes.length === 0) return {};
  try {
    const notes: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return typeof notes === "object" && notes !== null && !Array.isArray(notes) ? { ...notes } : {};
  } catch {
    return {};
  }
}
