import type { Collection } from "../client/collection";
import { ServiceError } from "../client/errors";
import {
  type ListResult,
  type Page,
  type PageReader,
  readAllPages,
  type TolerantPageReader,
} from "../client/paging";
import { writableFields } from "../service/fields";
import { type Kind, kinds } from "../service/kinds";
import type { ServiceObject } from "../service/responses";
import type { KnownObjects } from "./known-objects";

/** One complete reading of a list. */
export interface Pass<K extends Kind> extends ListResult<ServiceObject<K>> {
  readonly ids: ReadonlySet<string>;
  /** The start of the reading, as a number of writes. */
  readonly startedAt: number;
}

/** Failures that may affect only one page. */
const singlePageErrors = new Set(["server", "unreadable", "transport", "timeout"]);

/** Reads the list of a kind into the known objects. */
export class ListPasses<K extends Kind> {
  private latest: Promise<unknown> = Promise.resolve();
  private next: Promise<Pass<K>> | undefined;

  constructor(
    private readonly collection: Collection<K>,
    private readonly known: KnownObjects<K>,
  ) {}

  /** Reads a page. */
  async page(number: number): Promise<Page<ServiceObject<K>>> {
    const requestedAt = this.known.moment;
    const page = await this.collection.page(number);
    this.known.addListed(page.objects, requestedAt);
    return page;
  }

  /** Starts a reading after the current one. Calls before it starts share it. */
  readNext(): Promise<Pass<K>> {
    if (this.next === undefined) {
      this.next = this.latest.then(() => {
        this.next = undefined;
        return this.readAll();
      });
      this.latest = this.next.catch(() => undefined);
    }
    return this.next;
  }

  /**
   * Reads all pages.
   * @param readPage reads a page, or reuses one that was read since `startedAt`
   */
  async readAll(
    readPage: PageReader<ServiceObject<K>> = (number) => this.page(number),
    startedAt = this.known.moment,
  ): Promise<Pass<K>> {
    const listing = await readAllPages(tolerateOneFailure(readPage));
    return { ...listing, startedAt, ids: new Set(listing.objects.map(({ id }) => id)) };
  }
}

/**
 * Tolerates one unreadable page after the first: its objects can be read by id. A second failure fails the list.
 */
export function tolerateOneFailure<T>(readPage: PageReader<T>): TolerantPageReader<T> {
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
 * Whether two consecutive complete readings have the same objects, which proves that no others exist. Every object in both
 * existed between them, since SIDs are not reused. With one more object, the last page of the first reading would have had a
 * higher total.
 */
export function isSameList<K extends Kind>(earlier: Pass<K>, later: Pass<K>): boolean {
  const isSame = earlier.ids.size === later.ids.size && [...earlier.ids].every((id) => later.ids.has(id));
  return earlier.complete && later.complete && isSame;
}

/** Whether two readings have the same configured values. Check results may change at any time. */
export function hasSameConfiguration<K extends Kind>(kind: K, earlier: Pass<K>, later: Pass<K>): boolean {
  if (!isSameList(earlier, later)) return false;
  const before = new Map(earlier.objects.map((object) => [object.id, configuredValues(kind, object)]));
  return later.objects.every((object) => before.get(object.id) === configuredValues(kind, object));
}

function configuredValues<K extends Kind>(kind: K, object: ServiceObject<K>): string {
  const fields = [...writableFields(kind), ...(kinds[kind].pausable ? ["status"] : [])];
  const values: Readonly<Record<string, unknown>> = object;
  return JSON.stringify(fields.map((field) => sorted(values[field] ?? null)));
}

/** Sorts lists, because the service returns sets in any order. */
function sorted(value: unknown): unknown {
  return Array.isArray(value) ? [...value].sort() : value;
}
