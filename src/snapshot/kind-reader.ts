import { isDeepStrictEqual } from "node:util";
import type { Collection } from "../client/collection";
import { ServiceError } from "../client/errors";
import type { CallOptions } from "../client/options";
import {
  type ListResult,
  type ListTally,
  type Page,
  type PageReader,
  pagesOf,
  readAllPages,
} from "../client/paging";
import { writableFields } from "../service/fields";
import { distinct } from "../service/groups";
import { activeOnlyKinds, type Kind, kinds } from "../service/kinds";
import type { ServiceObject } from "../service/responses";
import type { OnGap } from "./gaps";
import { KnownObjects } from "./known-objects";

/** One reading of a list. */
type Pass<K extends Kind> = ListResult<ServiceObject<K>>;

/** After this many failures, a list is not read again in this process. */
const maxFailures = 3;

/** The maximum number of list readings for a snapshot. */
const maxSnapshotPasses = 3;

/** After this many answers of 404 and no other, a list is believed about the other objects that it lacks. */
const requiredAbsences = 25;

/** After this many missing objects whose second read agreed with the first one, and none that disagreed, one read is believed. */
const requiredAgreements = 3;

/** Failures that may affect only one page. */
const singlePageErrors = new Set(["server", "unreadable", "transport", "timeout"]);

/**
 * Reads the objects of one kind (docs/design/reading.md). It first reads the first page of the list, which has the number of
 * pages. It reads other objects by id while that costs less than the other pages, and then reads these pages. So the cost is at
 * most twice that of the cheaper way, plus one request. Objects that the list lacks are read by id, since lists may omit some.
 */
export class KindReader<K extends Kind> {
  /** The objects that this process has requested or written. */
  readonly accessed = new Set<string>();
  /** Why the account may not read the list, if objects were therefore read by id. */
  listRefusal: ServiceError | undefined;
  readonly #known = new KnownObjects<K>();
  /** The pages of the first reading. */
  readonly #firstPages = new Map<number, Promise<Page<ServiceObject<K>>>>();
  #firstRequested = 0;
  #firstPass: Promise<Pass<K>> | undefined;
  #latestPass: Pass<K> | undefined;
  /** How many objects the first reading and the repeated one lacked. */
  #repeatedPass: Promise<number> | undefined;
  /** The reading that begins after the running one. */
  #nextPass: Promise<Pass<K>> | undefined;
  #runningPass: Promise<unknown> = Promise.resolve();
  #failures = 0;
  #expected = 0;
  /** Requested objects that are not read yet. */
  readonly #pending = new Set<string>();
  readonly #byId = new Map<string, Promise<ServiceObject<K> | undefined>>();
  #readById = 0;
  /** The first objects that the list lacked. */
  readonly #absences = new Map<string, Promise<ServiceObject<K> | undefined>>();
  #latestAbsence: Promise<unknown> = Promise.resolve();
  /** How many second reads of missing objects agreed with the first ones; never enough once one disagreed. */
  #agreements = 0;

  constructor(private readonly collection: Collection<K>) {}

  /** An object that this process has read or written; undefined for others, whether or not they exist. */
  known(id: string): ServiceObject<K> | undefined {
    return this.#known.objects.get(id);
  }

  /**
   * Reads an object, perhaps from the snapshot; undefined if it certainly does not exist.
   * @param expected the expected total number of objects to read, if known
   */
  async read(id: string, expected = 0): Promise<ServiceObject<K> | undefined> {
    this.accessed.add(id);
    this.#expected = Math.max(this.#expected, expected);
    if (this.#known.objects.has(id)) return this.#known.objects.get(id);
    this.#pending.add(id);
    try {
      const first = await this.pageAt(1);
      if (!this.#known.objects.has(id) && this.#latestPass === undefined) {
        if (this.#firstPass === undefined && this.#isCheaperById(first)) {
          this.#readById += 1;
          this.#pending.delete(id);
          return await this.#readSingle(id);
        }
        await this.#list();
      }
    } catch (thrown) {
      // A plan without the kind may still read, and delete, its objects.
      if (!(thrown instanceof ServiceError) || thrown.kind !== "forbidden") throw thrown;
      this.listRefusal = thrown;
      return await this.#readSingle(id);
    } finally {
      this.#pending.delete(id);
    }
    return this.#known.objects.get(id) ?? this.#readMissing(id);
  }

  /** Reads the current object with a request; undefined if it does not exist. */
  async readFresh(id: string, options: CallOptions = {}): Promise<ServiceObject<K> | undefined> {
    this.accessed.add(id);
    const moment = this.#known.moment;
    const object = await this.collection.get(id, options).catch((thrown: unknown) => {
      if (thrown instanceof ServiceError && thrown.kind === "not_found") return undefined;
      throw thrown;
    });
    this.#known.addRead(id, object, moment);
    return object;
  }

  /** Reads the current objects that exist: by id, or from a new list if that costs less. */
  async readManyFresh(ids: readonly string[], options: CallOptions = {}): Promise<ServiceObject<K>[]> {
    const isListCheaper = ids.length > 1 && (await this.pageAt(1)).totalPages < ids.length;
    const shown = isListCheaper ? (await this.#relist()).objects : [];
    const byId = new Map(shown.map((object) => [object.id, object]));
    const read = await Promise.all(ids.map((id) => byId.get(id) ?? this.readFresh(id, options)));
    return read.filter((object) => object !== undefined);
  }

  /** Reads the list. All calls share one reading. */
  async #list(): Promise<Pass<K>> {
    await this.pageAt(1);
    this.#firstPass ??= this.#readPass((number) => this.pageAt(number), this.#firstRequested).catch(
      (error: unknown) => {
        if (this.#mayRetry()) this.#firstPass = undefined;
        throw error;
      },
    );
    return this.#firstPass;
  }

  /** Reads all objects in the list. An incomplete list is read once more. */
  async readAll(onGap: OnGap): Promise<ServiceObject<K>[]> {
    const { isFinal } = await this.#list();
    return isFinal ? this.#known.inList() : this.readAllAgain(onGap);
  }

  /** Reads all objects in a list that is not from before the first call. All calls share one reading. */
  async readAllAgain(onGap: OnGap): Promise<ServiceObject<K>[]> {
    const first = this.#latestPass?.objects ?? [];
    this.#repeatedPass ??= this.#relist().then(
      // Those of the first reading are known, too.
      ({ objects, lacking }) => lacking - (distinct([...first, ...objects]).length - objects.length),
    );
    reportGap(await this.#repeatedPass, onGap);
    return this.#known.inList();
  }

  /**
   * Yields the new objects of each page of the list in order. Pages that are already read are reused.
   * @param tally receives the pages
   * @param ahead returns the number of concurrent requests after the first page; called before each request
   */
  pages(tally: ListTally<ServiceObject<K>>, ahead: () => number): AsyncIterable<readonly ServiceObject<K>[]> {
    const readPage = tolerateOneFailure((number) => this.pageAt(number));
    return pagesOf(readPage, tally, ahead);
  }

  /** All objects of the first reading, and of another one if that is not complete. @throws if a page cannot be read */
  async readWhole(onGap: OnGap): Promise<ServiceObject<K>[]> {
    const { objects, isFinal } = await this.#list();
    if (isFinal) return objects;
    // An object that moved to a page that was read before is on none of the first reading.
    const again = await readAllPages((number) => this.collection.page(number));
    const whole = distinct([...objects, ...again.objects]);
    reportGap(again.lacking - (whole.length - again.objects.length), onGap);
    return whole;
  }

  /** Reads the list again. Calls before the reading begins share it. */
  async relist(onGap: OnGap): Promise<Pick<Pass<K>, "objects" | "complete">> {
    const pass = await this.#relist();
    reportGap(pass.lacking, onGap);
    return pass;
  }

  /**
   * Reads a consistent snapshot, if `settled`: lists of several pages are read until two readings agree. Otherwise the account
   * kept changing, or its lists have no total.
   */
  async snapshot(onGap: OnGap): Promise<{ readonly objects: ServiceObject<K>[]; readonly settled: boolean }> {
    let pass = await (this.#latestPass === undefined ? this.#list() : this.#relist());
    let settled = pass.complete && pass.pages <= 1;
    const { total } = await this.pageAt(1);
    for (let read = 1; !settled && total !== undefined && read < maxSnapshotPasses; read += 1) {
      const later = await this.#relist();
      settled = hasSameConfiguration(this.collection.kind, pass, later);
      pass = later;
    }
    reportGap(pass.lacking, onGap);
    return { objects: pass.objects, settled };
  }

  /** Records an object that this process wrote, so that it is not read again. */
  recordWrite(object: ServiceObject<K>): void {
    this.accessed.add(object.id);
    this.#known.recordWrite(object);
  }

  /** Records an object that this process deleted. */
  recordDelete(id: string): void {
    this.#known.recordDelete(id);
  }

  /**
   * Reads an object that the list lacks. A 404, confirmed if need be, proves that it does not exist. A complete list is believed once the
   * first objects that it lacked are all proven missing, while no object exists that it does not show.
   */
  async #readMissing(id: string): Promise<ServiceObject<K> | undefined> {
    const isAbsent = this.#absences.has(id) && (await this.#absences.get(id)) === undefined;
    if (isAbsent) return undefined;
    if (this.#absences.size < requiredAbsences) {
      // In turn, so that both reads of an object follow each other: a service may balance its nodes by turns.
      const reading = this.#latestAbsence.then(() => this.#readSingle(id));
      this.#latestAbsence = reading.catch(() => this.#absences.delete(id));
      this.#absences.set(id, reading);
      return reading;
    }
    const objects = await Promise.all(this.#absences.values()).catch(() => undefined);
    const isListBelieved =
      !activeOnlyKinds.includes(this.collection.kind) &&
      this.#latestPass?.complete === true &&
      this.#known.unlisted.size === 0 &&
      objects?.every((object) => object === undefined) === true;
    return isListBelieved ? this.#known.objects.get(id) : this.#readSingle(id);
  }

  #relist(): Promise<Pass<K>> {
    if (this.#nextPass === undefined) {
      this.#nextPass = this.#runningPass.then(() => {
        this.#nextPass = undefined;
        return this.#readPass((number) => this.#readPage(number), this.#known.moment);
      });
      this.#runningPass = this.#nextPass.catch(() => undefined);
    }
    return this.#nextPass;
  }

  /** Reads an object by id. Concurrent calls share the requests. */
  #readSingle(id: string): Promise<ServiceObject<K> | undefined> {
    const reading = this.#byId.get(id) ?? this.#confirmed(id).finally(() => this.#byId.delete(id));
    this.#byId.set(id, reading);
    return reading;
  }

  /** Reads an object, and once more after a 404: a node of the service may lag, as right after a create. */
  async #confirmed(id: string): Promise<ServiceObject<K> | undefined> {
    const object = await this.readFresh(id);
    if (object !== undefined || this.#agreements >= requiredAgreements) return object;
    const again = await this.readFresh(id);
    this.#agreements = again === undefined ? this.#agreements + 1 : Number.NEGATIVE_INFINITY;
    return again;
  }

  #isCheaperById({ total, totalPages }: Page<ServiceObject<K>>): boolean {
    const isPlausible = total === undefined || this.#expected <= total;
    if (isPlausible && this.#expected >= totalPages) return false;
    let byId = this.#readById;
    for (const id of this.#pending) {
      if (!this.#known.objects.has(id)) byId += 1;
      // Stops early, because this runs for each of many thousands of concurrent reads.
      if (byId >= totalPages) return false;
    }
    return true;
  }

  /** A page of the first reading. Without its first page, nothing of the list can be read. */
  pageAt(number: number): Promise<Page<ServiceObject<K>>> {
    const cached = this.#firstPages.get(number);
    if (cached !== undefined) return cached;
    if (number === 1) this.#firstRequested = this.#known.moment;
    const page = this.#readPage(number).catch((error: unknown) => {
      if (number > 1 || this.#mayRetry()) this.#firstPages.delete(number);
      throw error;
    });
    this.#firstPages.set(number, page);
    return page;
  }

  /** Reads all pages into the known objects. @param startedAt the moment before the reading */
  async #readPass(readPage: PageReader<ServiceObject<K>>, startedAt: number): Promise<Pass<K>> {
    const pass = await readAllPages(tolerateOneFailure(readPage));
    if (pass.complete) this.#known.dropMissing(new Set(pass.objects.map(({ id }) => id)), startedAt);
    this.#latestPass = pass;
    return pass;
  }

  async #readPage(number: number): Promise<Page<ServiceObject<K>>> {
    const requestedAt = this.#known.moment;
    const page = await this.collection.page(number);
    this.#known.addFromList(page.objects, requestedAt);
    return page;
  }

  #mayRetry(): boolean {
    this.#failures += 1;
    return this.#failures < maxFailures;
  }
}

function reportGap(lacking: number, onGap: OnGap): void {
  if (lacking > 0) onGap(lacking);
}

/** Tolerates one unreadable page after the first: its objects can be read by id. A second failure fails the list. */
function tolerateOneFailure<T>(readPage: PageReader<T>): PageReader<T> {
  let failed = false;
  return async (number) => {
    try {
      return await readPage(number);
    } catch (error) {
      const isOfOnePage = error instanceof ServiceError && singlePageErrors.has(error.kind);
      if (number === 1 || failed || !isOfOnePage) throw error;
      failed = true;
      return undefined;
    }
  };
}

/**
 * Whether two complete readings have the same objects with the same configured values, which were then in the account at the
 * same time. Check results may change at any time.
 */
function hasSameConfiguration<K extends Kind>(kind: K, earlier: Pass<K>, later: Pass<K>): boolean {
  const fields = [...writableFields(kind), ...(kinds[kind].pausable ? ["status"] : [])];
  // The service returns sets in any order.
  const sorted = (value: unknown) => (Array.isArray(value) ? value.toSorted() : value);
  const configured = ({ objects }: Pass<K>) =>
    new Map(objects.map((object) => [object.id, fields.map((field) => sorted(Reflect.get(object, field)))]));
  return earlier.complete && later.complete && isDeepStrictEqual(configured(earlier), configured(later));
}
