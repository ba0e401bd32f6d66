import type { Collection } from "../client/collection";
import { ServiceError } from "../client/errors";
import {
  type ListResult,
  type Page,
  type PageReader,
  readAllPages,
  type TolerantPageReader,
} from "../client/paging";
import { type Kind, kinds } from "../service/kinds";
import { createRequests } from "../service/requests";
import type { ServiceObject } from "../service/responses";
import type { KnownObjects } from "./known-objects";

/** One reading of a kind's whole list. */
export interface Pass<K extends Kind> extends ListResult<ServiceObject<K>> {
  readonly ids: ReadonlySet<string>;
  /** The moment at which it began, in writes of ours. */
  readonly asked: number;
}

/** Failures of one page behind which the others may well be read. */
const ofOnePage = new Set(["server", "unreadable", "transport", "timeout"]);

/** Reads a kind's list, whole or its first page, into what is known. */
export class ListPasses<K extends Kind> {
  private latest: Promise<unknown> = Promise.resolve();
  private next: Promise<Pass<K>> | undefined;

  constructor(
    private readonly collection: Collection<K>,
    private readonly known: KnownObjects<K>,
  ) {}

  /** One page of the list. */
  async page(number: number): Promise<Page<ServiceObject<K>>> {
    const asked = this.known.moment;
    const page = await this.collection.page(number);
    this.known.addListed(page.objects, asked);
    return page;
  }

  /** A reading that begins after this call; those who ask before it begins share it. */
  again(): Promise<Pass<K>> {
    if (this.next === undefined) {
      this.next = this.latest.then(() => {
        this.next = undefined;
        return this.whole();
      });
      this.latest = this.next.catch(() => undefined);
    }
    return this.next;
  }

  /**
   * Reads the list whole.
   * @param readPage reads a page, unless some were read just now: those of that moment need not be read again
   */
  async whole(
    readPage: PageReader<ServiceObject<K>> = (number) => this.page(number),
    asked = this.known.moment,
  ): Promise<Pass<K>> {
    const listing = await readAllPages(withoutOne(readPage));
    return { ...listing, asked, ids: new Set(listing.objects.map(({ id }) => id)) };
  }
}

/**
 * A reader that leaves out one page behind the first if that cannot be read: what stands on it can be asked for by id. If
 * more cannot be read, the list itself is out of order.
 */
export function withoutOne<T>(readPage: PageReader<T>): TolerantPageReader<T> {
  let failed = false;
  return async (number) => {
    try {
      return await readPage(number);
    } catch (error) {
      const isOfOnePage = error instanceof ServiceError && ofOnePage.has(error.kind);
      if (number === 1 || failed || !isOfOnePage) throw error;
      failed = true;
      return undefined;
    }
  };
}

/**
 * Whether two complete readings in a row prove that nothing else exists. All that both have was there at the moment
 * between them, since no SID comes back. Were there one more, the first one's last page would have told a higher total.
 */
export function prove<K extends Kind>(earlier: Pass<K>, later: Pass<K>): boolean {
  const isSame = earlier.ids.size === later.ids.size && [...earlier.ids].every((id) => later.ids.has(id));
  return earlier.complete && later.complete && isSame;
}

/** Whether two readings agree on what people declare of each object. What checks find may differ at any time. */
export function agree<K extends Kind>(kind: K, earlier: Pass<K>, later: Pass<K>): boolean {
  if (!prove(earlier, later)) return false;
  const before = new Map(earlier.objects.map((object) => [object.id, declared(kind, object)]));
  return later.objects.every((object) => before.get(object.id) === declared(kind, object));
}

function declared<K extends Kind>(kind: K, object: ServiceObject<K>): string {
  const fields = [...Object.keys(createRequests[kind].shape), ...(kinds[kind].pausable ? ["status"] : [])];
  const values: Readonly<Record<string, unknown>> = object;
  return JSON.stringify(fields.map((field) => inOrder(values[field] ?? null)));
}

/** The service's lists are sets, and come in any order. */
function inOrder(value: unknown): unknown {
  return Array.isArray(value) ? [...value].sort() : value;
}
