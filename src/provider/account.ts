import type { Client } from "../client/client";
import type { Collection } from "../client/collection";
import type { ContactActions } from "../client/contact";
import type { ClientOptions } from "../client/options";
import type { KindReader } from "../drift/kind-reader";
import type { ObjectReader } from "../drift/object-reader";
import type { Kind } from "../service/kinds";
import { letProcessEndQuickly } from "./quick-exit";

/**
 * The account that a configured provider works on. The client is loaded and made at the first request: a process that
 * only plans new objects sends none.
 */
export class Account {
  private loading: Promise<{ client: Client; reader: ObjectReader }> | undefined;

  constructor(private readonly options: ClientOptions) {}

  /** The operations on objects of a kind. */
  async collection<K extends Kind>(kind: K): Promise<Collection<K>> {
    return (await this.load()).client.collection(kind);
  }

  /** What contacts can do beyond the operations of all kinds. */
  async contacts(): Promise<ContactActions> {
    return (await this.load()).client.contacts;
  }

  /** The shared reader of a kind's objects. */
  async reader<K extends Kind>(kind: K): Promise<KindReader<K>> {
    return (await this.load()).reader.of(kind);
  }

  private load(): Promise<{ client: Client; reader: ObjectReader }> {
    this.loading ??= this.connect();
    return this.loading;
  }

  private async connect(): Promise<{ client: Client; reader: ObjectReader }> {
    letProcessEndQuickly();
    const [{ createClient }, { ObjectReader }] = await Promise.all([
      import("../client/client"),
      import("../drift/object-reader"),
    ]);
    const client = createClient(this.options);
    return { client, reader: new ObjectReader(client) };
  }
}
