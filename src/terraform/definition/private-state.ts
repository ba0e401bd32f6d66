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
    if (this.notes.size === 0) return new Uint8Array();
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
