import type { Collection } from "../client/collection";
import { ServiceError } from "../client/errors";
import type { CallOptions } from "../client/options";
import type { Kind } from "../service/kinds";
import type { ServiceObject } from "../service/responses";

/**
 * Reads the objects of one kind. It begins with the first page of the list, which tells how many pages there are; what
 * is not on it is read by id, until that has cost as much as the other pages would; then the whole list is read.
 * So the cost never exceeds twice the cheaper of the two ways, plus one request.
 */
export class KindReader<K extends Kind> {
  private readonly known = new Map<string, ServiceObject<K>>();
  private firstPage: Promise<{ readonly totalPages: number }> | undefined;
  private listing: Promise<void> | undefined;
  private isListed = false;
  private readById = 0;

  constructor(private readonly collection: Collection<K>) {}

  /** The object with that id; undefined when the service says that there is none. */
  async read(id: string, options: CallOptions = {}): Promise<ServiceObject<K> | undefined> {
    const { totalPages } = await this.readFirstPage(options);
    if (!this.known.has(id) && !this.isListed) {
      if (this.readById < totalPages - 1) {
        this.readById++;
        return this.readFresh(id, options);
      }
      await this.list(options);
    }
    // What is not in the list counts as gone only when the service says so of the object itself.
    return this.known.get(id) ?? this.readFresh(id, options);
  }

  /** The object as it is at this moment; undefined when there is none. */
  async readFresh(id: string, options: CallOptions = {}): Promise<ServiceObject<K> | undefined> {
    try {
      const object = await this.collection.get(id, options);
      this.known.set(id, object);
      return object;
    } catch (error) {
      if (!(error instanceof ServiceError && error.kind === "not_found")) throw error;
      this.known.delete(id);
      return undefined;
    }
  }

  /** Every object of the kind, as the list gives them. */
  async readAll(options: CallOptions = {}): Promise<ServiceObject<K>[]> {
    await this.list(options);
    return [...this.known.values()];
  }

  /** Takes over what a write of ours made true, so that it need not be read again. */
  keep(object: ServiceObject<K>): void {
    this.known.set(object.id, { ...this.known.get(object.id), ...object });
  }

  /** Forgets an object that a write of ours removed. */
  forget(id: string): void {
    this.known.delete(id);
  }

  private async readFirstPage(options: CallOptions): Promise<{ readonly totalPages: number }> {
    this.firstPage ??= this.fetchFirstPage(options).catch((error: unknown) => {
      this.firstPage = undefined;
      throw error;
    });
    return this.firstPage;
  }

  private async fetchFirstPage(options: CallOptions): Promise<{ readonly totalPages: number }> {
    const { objects, totalPages } = await this.collection.page(1, options);
    this.add(objects);
    this.isListed = totalPages <= 1;
    return { totalPages };
  }

  private async list(options: CallOptions): Promise<void> {
    if (this.isListed) return;
    this.listing ??= this.fetchAll(options).finally(() => {
      this.listing = undefined;
    });
    await this.listing;
  }

  private async fetchAll(options: CallOptions): Promise<void> {
    const { objects } = await this.collection.all(options);
    this.add(objects);
    // Once is enough even if pages shifted meanwhile: what did not come is asked for by id.
    this.isListed = true;
  }

  private add(objects: Iterable<ServiceObject<K>>): void {
    for (const object of objects) this.known.set(object.id, object);
  }
}
