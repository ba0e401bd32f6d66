import { readNumber } from "../service/wire-forms";
import type { ApiResponse } from "./envelope";
import { ServiceError } from "./errors";

/** One page of a list, with the paging that the server told rather than the one asked for (docs/design/open-points.md#15). */
export interface Page<T> {
  /** The title of the operation that read it, for errors. */
  readonly operation: string;
  readonly objects: T[];
  readonly page: number;
  readonly pageSize: number;
  readonly totalPages: number;
  /** How many objects the list has over all pages; undefined if the service did not tell. */
  readonly total: number | undefined;
  /** How many hosts are listed, which lists of hosts and listings tell; undefined if the service did not. */
  readonly totalListed: number | undefined;
  /** How many objects of the page carry no id that can be read, and are left out of `objects`. */
  readonly unreadable: number;
}

/** A list read whole. It is `complete` when all pages agreed on `total` and that many distinct ids came (docs/design/reading.md). */
export interface ListResult<T> {
  readonly objects: T[];
  readonly total: number;
  /** How many hosts are listed, which lists of hosts and listings tell; undefined if the service did not. */
  readonly totalListed: number | undefined;
  readonly complete: boolean;
  /** How many pages were read. One page alone is of one moment. */
  readonly pages: number;
}

/** Reads one page by its number, from 1. */
export type PageReader<T> = (number: number) => Promise<Page<T>>;

/** Reads one page, and is undefined for one that cannot be read. @throws when the list is to be given up for it */
export type TolerantPageReader<T> = (number: number) => Promise<Page<T> | undefined>;

const concurrentPages = 4;
/** After so many pages in a row that bring nothing new, no more of the list is requested. */
const mostBarrenPages = 10;
/** So many objects may be added while a list is read, or be missing from its total, beyond twice the total. */
const maxUncounted = 10_000;
/** The total that is assumed where the service reports none. */
const assumedTotal = 100_000;
/** No account has more objects of a kind, whatever total is reported. */
const largestTotal = 1_000_000;

/** What was asked for, and under which names the count of the whole list may come. */
export interface RequestedPage {
  readonly page: number;
  readonly pageSize: number;
  readonly totals: readonly string[];
}

/** Reads a list envelope (docs/design/api.md#endpoints); `read` reads an object, or returns undefined. */
export function readPage<T>(
  answer: ApiResponse,
  asked: RequestedPage,
  read: (value: unknown) => T | undefined,
  operation: string,
): Page<T> {
  const { envelope } = answer;
  const data = envelope.data === null ? [] : envelope.data;
  if (!Array.isArray(data)) {
    throw new ServiceError({
      operation,
      kind: "unreadable",
      effect: "none",
      problem: `the list has no data; it starts with: ${answer.excerpt()}`,
    });
  }
  const objects = data.map(read).filter((object) => object !== undefined);
  const pageSize = count(envelope.page_size, 1) ?? asked.pageSize;
  const total = asked.totals.map((name) => count(envelope[name], 0)).find((number) => number !== undefined);
  const pages = count(envelope.total_pages, 0) ?? pagesFor(asked.page, data.length, pageSize, total);
  // A first page that is shorter than it says, and is not all: the server caps pages without telling (docs/design/open-points.md#15).
  const isCapped = asked.page === 1 && data.length > 0 && data.length < Math.min(pageSize, total ?? 0);
  const totalPages = isCapped ? Math.max(pages, Math.ceil((total ?? 0) / data.length)) : pages;
  const totalListed = count(envelope.total_listed, 0);
  const unreadable = data.length - objects.length;
  return { operation, objects, page: asked.page, pageSize, totalPages, total, totalListed, unreadable };
}

/**
 * Reads a list whole: the first page, which tells how many there are, then the others four at a time. A list of which
 * a page cannot be read is not complete.
 * @throws ServiceError for a list that does not end where its reported total has it end
 */
export async function readAllPages<T extends { readonly id: string }>(
  readPageAt: TolerantPageReader<T>,
): Promise<ListResult<T>> {
  const pages: Page<T>[] = [];
  let unread = 0;
  for await (const page of pagesOf(readPageAt)) {
    if (page === undefined) unread += 1;
    else pages.push(page);
  }
  return joined(pages, pages.length > 0 && unread === 0);
}

/**
 * The pages of a list in their order, undefined for one that cannot be read. It ends if the first cannot.
 * @param ahead how many pages may be requested at once after the first, at most 4; asked before each request
 * @throws ServiceError for a list that does not end where its reported total has it end
 */
export async function* pagesOf<T extends { readonly id: string }>(
  readPageAt: TolerantPageReader<T>,
  ahead: () => number = () => concurrentPages,
): AsyncGenerator<Page<T> | undefined, void, undefined> {
  const first = await readPageAt(1);
  yield first;
  if (first === undefined) return;
  const end = new ListEnd(first);
  const coming: Promise<Page<T> | undefined>[] = [];
  for (let next = 2; !end.isReached; ) {
    const most = Math.max(1, Math.min(ahead(), concurrentPages));
    for (; coming.length < most && next <= end.lastPage; next += 1) {
      end.refuseEndless();
      const page = readPageAt(next);
      // It may fail when nobody waits for it any more.
      page.catch(() => undefined);
      coming.push(page);
    }
    if (coming.length === 0) return;
    const page = await coming.shift();
    end.take(page);
    yield page;
  }
}

/** Finds out where a list ends, from the pages that were read so far, and whether it ends at all. */
class ListEnd {
  /** Whether no later page can bring anything. */
  isReached: boolean;
  lastPage: number;
  private readonly ids: Set<string>;
  private readonly most: { readonly pages: number; readonly objects: number };
  private pages = 1;
  private barren = 0;

  constructor(private readonly first: Page<{ readonly id: string }>) {
    this.ids = new Set(first.objects.map(({ id }) => id));
    this.most = mostOf(first);
    this.lastPage = first.totalPages;
    this.isReached = this.ids.size === 0 && isBehindEnd(first, 0);
  }

  take(page: Page<{ readonly id: string }> | undefined): void {
    this.barren += 1;
    if (page === undefined) return;
    this.pages += 1;
    const before = this.ids.size;
    for (const { id } of page.objects) this.ids.add(id);
    this.lastPage = Math.max(this.lastPage, page.totalPages);
    if (this.ids.size > before) this.barren = 0;
    else if (isBehindEnd(page, this.ids.size)) this.isReached = true;
  }

  /** @throws ServiceError if the list has more pages than its total allows, or goes on without anything new */
  refuseEndless(): void {
    const { most, lastPage, ids, barren } = this;
    if (lastPage > most.pages || ids.size > most.objects)
      throw this.endless(`a list with that total has at most ${most.pages} pages`);
    if (barren >= mostBarrenPages) throw this.endless(`the last ${barren} pages had none that was new`);
  }

  private endless(reason: string): ServiceError {
    const { operation, total } = this.first;
    const reported = `${this.lastPage} pages${total === undefined ? "" : ` with ${total} objects`}`;
    return new ServiceError({
      operation,
      kind: "unreadable",
      effect: "none",
      problem: `the list does not end: the service reported ${reported}, ${this.pages} with ${this.ids.size} different objects were read, and ${reason}; ask the service's support about it`,
    });
  }
}

/** How long a list may be whose first page this is. */
function mostOf(first: Page<unknown>): { readonly pages: number; readonly objects: number } {
  const received = first.objects.length + first.unreadable;
  const isCapped = received > 0 && received < Math.min(first.pageSize, first.total ?? 0);
  const objects = maxUncounted + 2 * Math.min(first.total ?? assumedTotal, largestTotal);
  return { objects, pages: Math.ceil(objects / (isCapped ? received : first.pageSize)) };
}

/** Whether no page behind this one, which brought nothing new, can: the list became shorter, or all of it has come. */
function isBehindEnd({ objects, unreadable, page, totalPages, total }: Page<unknown>, read: number): boolean {
  if (unreadable > 0) return false;
  return page > totalPages || read >= (total ?? (objects.length === 0 ? 0 : Number.POSITIVE_INFINITY));
}

function joined<T extends { readonly id: string }>(pages: Page<T>[], isWhole: boolean): ListResult<T> {
  const byId = new Map(pages.flatMap((page) => page.objects).map((object) => [object.id, object]));
  const total = pages[0]?.total;
  const agreed = pages.every((page) => page.total === total);
  return {
    objects: [...byId.values()],
    total: total ?? byId.size,
    totalListed: pages[0]?.totalListed,
    complete: isWhole && total !== undefined && agreed && total === byId.size,
    pages: pages.length,
  };
}

/** Without `total_pages`: by the total, else one page more for as long as pages are full. */
function pagesFor(page: number, length: number, pageSize: number, total: number | undefined): number {
  if (total !== undefined) return Math.ceil(total / pageSize);
  return length >= pageSize ? page + 1 : page;
}

function count(value: unknown, least: number): number | undefined {
  const number = readNumber(value);
  return number !== undefined && Number.isInteger(number) && number >= least ? number : undefined;
}
