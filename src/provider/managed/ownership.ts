import type { Collection } from "../../client/collection";
import { readAllPages } from "../../client/paging";
import type { Kind } from "../../service/kinds";
import type { ServiceObject } from "../../service/responses";
import type { Account } from "../account";
import { type Range, range } from "../cost";

/** How often the list of what exists may fail in one process. Each time, the client has sent it several times already. */
const mostFailures = 3;

/** Pages of unmanaged objects for which a forecast allows. How many there are is known only when the list is read. */
const unmanagedPages = 2;

/** What a process reads before the first create of a kind: its whole list, with so many objects that are known. */
export function readsBeforeCreates(objects: number, pageSize: number): Range {
  const pages = Math.max(1, Math.ceil(objects / pageSize));
  return range(pages, pages + unmanagedPages);
}

/**
 * Which objects of a kind a create cannot have made: those that existed before the first one, and those of resources that
 * this process knows. So a create whose answer was lost never takes what belongs to another resource.
 */
export class Ownership {
  private readonly managed = new Set<string>();
  private readonly adopted = new Set<string>();
  private readonly deleted = new Set<string>();
  private readonly locks = new Map<string, Promise<unknown>>();
  private existing: ReadonlyMap<string, ServiceObject<Kind>> | undefined;
  private reading: Promise<void> | undefined;
  private failures = 0;

  constructor(
    private readonly account: Account,
    private readonly kind: Kind,
  ) {}

  /** Notes objects as those of a resource. */
  markManaged(ids: Iterable<string>): void {
    for (const id of ids) this.managed.add(id);
  }

  /** Notes objects that a create of this process found and took instead of sending anything. */
  markAdopted(ids: readonly string[]): void {
    this.markManaged(ids);
    for (const id of ids) this.adopted.add(id);
  }

  /** Notes that this process has deleted the object. */
  markDeleted(id: string): void {
    this.deleted.add(id);
  }

  /** Whether a resource of this process stands for the object. */
  isManaged(id: string): boolean {
    return this.managed.has(id) && !this.deleted.has(id);
  }

  isAdopted(id: string): boolean {
    return this.adopted.has(id);
  }

  isDeleted(id: string): boolean {
    return this.deleted.has(id);
  }

  /** Whether this process certainly has created the object. */
  isCreated(id: string): boolean {
    return this.existing?.has(id) === false;
  }

  isKnown(id: string): boolean {
    return this.managed.has(id) || this.existing?.has(id) === true;
  }

  /** Whether all that existed before the first create is known. */
  get hasBaseline(): boolean {
    return this.existing !== undefined;
  }

  /** What existed before the first create, as far as it is known. */
  get baseline(): readonly ServiceObject<Kind>[] {
    return [...(this.existing?.values() ?? [])];
  }

  /**
   * Reads what exists before the first create of the process, once for all creates. After a failure the next create reads
   * again, up to {@link mostFailures} times.
   * @throws ServiceError when the list cannot be read whole
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
    // Every kind has its own collection, and the map of types says so only to people.
    const collection = (await this.account.collection(this.kind)) as unknown as Collection<Kind>;
    const { objects } = await readAllPages((number) => collection.page(number));
    this.existing = new Map(objects.map((object) => [object.id, object]));
  }

  /**
   * Does something when everything of the same key that came before is done. Creates that could be taken for each other
   * go one after another, so that none can find what another one is just making.
   */
  async withLock<T>(key: string, act: () => Promise<T>): Promise<T> {
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

const ofAccounts = new WeakMap<Account, Map<Kind, Ownership>>();

/** The claims on a kind of objects of an account, one for the process. */
export function ownershipOf(account: Account, kind: Kind): Ownership {
  const ofKinds = ofAccounts.get(account) ?? new Map<Kind, Ownership>();
  ofAccounts.set(account, ofKinds);
  const ownership = ofKinds.get(kind) ?? new Ownership(account, kind);
  ofKinds.set(kind, ownership);
  return ownership;
}
