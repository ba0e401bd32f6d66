import type { ServiceError } from "../../../client/errors";
import type { Kind } from "../../../service/kinds";
import type { confirmingReads } from "../../../service/limits";
import type { KindReader } from "../../../snapshot/kind-reader";
import { KeyIndex } from "./key-index";
import type { Fields, KeyRule } from "./natural-key";

/**
 * How this process knows an object:
 * - `state`: a resource of the state has it
 * - `kept`, `ending`: that resource is planned to keep it, or to be destroyed with it
 * - `planned`: a resource is planned with these values
 * - `existing`: the account had it before the first plan or create of the kind
 * - `created`, `adopted`, `deleted`: this process did that
 * - `in doubt`: an error asks the user what to do with it
 */
const origins = [
  "state",
  "kept",
  "ending",
  "planned",
  "existing",
  "created",
  "adopted",
  "deleted",
  "in doubt",
] as const;

type Origin = (typeof origins)[number];

function forEachOrigin<T>(make: () => T): Record<Origin, T> {
  return Object.fromEntries(origins.map((origin) => [origin, make()])) as Record<Origin, T>;
}

/** An object as known from one origin. */
export interface Entry {
  /** Its SID; undefined until it is created. */
  id: string | undefined;
  readonly values: Fields;
}

/** How often reading the existing objects may fail in one process. The client retries each time. */
const maxFailures = 3;

/** Everything that this process knows of the objects of one kind: who has a SID, and who has a natural key. */
export class Ledger {
  /** The planned resources that take the account's default flag. */
  readonly flagTakers: Entry[] = [];
  /** How many searches after lost creates have found nothing. */
  fruitlessSearches = 0;
  /** Why the service creates no more objects of the kind, such as a limit of the account. A deletion makes room. */
  refusal: ServiceError | undefined;
  /** Whether the objects that existed before the first create are known. */
  knowsExisting = false;
  /** How many objects the list of the existing ones lacked, at least. */
  lacking = 0;
  readonly #rule: KeyRule;
  readonly #ids = forEachOrigin(() => new Set<string>());
  readonly #byKey = forEachOrigin(() => new KeyIndex<Entry>());
  /** The existing objects that show no key, or hide a part of it. */
  readonly unkeyed: Entry[] = [];
  readonly #reported = new Set<string>();
  readonly #samples = new Map<string, Promise<unknown>>();
  #reading: Promise<void> | undefined;
  #failures = 0;

  constructor(rule: KeyRule) {
    this.#rule = rule;
  }

  /** Records an object. */
  add(origin: Origin, id: string | undefined, values: Fields): void {
    const entry: Entry = { id, values };
    if (id !== undefined) this.#ids[origin].add(id);
    const key = this.#rule.rough(values);
    if (key !== undefined) this.#byKey[origin].add(key, entry);
    else if (origin === "existing") this.unkeyed.push(entry);
  }

  /** Records objects by their SIDs alone. */
  addIds(origin: Origin, ids: Iterable<string>): void {
    for (const id of ids) if (!this.has(origin, id)) this.add(origin, id, {});
  }

  /** Records the objects of a resource of the state, by the natural key of the resource. */
  addState(id: string, values: Fields, ids: Iterable<string>): void {
    if (!this.has("state", id)) this.add("state", id, values);
    this.addIds("state", ids);
  }

  /** Whether an origin has the SID. */
  has(origin: Origin, id: string): boolean {
    return this.#ids[origin].has(id);
  }

  /** The objects of an origin whose natural key may be the same, or that share an address. */
  withKey(origin: Origin, values: Fields): readonly Entry[] {
    const key = this.#rule.rough(values);
    return key === undefined ? [] : this.#byKey[origin].near(key);
  }

  /** Whether a resource of this run manages the object. */
  isManaged(id: string): boolean {
    const isOwned = this.has("state", id) || this.has("created", id) || this.has("adopted", id);
    return isOwned && !this.has("deleted", id);
  }

  /** Whether a lost create cannot have made the object: it is older, or known otherwise. */
  isAccountedFor(id: string): boolean {
    const origins: readonly Origin[] = ["existing", "state", "created", "adopted", "in doubt"];
    return origins.some((origin) => this.has(origin, id));
  }

  /** Claims a report of the kind, which is about all of its objects: false if this process has already made it. */
  claimReport(report: string): boolean {
    return this.#reported.size < this.#reported.add(report).size;
  }

  /** Answers a question about what was written with the first object of the kind, for all, because of the requests; undefined after a failure. */
  sample<T>(question: keyof typeof confirmingReads, ask: () => Promise<T>): Promise<T | undefined> {
    const answer = this.#samples.get(question) ?? ask().catch(() => undefined);
    this.#samples.set(question, answer);
    return answer as Promise<T | undefined>;
  }

  /**
   * Reads the existing objects before the first plan or create, once for all. After a failure the next one reads again, up to
   * {@link maxFailures} times. @throws ServiceError
   */
  readExisting(reader: Pick<KindReader<Kind>, "readWhole">): Promise<void> {
    const onGap = (lacking: number) => {
      this.lacking = lacking;
    };
    this.#reading ??= reader.readWhole(onGap).then(
      (objects) => {
        for (const object of objects) this.add("existing", object.id, object as Fields);
        this.knowsExisting = true;
      },
      (thrown: unknown) => {
        this.#failures += 1;
        if (this.#failures < maxFailures) this.#reading = undefined;
        throw thrown;
      },
    );
    return this.#reading;
  }
}
