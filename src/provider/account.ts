import type { Client } from "../client/client";
import { systemClock } from "../client/clock";
import { failed } from "../client/errors";
import type { CertificateErrors } from "../client/lists";
import type { ClientOptions } from "../client/options";
import type { ListResult } from "../client/paging";
import type { RateLimit } from "../client/rate-limit";
import { type ApiVersion, defaultApiVersion } from "../service/api-version";
import type { Kind } from "../service/kinds";
import { isLegacyKind } from "../service/legacy/kinds";
import type { ServiceObject } from "../service/responses";
import type { OnGap } from "../snapshot/gaps";
import type { KindReader } from "../snapshot/kind-reader";
import { Ledger } from "./managed/identity/ledger";
import { type KeyRule, keyRuleOf } from "./managed/identity/natural-key";
import { letProcessEndQuickly } from "./quick-exit";

/** The safety checks that the provider's configuration turns off. */
export interface AccountRules {
  /** Whether resources with objects last seen in another account may be read and changed. */
  readonly allowAccountChange?: boolean;
  /** Whether creates are sent even if an identical object exists, or if the existing objects cannot be read. */
  readonly allowDuplicates?: boolean;
  /** Whether an identical existing object is adopted instead of created again. */
  readonly adoptIdentical?: boolean;
}

/** An object that refers to another one, or to which others refer. */
export interface LinkedObject {
  readonly kind: Kind;
  readonly object: { readonly id: string; readonly [field: string]: unknown };
}

/** The account of a configured provider. The client is loaded with the first request: a process that only validates sends none. */
export class Account {
  readonly rules: AccountRules;
  readonly apiVersion: ApiVersion;
  readonly accountSid: string;
  /**
   * The references between the objects of a plan. Terraform plans in any order, so each side looks for the other. `users` are the
   * objects that are not destroyed, by the SIDs to which they refer before the apply; `destroyed` the others by SID, until one that
   * uses them is known.
   */
  readonly uses = { users: new Map<string, LinkedObject[]>(), destroyed: new Map<string, LinkedObject>() };
  /** Whether a plan has reported that no list of the account can be read. */
  hasReportedFailure = false;
  readonly #options: ClientOptions;
  #isConnected = false;
  readonly #connected = once(() => this.#connect());
  readonly #ledgers = new Map<Kind, Ledger>();
  readonly #turns = new Map<string, Promise<unknown>>();

  readonly #listings = once(async () => (await this.client()).listings());

  /** The active certificate errors, read once. */
  readonly certificateErrors: () => Promise<CertificateErrors> = once(async () =>
    (await this.client()).certificateErrors(),
  );

  readonly #anyAnswer = once(async () =>
    (await this.client()).collection("contact_group").page(1, { pageSize: 1 }),
  );

  constructor(options: ClientOptions, rules: AccountRules = {}) {
    this.#options = options;
    this.rules = rules;
    this.apiVersion = options.apiVersion ?? defaultApiVersion;
    this.accountSid = options.accountSid;
  }

  /** Whether the API version has objects of that kind. */
  knows(kind: Kind): boolean {
    return this.apiVersion !== "3.0" || isLegacyKind(kind);
  }

  /** Everything that this process knows of the objects of a kind. */
  ledger(object: { readonly kind: Kind; readonly key?: { readonly rule?: KeyRule } }): Ledger {
    const ledger = this.#ledgers.get(object.kind) ?? new Ledger(keyRuleOf(object));
    this.#ledgers.set(object.kind, ledger);
    return ledger;
  }

  /** Runs a function after all earlier ones with the same key. */
  async inTurn<T>(key: string, act: () => Promise<T>): Promise<T> {
    const earlier = this.#turns.get(key);
    const mine = (async () => {
      await earlier?.catch(() => undefined);
      return act();
    })();
    this.#turns.set(key, mine);
    try {
      return await mine;
    } finally {
      if (this.#turns.get(key) === mine) this.#turns.delete(key);
    }
  }

  /** The client, which has all operations. */
  async client(): Promise<Client> {
    return (await this.#connected()).client;
  }

  /** The shared reader of a kind's objects. */
  async reader<K extends Kind>(kind: K): Promise<KindReader<K>> {
    // The reader in the map is of this kind; TypeScript cannot infer that.
    return (await this.#connected()).reader(kind) as unknown as KindReader<K>;
  }

  /**
   * Reads the shortest list, once. With a wrong root URL, every object seems to be missing.
   * @throws ServiceError if the root URL is wrong
   */
  async confirmService(): Promise<void> {
    await this.#anyAnswer();
  }

  /** The currently listed hosts, read once. */
  async listings(onGap: OnGap): Promise<Pick<ListResult<ServiceObject<"host">>, "objects" | "totalListed">> {
    const listings = await this.#listings();
    if (listings.lacking > 0) onGap(listings.lacking);
    return listings;
  }

  /** The last returned rate limits. Reads the shortest list if there has been no response yet. */
  async rateLimit(): Promise<RateLimit | undefined> {
    const client = await this.client();
    if (client.rateLimit === undefined) await this.#anyAnswer();
    return client.rateLimit;
  }

  /** The last returned rate limits, without a request; undefined if there has been no response. */
  async reportedRateLimit(): Promise<RateLimit | undefined> {
    return this.#isConnected ? (await this.client()).rateLimit : undefined;
  }

  /** Requests sent so far, including retries. */
  async requestsSent(): Promise<number> {
    return this.#isConnected ? (await this.client()).requestsSent : 0;
  }

  /** Waits that many milliseconds. @throws ServiceError of kind `stopped` if Terraform asks to stop, or on abort */
  async sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
    const { clock = systemClock, signal: stop } = this.#options;
    const either = AbortSignal.any([stop, signal].filter((each) => each !== undefined));
    try {
      either.throwIfAborted();
      await clock.sleep(milliseconds, either);
    } catch {
      throw failed("stopped", "wait", "stopped");
    }
  }

  /**
   * Waits for requests in flight and closes the connections. Nothing can be sent afterwards.
   * @param giveUp aborts the requests in flight
   */
  async close(giveUp?: AbortSignal): Promise<void> {
    if (this.#isConnected) await (await this.client()).close(giveUp);
  }

  /** The client, and the shared reader of each kind, which reads with few requests (docs/design/reading.md). */
  async #connect() {
    this.#isConnected = true;
    letProcessEndQuickly();
    const [{ createClient }, { KindReader }] = await Promise.all([
      import("../client/client"),
      import("../snapshot/kind-reader"),
    ]);
    const client = createClient(this.#options);
    const readers = new Map<Kind, KindReader<Kind>>();
    const reader = (kind: Kind) => {
      const known = readers.get(kind) ?? new KindReader<Kind>(client.collection(kind));
      readers.set(kind, known);
      return known;
    };
    return { client, reader };
  }
}

/** Reads once for all calls; again after a failure. */
function once<T>(read: () => Promise<T>): () => Promise<T> {
  let reading: Promise<T> | undefined;
  return () => {
    reading ??= read().catch((error: unknown) => {
      reading = undefined;
      throw error;
    });
    return reading;
  };
}
