import type { Collection } from "../../client/collection";
import type { Kind } from "../../service/kinds";
import type { Account } from "../account";
import { type Range, range } from "../cost";

/** How many pages of a list are read to know what is there before the first create: up to 300 objects. */
const mostPages = 3;

/** What a process reads for that before the first create of each kind. */
export const readsBeforeCreates: Range = range(1, mostPages);

/**
 * Which objects of a kind a create cannot have made: those that were there before the first one, and those that this
 * process knows as somebody's. So a create whose answer was lost never takes what belongs to another resource.
 */
export class Claims {
  private readonly taken = new Set<string>();
  private readonly turns = new Map<string, Promise<unknown>>();
  private before: Promise<void> | undefined;
  private isComplete = false;

  constructor(
    private readonly account: Account,
    private readonly kind: Kind,
  ) {}

  /** Notes objects as belonging to somebody. */
  take(ids: Iterable<string>): void {
    for (const id of ids) this.taken.add(id);
  }

  isTaken(id: string): boolean {
    return this.taken.has(id);
  }

  /** Whether all that was there before the first create is known. */
  get knowsAllBefore(): boolean {
    return this.isComplete;
  }

  /**
   * Notes what is there before the first create of the process: for one request, or a few where there are many objects.
   * Of more than {@link mostPages} pages only the first is read, since a list of that size costs too much for what is
   * needed rarely; and a failure is none of the create.
   */
  noteBefore(): Promise<void> {
    this.before ??= this.readBefore().catch(() => undefined);
    return this.before;
  }

  private async readBefore(): Promise<void> {
    // Every kind has its own collection, and the map of types says so only to people.
    const collection = (await this.account.collection(this.kind)) as unknown as Collection<Kind>;
    for await (const page of collection.pages()) {
      this.take(page.objects.map(({ id }) => id));
      if (page.totalPages > mostPages) return;
    }
    this.isComplete = true;
  }

  /**
   * Does something when everything of the same key that came before is done. Creates that could be taken for each other
   * go one after another, so that none can find what another one is just making.
   */
  async inTurn<T>(key: string, act: () => Promise<T>): Promise<T> {
    const before = this.turns.get(key);
    const mine = (async () => {
      await before?.catch(() => undefined);
      return act();
    })();
    this.turns.set(key, mine);
    try {
      return await mine;
    } finally {
      if (this.turns.get(key) === mine) this.turns.delete(key);
    }
  }
}

const ofAccounts = new WeakMap<Account, Map<Kind, Claims>>();

/** The claims on a kind of objects of an account, one for the process. */
export function claimsOf(account: Account, kind: Kind): Claims {
  const ofKinds = ofAccounts.get(account) ?? new Map<Kind, Claims>();
  ofAccounts.set(account, ofKinds);
  const claims = ofKinds.get(kind) ?? new Claims(account, kind);
  ofKinds.set(kind, claims);
  return claims;
}
