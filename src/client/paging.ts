import { isDeletedStatus } from "../service/status";
import { readArray, readFields, readNumber } from "../service/wire-forms";
import type { ApiResponse } from "./envelope";
import { failed, type ServiceError } from "./errors";

/** A page of a list, with the paging that the server reported, which may differ from the request (docs/design/open-points.md#15). */
export type Page<T> = ReturnType<typeof readPage<T>>;

/** Reads a page by number, from 1; undefined for an unreadable page. @throws if the whole list fails */
export type PageReader<T> = (number: number) => Promise<Page<T> | undefined>;

const concurrentPages = 4;
/** After this many consecutive pages without new objects, the list fails. */
const maxPagesWithoutNew = 10;
/** The number of objects beyond twice the total that a list may have, as objects may be added while it is read. */
const maxUncounted = 10_000;
/** The assumed total if the service reports none. */
const assumedTotal = 100_000;
/** The largest plausible total. Reading more would take hours at the documented limits, and gigabytes. */
const largestTotal = 250_000;
/** The most objects that a page may have, unless more are requested. The service may ignore the requested number. */
const largestPage = 10_000;

/** The elements of a list. @throws ServiceError if the response has no list */
export function listData({ envelope, excerpt }: ApiResponse, operation: string): readonly unknown[] {
  const data = envelope.data === null ? [] : readArray(envelope.data);
  if (data !== undefined) return data;
  throw failed("unreadable", operation, `the list has no data; it starts with: ${excerpt()}`);
}

/**
 * Reads a list envelope (docs/design/api.md#endpoints).
 * @param requested the requested page, and the possible names of the total
 * @param read reads an object, or returns undefined
 */
export function readPage<T>(
  response: ApiResponse,
  requested: { readonly page: number; readonly pageSize: number; readonly totals: readonly string[] },
  read: (value: unknown) => T | undefined,
  operation: string,
) {
  const { envelope } = response;
  const data = listData(response, operation);
  if (data.length > Math.max(largestPage, requested.pageSize)) {
    const problem = `a page has ${data.length} objects, and ${requested.pageSize} were requested`;
    throw failed("unreadable", operation, problem);
  }
  const objects = data.map(read).filter((object) => object !== undefined);
  const unreadable = data.length - objects.length;
  const pageSize = count(envelope.page_size, 1) ?? requested.pageSize;
  const total = requested.totals
    .map((name) => count(envelope[name], 0))
    .find((number) => number !== undefined);
  const pages = count(envelope.total_pages, 0) ?? pagesFor(requested.page, data.length, pageSize, total);
  // The first page may have fewer objects than its reported size, as the server caps pages without reporting it
  // (docs/design/open-points.md#15), and the reported pages may not have the total.
  const totalPages =
    requested.page === 1 && data.length > 0 ? Math.max(pages, Math.ceil((total ?? 0) / data.length)) : pages;
  return {
    /** The title of the operation, for errors. */
    operation,
    objects,
    page: requested.page,
    pageSize,
    totalPages,
    /** The number of objects on all pages; undefined if not reported. */
    total,
    /** The number of listed hosts, in lists of hosts and listings; undefined if not reported. */
    totalListed: count(envelope.total_listed, 0),
    /** The number of entries without a readable id, or deleted, which are not in `objects`. */
    unreadable,
    /** The number of deleted ones among those. */
    deleted: unreadable === 0 ? 0 : data.filter((value) => isDeletedStatus(readFields(value)?.status)).length,
  };
}

/** All pages of a list. */
export type ListResult<T extends { readonly id: string }> = ListTally<T>["result"];

/**
 * Reads all pages of a list: the first one, and then the others, four at a time. A list with an unreadable page is not complete.
 * @throws ServiceError for a list that does not end
 */
export async function readAllPages<T extends { readonly id: string }>(readPageAt: PageReader<T>) {
  const tally = new ListTally<T>();
  const pages = pagesOf(readPageAt, tally);
  while (!(await pages.next()).done);
  return tally.result;
}

/**
 * Adds the pages of a list to a tally in order, and yields the objects of each that no earlier page had. It ends if the first
 * page is unreadable.
 * @param ahead returns the number of concurrent requests after the first page, at most 4; called before each request
 * @throws ServiceError for a list that does not end
 */
export async function* pagesOf<T extends { readonly id: string }>(
  readPageAt: PageReader<T>,
  tally: ListTally<T>,
  ahead: () => number = () => concurrentPages,
): AsyncGenerator<readonly T[], void, undefined> {
  yield tally.add(await readPageAt(1));
  const coming: Promise<Page<T> | undefined>[] = [];
  for (let next = 2; !tally.isEndReached; ) {
    const concurrent = Math.max(1, Math.min(ahead(), concurrentPages));
    for (; coming.length < concurrent && next <= tally.lastPage; next += 1) {
      tally.assertFinite();
      const page = readPageAt(next);
      // It may fail after the iteration has ended.
      page.catch(() => undefined);
      coming.push(page);
    }
    if (coming.length === 0) return;
    yield tally.add(await coming.shift());
  }
}

/** The pages read so far: whether they are a complete list, and where it ends (docs/design/reading.md). */
export class ListTally<T extends { readonly id: string }> {
  /** Entries without a readable id, or deleted. */
  unreadable = 0;
  /** The deleted ones among those. */
  #deleted = 0;
  /** Pages that could not be read. */
  unreadPages = 0;
  /** Whether two pages have different totals: the list changed while it was read. */
  hasChanged = false;
  /** Whether later pages cannot have new objects. */
  isEndReached = false;
  lastPage = 0;
  /** The page size of the latest page. */
  pageSize = 1;
  readonly #objects = new Map<string, T>();
  #first: Page<T> | undefined;
  #pages = 0;
  #pagesWithoutNew = 0;

  /** Adds a page; undefined for an unreadable one. Returns its objects that no earlier page had. */
  add(page: Page<T> | undefined): readonly T[] {
    this.#pagesWithoutNew += 1;
    if (page === undefined) {
      this.unreadPages += 1;
      return [];
    }
    this.#first ??= page;
    this.#pages += 1;
    this.pageSize = page.pageSize;
    this.unreadable += page.unreadable;
    this.#deleted += page.deleted;
    this.hasChanged ||= page.total !== this.total;
    const added = page.objects.filter(({ id }) => !this.#objects.has(id));
    for (const object of page.objects) this.#objects.set(object.id, object);
    const isShorter = page.objects.length + page.unreadable < this.#first.objects.length;
    if (page.total !== undefined || !isShorter) this.lastPage = Math.max(this.lastPage, page.totalPages);
    if (added.length > 0) this.#pagesWithoutNew = 0;
    else if (isPastEnd(page, this.count)) this.isEndReached = true;
    return added;
  }

  /** The number of different objects. */
  get count(): number {
    return this.#objects.size;
  }

  /** The total of the first page; undefined if not reported. */
  get total(): number | undefined {
    return this.#first?.total;
  }

  get result() {
    const { count, total, unreadable, unreadPages } = this;
    const missing = (total ?? count + unreadable) - count - this.#deleted;
    const complete = unreadPages === 0 && !this.hasChanged && total === count;
    return {
      objects: [...this.#objects.values()],
      total: total ?? count,
      /** The number of listed hosts, in lists of hosts and listings; undefined if not reported. */
      totalListed: this.#first?.totalListed,
      /** Whether all pages have the same total, and that many different objects. */
      complete,
      /** Whether another reading is not expected to have more objects: without a total, if every page and id was read. */
      isFinal: complete || (unreadPages === 0 && total === undefined && missing === 0),
      /** How many objects of its total the list lacked or had no readable id, at least. Without a total, an unread page has one. */
      lacking: Math.max(missing, total === undefined && unreadPages > 0 ? 1 : 0),
      /** The number of pages read. A single page is consistent. */
      pages: this.#pages,
    };
  }

  /** @throws ServiceError if the list has more pages than its total allows, or too many pages without new objects */
  assertFinite(): void {
    if (this.#first === undefined) return;
    const { objects: received, unreadable, pageSize, total } = this.#first;
    const length = received.length + unreadable;
    const isCapped = length > 0 && length < Math.min(pageSize, total ?? 0);
    const objects = maxUncounted + 2 * Math.min(total ?? assumedTotal, largestTotal);
    const pages = Math.ceil(objects / (isCapped ? length : pageSize));
    if (this.lastPage > pages || this.count > objects)
      throw this.#endless(this.#first, `a list with that total has at most ${pages} pages`);
    if (this.#pagesWithoutNew >= maxPagesWithoutNew)
      throw this.#endless(this.#first, `the last ${this.#pagesWithoutNew} pages had no new objects`);
  }

  #endless({ operation, total }: Page<T>, reason: string): ServiceError {
    const reported = `${this.lastPage} pages${total === undefined ? "" : ` with ${total} objects`}`;
    return failed(
      "unreadable",
      operation,
      `the list does not end: the service reported ${reported}, ${this.#pages} with ${this.count} different objects were read, and ${reason}; contact the service's support`,
    );
  }
}

/** Whether a page without new objects is past the end: the list became shorter, or all objects have been read. */
function isPastEnd({ objects, unreadable, page, pageSize, totalPages, total }: Page<unknown>, read: number) {
  if (unreadable > 0) return false;
  // Without a total, a service that repeats a page that is not full ignores the number of the page.
  return page > totalPages || (total === undefined ? objects.length < pageSize : read >= total);
}

/** The number of pages without `total_pages`. A full page ends no list, as its total may be its own, nor does a capped one. */
function pagesFor(page: number, length: number, pageSize: number, total: number | undefined): number {
  const mayBeMore = total === undefined ? length > 0 : length >= pageSize && total <= length;
  return mayBeMore ? page + 1 : Math.ceil((total ?? 0) / pageSize);
}

function count(value: unknown, min: number): number | undefined {
  const number = readNumber(value);
  return number !== undefined && Number.isInteger(number) && number >= min ? number : undefined;
}
