import type { Collection } from "../client/collection";
import { ServiceError } from "../client/errors";
import type { CallOptions } from "../client/options";
import { type Page, pagesOf } from "../client/paging";
import { type Kind, kinds } from "../service/kinds";
import type { ServiceObject } from "../service/responses";
import { AbsenceProof } from "./absence-proof";
import { KnownObjects } from "./known-objects";
import { hasSameConfiguration, isSameList, ListPasses, type Pass, tolerateOneFailure } from "./list-passes";

/** Options of a read. */
export interface ReadOptions extends CallOptions {
  /** The expected total number of objects to read, if known. */
  readonly expected?: number | undefined;
}

/** After this many failures, a list is not read again in this process. */
const maxFailures = 3;

/** The maximum number of list readings for a snapshot. */
const maxSnapshotPasses = 3;

/**
 * Reads the objects of one kind (docs/design/reading.md). It first reads the first page of the list, which has the number of
 * pages. It reads other objects by id while that costs less than the other pages, and then reads these pages. So the cost is at
 * most twice that of the cheaper way, plus one request. Objects that are not in the list are read by id, or proven absent with a
 * second reading of the list if that costs less.
 */
export class KindReader<K extends Kind> {
  private readonly known = new KnownObjects<K>();
  private readonly passes: ListPasses<K>;
  /** The pages of the first reading. */
  private readonly firstPages = new Map<number, Promise<Page<ServiceObject<K>>>>();
  private firstRequested = 0;
  private listing: Promise<Pass<K>> | undefined;
  private latest: Pass<K> | undefined;
  private repeated: Promise<Pass<K>> | undefined;
  private readonly absence = new AbsenceProof<K>(() => this.relist());
  private failures = 0;
  private expected = 0;
  private readonly accessed = new Set<string>();
  /** Requested objects that are not read yet. */
  private readonly pending = new Set<string>();
  private readonly byId = new Map<string, Promise<ServiceObject<K> | undefined>>();
  private readById = 0;

  constructor(private readonly collection: Collection<K>) {
    this.passes = new ListPasses(collection, this.known);
  }

  /** The number of objects that this process has requested or written. */
  get accessedCount(): number {
    return this.accessed.size;
  }

  /** Whether this process has requested or written the object. */
  wasAccessed(id: string): boolean {
    return this.accessed.has(id);
  }

  /** Reads an object, perhaps from the snapshot; undefined if it certainly does not exist. */
  async read(id: string, { expected = 0 }: ReadOptions = {}): Promise<ServiceObject<K> | undefined> {
    this.accessed.add(id);
    this.expected = Math.max(this.expected, expected);
    if (this.known.has(id)) return this.known.get(id);
    this.pending.add(id);
    try {
      const first = await this.pageAt(1);
      if (!this.known.has(id) && this.latest === undefined) {
        if (this.listing === undefined && this.isCheaperById(first)) {
          this.readById += 1;
          this.pending.delete(id);
          return await this.readOnce(id);
        }
        await this.list();
      }
    } finally {
      this.pending.delete(id);
    }
    return this.known.get(id) ?? this.confirmAbsence(id);
  }

  /** Reads the current object with a request; undefined if it does not exist. */
  async readFresh(id: string, options: CallOptions = {}): Promise<ServiceObject<K> | undefined> {
    this.accessed.add(id);
    const moment = this.known.moment;
    const object = await this.get(id, options);
    this.known.addRead(id, object, moment);
    return object;
  }

  /** Reads the current objects that exist: by id, or from a new list if that costs less. */
  async readManyFresh(ids: readonly string[], options: CallOptions = {}): Promise<ServiceObject<K>[]> {
    if (ids.length > 1 && (await this.pageAt(1)).totalPages < ids.length) {
      const { objects } = await this.relist();
      return objects.filter(({ id }) => ids.includes(id));
    }
    const found = await Promise.all(ids.map((id) => this.readFresh(id, options)));
    return found.filter((object) => object !== undefined);
  }

  /** Reads all objects in the list. An incomplete list is read once more. */
  async readAll(): Promise<ServiceObject<K>[]> {
    const pass = await this.list();
    const { total } = await this.pageAt(1);
    if (!pass.complete && total !== undefined) {
      this.repeated ??= this.relist();
      await this.repeated;
    }
    return this.known.listed();
  }

  /**
   * Yields the pages of the list in order; undefined for an unreadable page. Pages that are already read are reused.
   * @param ahead returns the number of concurrent requests after the first page; called before each request
   */
  pages(ahead: () => number): AsyncIterable<Page<ServiceObject<K>> | undefined> {
    return pagesOf(
      tolerateOneFailure((number) => this.pageAt(number)),
      ahead,
    );
  }

  /** All objects if the list has been read or is being read; otherwise undefined. Sends no request. */
  async allIfLoaded(): Promise<ServiceObject<K>[] | undefined> {
    const reading =
      this.listing ?? this.firstPages.get(1)?.then(({ totalPages }) => totalPages <= 1 || undefined);
    const isRead = await reading?.catch(() => undefined);
    return isRead === undefined ? undefined : this.known.listed();
  }

  /**
   * Reads the list again, as a look-up after a missing response needs. `complete`: whether the list certainly has all objects.
   */
  async relist(): Promise<Pass<K>> {
    return this.applyPass(await this.passes.readNext());
  }

  /**
   * Reads a consistent snapshot, if `settled`: lists of several pages are read until two readings agree. Otherwise the account
   * kept changing, or its lists have no total.
   */
  async snapshot(): Promise<{ objects: ServiceObject<K>[]; settled: boolean }> {
    let pass = await (this.latest === undefined ? this.list() : this.relist());
    let settled = pass.complete && pass.pages <= 1;
    const { total } = await this.pageAt(1);
    for (let read = 1; !settled && total !== undefined && read < maxSnapshotPasses; read += 1) {
      const later = await this.relist();
      settled = hasSameConfiguration(this.collection.kind, pass, later);
      pass = later;
    }
    if (settled) this.absence.markProven();
    return { objects: pass.objects, settled };
  }

  /** Records an object that this process wrote, so that it is not read again. */
  recordWrite(object: ServiceObject<K>): void {
    this.accessed.add(object.id);
    this.known.recordWrite(object);
  }

  /** Records an object that this process deleted. */
  recordDelete(id: string): void {
    this.known.recordDelete(id);
  }

  /** An object that is not in the list is absent only if that is proven for the list, or if a read by id returns 404. */
  private async confirmAbsence(id: string): Promise<ServiceObject<K> | undefined> {
    const isGone = kinds[this.collection.kind].listsAll && (await this.absence.isProven(this.latest));
    return isGone ? this.known.get(id) : this.readOnce(id);
  }

  private async get(id: string, options: CallOptions): Promise<ServiceObject<K> | undefined> {
    try {
      return await this.collection.get(id, options);
    } catch (error) {
      if (error instanceof ServiceError && error.kind === "not_found") return undefined;
      throw error;
    }
  }

  /** Reads an object by id. Concurrent calls share the request. */
  private readOnce(id: string): Promise<ServiceObject<K> | undefined> {
    const reading =
      this.byId.get(id) ??
      this.readFresh(id)
        .catch((error: unknown) => this.confirmAbsenceAfterError(id, error))
        .finally(() => this.byId.delete(id));
    this.byId.set(id, reading);
    return reading;
  }

  /**
   * The service may return 500 for an object that does not exist, as version 3.0 does. Two complete readings of the list prove
   * that.
   * @throws the error, if the object exists or its absence cannot be proven
   */
  private async confirmAbsenceAfterError(id: string, error: unknown): Promise<undefined> {
    const isFromService =
      error instanceof ServiceError && error.status === 500 && error.serviceMessage !== undefined;
    if (!isFromService || !kinds[this.collection.kind].listsAll) throw error;
    const earlier = await this.list();
    if (earlier.ids.has(id) || !isSameList(earlier, await this.relist())) throw error;
    this.absence.markProven();
    return undefined;
  }

  private isCheaperById({ total, totalPages }: Page<ServiceObject<K>>): boolean {
    const isPlausible = total === undefined || this.expected <= total;
    if (isPlausible && this.expected >= totalPages) return false;
    let byId = this.readById;
    for (const id of this.pending) {
      // Stops early, because this runs for each of many thousands of concurrent reads.
      if (byId >= totalPages) return false;
      if (!this.known.has(id)) byId += 1;
    }
    return byId < totalPages;
  }

  /** A page of the first reading. Without its first page, nothing of the list can be read. */
  private pageAt(number: number): Promise<Page<ServiceObject<K>>> {
    const known = this.firstPages.get(number);
    if (known !== undefined) return known;
    if (number === 1) this.firstRequested = this.known.moment;
    const page = this.passes.page(number).catch((error: unknown) => {
      if (number > 1 || this.mayRetry()) this.firstPages.delete(number);
      throw error;
    });
    this.firstPages.set(number, page);
    return page;
  }

  /** Reads the list. All calls share one reading. */
  private async list(): Promise<Pass<K>> {
    await this.pageAt(1);
    this.listing ??= this.passes
      .readAll((number) => this.pageAt(number), this.firstRequested)
      .then(
        (pass) => this.applyPass(pass),
        (error: unknown) => {
          if (this.mayRetry()) this.listing = undefined;
          throw error;
        },
      );
    return this.listing;
  }

  private applyPass(pass: Pass<K>): Pass<K> {
    if (pass.complete) this.known.dropMissing(pass.ids, pass.startedAt);
    this.latest = pass;
    return pass;
  }

  private mayRetry(): boolean {
    this.failures += 1;
    return this.failures < maxFailures;
  }
}
