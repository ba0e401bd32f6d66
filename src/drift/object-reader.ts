import type { Client } from "../client/client";
import type { Kind } from "../service/kinds";
import { KindReader } from "./kind-reader";

/**
 * Reads the objects of an account with few requests (docs/design/reading.md): all reads of a kind share one snapshot during the
 * reader's lifetime, which is one process.
 */
export class ObjectReader {
  private readonly readers = new Map<Kind, KindReader<Kind>>();

  constructor(private readonly client: Client) {}

  /** The reader of one kind's objects. */
  of<K extends Kind>(kind: K): KindReader<K> {
    const known = this.readers.get(kind) ?? new KindReader<Kind>(this.client.collection(kind));
    this.readers.set(kind, known);
    // The reader in the map is of this kind; TypeScript cannot infer that.
    return known as unknown as KindReader<K>;
  }
}
