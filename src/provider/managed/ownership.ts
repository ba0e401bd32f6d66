import type { Collection } from "../../client/collection";
import { readAllPages } from "../../client/paging";
import type { Kind } from "../../service/kinds";
import type { ServiceObject } from "../../service/responses";
import type { Account } from "../account";
import { type Range, range } from "../cost";

/** How often reading the existing objects may fail in one process. The client retries each time. */
const mostFailures = 3;

/** Pages of unmanaged objects that an estimate allows for. Their number is known only when the list is read. */
const unmanagedPages = 2;

/**
 * The lock of the default flag of a kind. A flag that moves because of a deletion is never taken from the object to which the
 * configuration assigns it.
 */
export const defaultFlagLock = Symbol("is_default");

/** The reads before the first create of a kind: its complete list, with at least that many objects. */
export function readsBeforeCreates(objects: number, pageSize: number): Range {
  const pages = Math.max(1, Math.ceil(objects / pageSize));
  return range(pages, pages + unmanagedPages);
}

/**
 * The objects of a kind that a create of this process cannot have created: those that existed before the first create, and
 * those of other resources. So a create whose response was lost never takes another resource's object.
 */
export class Ownership {
  private readonly managed = new Set<string>();
  private readonly adopted = new Set<string>();
  private readonly deleted = new Set<string>();
  private readonly locks = new Map<string | symbol, Promise<unknown>>();
  private existing: ReadonlyMap<string, ServiceObject<Kind>> | undefined;
  private reading: Promise<void> | undefined;
  private failures = 0;

  constructor(
    private readonly account: Account,
    private readonly kind: Kind,
  ) {}

  /** Records that a resource manages the objects. */
  markManaged(ids: Iterable<string>): void {
    for (const id of ids) this.managed.add(id);
  }

  /** Records existing objects that a create of this process adopted. */
  markAdopted(ids: readonly string[]): void {
    this.markManaged(ids);
    for (const id of ids) this.adopted.add(id);
  }

  /** Records that this process has deleted the object. */
  markDeleted(id: string): void {
    this.deleted.add(id);
  }

  /** Whether a resource of this process manages the object. */
  isManaged(id: string): boolean {
    return this.managed.has(id) && !this.deleted.has(id);
  }

  isAdopted(id: string): boolean {
    return this.adopted.has(id);
  }

  isDeleted(id: string): boolean {
    return this.deleted.has(id);
  }

  /** Whether this process has certainly created the object. */
  isCreated(id: string): boolean {
    return this.existing?.has(id) === false;
  }

  /** Whether the object existed before, or is another resource's. */
  isKnown(id: string): boolean {
    return this.managed.has(id) || this.existing?.has(id) === true;
  }

  /** Whether the objects that existed before the first create are known. */
  get hasBaseline(): boolean {
    return this.existing !== undefined;
  }

  /** The objects that existed before the first create; empty if unknown. */
  get baseline(): readonly ServiceObject<Kind>[] {
    return [...(this.existing?.values() ?? [])];
  }

  /**
   * Reads the existing objects before the first create of the process, once for all creates. After a failure the next create
   * reads again, up to {@link mostFailures} times.
   * @throws ServiceError if the list cannot be read completely
   */
  ensureBaseline(): Promise<void> {
    this.reading ??= this.readBaseline().catch((thrown: unknown) => {
      this.failures += 1;
      if (this.failures < mostFailures) this.reading = undefined;
      throw thrown;
    });
    return this.reading;
  }

  private async readBaseline(): Promise<void> {
    // Every kind has its own collection, which the compiler cannot infer from the map of types.
    const collection = (await this.account.collection(this.kind)) as unknown as Collection<Kind>;
    const { objects } = await readAllPages((number) => collection.page(number));
    this.existing = new Map(objects.map((object) => [object.id, object]));
  }

  /**
   * Runs a function after all earlier ones with the same key. Creates that could be confused run one after another, so that
   * none finds an object that another one is just creating.
   */
  async withLock<T>(key: string | symbol, act: () => Promise<T>): Promise<T> {
    const before = this.locks.get(key);
    const mine = (async () => {
      await before?.catch(() => undefined);
      return act();
    })();
    this.locks.set(key, mine);
    try {
      return await mine;
    } finally {
      if (this.locks.get(key) === mine) this.locks.delete(key);
    }
  }
}

/** The ownership of a kind of objects in an account, one for the process. */
export const ownershipOf = perAccount((account, kind: Kind) => new Ownership(account, kind));

/** What the process knows of an account, by a key; made at its first use. */
export function perAccount<K, V>(make: (account: Account, key: K) => V): (account: Account, key: K) => V {
  const ofAccounts = new WeakMap<Account, Map<K, V>>();
  return (account, key) => {
    const known = ofAccounts.get(account) ?? new Map<K, V>();
    ofAccounts.set(account, known);
    const value = known.get(key) ?? make(account, key);
    known.set(key, value);
    return value;
  };
}
