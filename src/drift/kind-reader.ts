import type { Collection } from "../client/collection";
import { ServiceError } from "../client/errors";
import type { CallOptions } from "../client/options";
import { type ListResult, type Page, pagesOf } from "../client/paging";
import { type Kind, kinds } from "../service/kinds";
import type { ServiceObject } from "../service/responses";
import { Absence } from "./absence";
import { KnownObjects } from "./known-objects";
import { agree, ListPasses, type Pass, prove, withoutOne } from "./list-passes";

/** What a read is given. */
export interface ReadOptions extends CallOptions {
  /** How many objects of the kind will be asked for in all, as far as anybody knows. */
  readonly expected?: number | undefined;
}

/** How often a list may fail before that is its last word for this process. */
const failuresAllowed = 3;

/** How often a list is read at most to find it unchanged. */
const passesOfSnapshot = 3;

/**
 * Reads the objects of one kind (docs/design/reading.md). It begins with the first page of the list, which tells how many pages
 * there are. What is not on it is read by id, as long as that costs no more than the other pages would, with all that is
 * asked for and expected; then the other pages are read. So the cost never exceeds twice the cheaper of the two ways, plus
 * one request. What the list does not have is looked for by id, or in a second reading of the list when that costs less.
 */
export class KindReader<K extends Kind> {
  private readonly known = new KnownObjects<K>();
  private readonly passes: ListPasses<K>;
  private firstPage: Promise<Page<ServiceObject<K>>> | undefined;
  /** The other pages of the first reading, and the moment at which it began. */
  private readonly laterPages = new Map<number, Promise<Page<ServiceObject<K>>>>();
  private firstRequested = 0;
  private listing: Promise<Pass<K>> | undefined;
  private latest: Pass<K> | undefined;
  private repeated: Promise<Pass<K>> | undefined;
  private readonly absence = new Absence<K>(() => this.listAgain());
  private failures = 0;
  private expected = 0;
  private readonly accessed = new Set<string>();
  /** What is asked for and not looked for in any way yet. */
  private readonly wanted = new Set<string>();
  private readonly byId = new Map<string, Promise<ServiceObject<K> | undefined>>();
  private readById = 0;

  constructor(private readonly collection: Collection<K>) {
    this.passes = new ListPasses(collection, this.known);
  }

  /** How many objects this process has asked for or written so far. */
  get accessedCount(): number {
    return this.accessed.size;
  }

  /** Whether this process has asked for the object or written it. */
  wasAccessed(id: string): boolean {
    return this.accessed.has(id);
  }

  /** The object with that id; undefined when the account certainly has none. */
  async read(id: string, { expected = 0 }: ReadOptions = {}): Promise<ServiceObject<K> | undefined> {
    this.accessed.add(id);
    this.expected = Math.max(this.expected, expected);
    if (this.known.has(id)) return this.known.get(id);
    this.wanted.add(id);
    try {
      const first = await this.readFirstPage();
      if (!this.known.has(id) && this.latest === undefined) {
        if (this.listing === undefined && this.isCheaperById(first)) {
          this.readById += 1;
          this.wanted.delete(id);
          return await this.readOnce(id);
        }
        await this.list();
      }
    } finally {
      this.wanted.delete(id);
    }
    return this.known.get(id) ?? this.confirmAbsence(id);
  }

  /** The object as it is at this moment; undefined when there is none. */
  async readFresh(id: string, options: CallOptions = {}): Promise<ServiceObject<K> | undefined> {
    this.accessed.add(id);
    const moment = this.known.moment;
    const object = await this.get(id, options);
    this.known.addRead(id, object, moment);
    return object;
  }

  /** Those objects as they are at this moment, if they are there: by id, or by the list where that costs less. */
  async readManyFresh(ids: readonly string[], options: CallOptions = {}): Promise<ServiceObject<K>[]> {
    if (ids.length > 1 && (await this.readFirstPage()).totalPages < ids.length) {
      const { objects } = await this.listAgain();
      return objects.filter(({ id }) => ids.includes(id));
    }
    const found = await Promise.all(ids.map((id) => this.readFresh(id, options)));
    return found.filter((one) => one !== undefined);
  }

  /** Every object of the kind, as the list gives them. A list that is not complete is read once more. */
  async readAll(): Promise<ServiceObject<K>[]> {
    const pass = await this.list();
    const { total } = await this.readFirstPage();
    if (!pass.complete && total !== undefined) {
      this.repeated ??= this.listAgain();
      await this.repeated;
    }
    return this.known.listed();
  }

  /**
   * The list page by page, in its order; undefined for a page that cannot be read. What is read already is not requested
   * again.
   * @param ahead how many pages may be requested at once after the first; asked before each request
   */
  pages(ahead: () => number): AsyncIterable<Page<ServiceObject<K>> | undefined> {
    return pagesOf(
      withoutOne((number) => this.pageAt(number)),
      ahead,
    );
  }

  /** Every object of the kind if the list is read by now or being read; this sends nothing. */
  async allIfLoaded(): Promise<ServiceObject<K>[] | undefined> {
    const reading = this.listing ?? this.firstPage?.then(({ totalPages }) => totalPages <= 1 || undefined);
    const isRead = await reading?.catch(() => undefined);
    return isRead === undefined ? undefined : this.known.listed();
  }

  /**
   * Every object of the kind, listed anew, whatever was read before: what a look-up after a lost answer needs.
   * `complete` says whether the list can be trusted to leave nothing out.
   */
  async relist(): Promise<ListResult<ServiceObject<K>>> {
    return this.listAgain();
  }

  /**
   * Every object of the kind as all of them were at one moment, if `settled`: lists of several pages are read until two
   * readings agree. Else the account went on changing, or does not count its objects, and they are of different moments.
   */
  async snapshot(): Promise<{ objects: ServiceObject<K>[]; settled: boolean }> {
    let pass = await (this.latest === undefined ? this.list() : this.listAgain());
    let settled = pass.complete && pass.pages <= 1;
    const { total } = await this.readFirstPage();
    for (let read = 1; !settled && total !== undefined && read < passesOfSnapshot; read += 1) {
      const later = await this.listAgain();
      settled = agree(this.collection.kind, pass, later);
      pass = later;
    }
    if (settled) this.absence.settle();
    return { objects: pass.objects, settled };
  }

  /** Takes over what a write of ours made true, so that it need not be read again. */
  recordWrite(object: ServiceObject<K>): void {
    this.accessed.add(object.id);
    this.known.keep(object);
  }

  /** Forgets an object that a write of ours removed. */
  recordDelete(id: string): void {
    this.known.forget(id);
  }

  /** What is neither known nor in the list is gone only if the service says so, of itself or of all together. */
  private async confirmAbsence(id: string): Promise<ServiceObject<K> | undefined> {
    const isGone = kinds[this.collection.kind].listsAll && (await this.absence.isCertain(this.latest));
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

  /** Reads an object by its id, once for all who want it now. */
  private readOnce(id: string): Promise<ServiceObject<K> | undefined> {
    const reading =
      this.byId.get(id) ??
      this.readFresh(id)
        .catch((error: unknown) => this.provenAbsent(id, error))
        .finally(() => this.byId.delete(id));
    this.byId.set(id, reading);
    return reading;
  }

  /**
   * A service may fail for what does not exist, as version 3.0 does: then its list says so, in two complete readings.
   * @throws the error, if the object is there or that cannot be proven
   */
  private async provenAbsent(id: string, error: unknown): Promise<undefined> {
    const isOwn = error instanceof ServiceError && error.status === 500 && error.serviceMessage !== undefined;
    if (!isOwn || !kinds[this.collection.kind].listsAll) throw error;
    const earlier = await this.list();
    if (earlier.ids.has(id) || !prove(earlier, await this.listAgain())) throw error;
    this.absence.settle();
    return undefined;
  }

  private isCheaperById({ total, totalPages }: Page<ServiceObject<K>>): boolean {
    const isPlausible = total === undefined || this.expected <= total;
    if (isPlausible && this.expected >= totalPages) return false;
    let byId = this.readById;
    for (const id of this.wanted) {
      // Counting goes no further than it matters: each of many thousands that are asked for together asks this.
      if (byId >= totalPages) return false;
      if (!this.known.has(id)) byId += 1;
    }
    return byId < totalPages;
  }

  private readFirstPage(): Promise<Page<ServiceObject<K>>> {
    if (this.firstPage !== undefined) return this.firstPage;
    this.firstRequested = this.known.moment;
    this.firstPage = this.passes.page(1).catch((error: unknown) => {
      if (this.mayFailAgain()) this.firstPage = undefined;
      throw error;
    });
    return this.firstPage;
  }

  /** A page of the first reading. */
  private pageAt(number: number): Promise<Page<ServiceObject<K>>> {
    if (number === 1) return this.readFirstPage();
    const known = this.laterPages.get(number);
    if (known !== undefined) return known;
    const page = this.passes.page(number).catch((error: unknown) => {
      this.laterPages.delete(number);
      throw error;
    });
    this.laterPages.set(number, page);
    return page;
  }

  /** Reads the list, once for all who want it. */
  private async list(): Promise<Pass<K>> {
    await this.readFirstPage();
    this.listing ??= this.passes
      .whole((number) => this.pageAt(number), this.firstRequested)
      .then(
        (pass) => this.take(pass),
        (error: unknown) => {
          if (this.mayFailAgain()) this.listing = undefined;
          throw error;
        },
      );
    return this.listing;
  }

  private async listAgain(): Promise<Pass<K>> {
    return this.take(await this.passes.again());
  }

  private take(pass: Pass<K>): Pass<K> {
    if (pass.complete) this.known.dropMissing(pass.ids, pass.asked);
    this.latest = pass;
    return pass;
  }

  private mayFailAgain(): boolean {
    this.failures += 1;
    return this.failures < failuresAllowed;
  }
}
