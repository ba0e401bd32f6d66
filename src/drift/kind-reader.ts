import type { Collection } from "../client/collection";
import { ServiceError } from "../client/errors";
import type { CallOptions } from "../client/options";
import { type Listing, type Page, wholeList } from "../client/paging";
import type { Kind } from "../service/kinds";
import type { ServiceObject } from "../service/responses";

/**
 * Reads the objects of one kind. It begins with the first page of the list, which tells how many pages there are; what
 * is not on it is read by id, as long as that costs no more than the other pages would, with all that is asked for at
 * the moment; then the other pages are read. So the cost never exceeds twice the cheaper of the two ways, plus one
 * request, and one more for each object that the list does not have.
 */
export class KindReader<K extends Kind> {
  private readonly known = new Map<string, ServiceObject<K>>();
  /** What is known only because it was asked for by its id: the list may leave it out (gaps 6). */
  private readonly unlisted = new Set<string>();
  private firstPage: Promise<Page<ServiceObject<K>>> | undefined;
  private listing: Promise<void> | undefined;
  private isListed = false;
  private readById = 0;
  /** What is asked for and not looked for in any way yet. */
  private readonly wanted = new Set<string>();

  constructor(private readonly collection: Collection<K>) {}

  /** The object with that id; undefined when the service says that there is none. */
  async read(id: string, options: CallOptions = {}): Promise<ServiceObject<K> | undefined> {
    this.wanted.add(id);
    try {
      const { totalPages } = await this.readFirstPage(options);
      if (!this.known.has(id) && !this.isListed) {
        if (this.listing === undefined && this.readById + this.missing() < totalPages) {
          this.readById++;
          this.wanted.delete(id);
          return await this.readFresh(id, options);
        }
        await this.list(options);
      }
    } finally {
      this.wanted.delete(id);
    }
    // What is not in the list counts as gone only when the service says so of the object itself.
    return this.known.get(id) ?? this.readFresh(id, options);
  }

  /** The object as it is at this moment; undefined when there is none. */
  async readFresh(id: string, options: CallOptions = {}): Promise<ServiceObject<K> | undefined> {
    try {
      const object = await this.collection.get(id, options);
      if (!this.known.has(id)) this.unlisted.add(id);
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
    return [...this.known.values()].filter(({ id }) => !this.unlisted.has(id));
  }

  /**
   * Every object of the kind, listed anew, whatever was read before: what a look-up after a lost answer needs.
   * `complete` says whether the list can be trusted to leave nothing out.
   */
  async readAgain(options: CallOptions = {}): Promise<Listing<ServiceObject<K>>> {
    const listing = await this.collection.all(options);
    this.add(listing.objects);
    return listing;
  }

  /**
   * Every object of the kind as all of them were at one moment, if `settled`; else the account went on changing
   * while it was read, and the objects are of different moments.
   */
  async snapshot(options: CallOptions = {}): Promise<{ objects: ServiceObject<K>[]; settled: boolean }> {
    const { objects, complete } = await this.readAgain(options);
    return { objects, settled: complete };
  }

  /** Takes over what a write of ours made true, so that it need not be read again. */
  keep(object: ServiceObject<K>): void {
    this.unlisted.delete(object.id);
    this.known.set(object.id, { ...this.known.get(object.id), ...object });
  }

  /** Forgets an object that a write of ours removed. */
  forget(id: string): void {
    this.known.delete(id);
  }

  private readFirstPage(options: CallOptions): Promise<Page<ServiceObject<K>>> {
    this.firstPage ??= this.fetchFirstPage(options).catch((error: unknown) => {
      this.firstPage = undefined;
      throw error;
    });
    return this.firstPage;
  }

  private async fetchFirstPage(options: CallOptions): Promise<Page<ServiceObject<K>>> {
    const page = await this.collection.page(1, options);
    this.add(page.objects);
    this.isListed = page.totalPages <= 1;
    return page;
  }

  private async list(options: CallOptions): Promise<void> {
    if (this.isListed) return;
    this.listing ??= this.fetchOthers(options).finally(() => {
      this.listing = undefined;
    });
    await this.listing;
  }

  private async fetchOthers(options: CallOptions): Promise<void> {
    const first = await this.readFirstPage(options);
    await wholeList(async (number) => {
      if (number === 1) return first;
      const page = await this.collection.page(number, options);
      this.add(page.objects);
      return page;
    });
    // Once is enough even if pages shifted meanwhile: what did not come is asked for by id.
    this.isListed = true;
  }

  private missing(): number {
    return [...this.wanted].filter((id) => !this.known.has(id)).length;
  }

  private add(objects: Iterable<ServiceObject<K>>): void {
    for (const object of objects) {
      this.unlisted.delete(object.id);
      this.known.set(object.id, object);
    }
  }
}
