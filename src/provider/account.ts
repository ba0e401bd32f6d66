import type { Checks } from "../client/checks";
import type { Client } from "../client/client";
import { systemClock } from "../client/clock";
import type { Collection } from "../client/collection";
import type { ContactActions } from "../client/contact-actions";
import { ServiceError } from "../client/errors";
import type { CertificateErrors } from "../client/lists";
import type { ClientOptions } from "../client/options";
import type { ListResult } from "../client/paging";
import type { RateLimit } from "../client/rate-limit";
import type { KindReader } from "../drift/kind-reader";
import type { ObjectReader } from "../drift/object-reader";
import { type ApiVersion, defaultApiVersion } from "../service/api-version";
import type { Kind } from "../service/kinds";
import { isLegacyKind } from "../service/legacy/kinds";
import type { ServiceObject } from "../service/responses";
import { letProcessEndQuickly } from "./quick-exit";

/** What the configuration of the provider allows beyond what is safe in every case. */
export interface AccountRules {
  /** Whether resources whose objects were last seen in another account may be read and changed. */
  readonly allowAccountChange?: boolean;
  /** Whether creates are sent although the same exists, or although what exists cannot be listed. */
  readonly allowDuplicates?: boolean;
  /** Whether what is exactly as declared is managed instead of created again. */
  readonly adoptIdentical?: boolean;
}

/**
 * The account that a configured provider works on. The client is loaded and made at the first request: a process that
 * only plans new objects sends none.
 */
export class Account {
  private loading: Promise<{ client: Client; reader: ObjectReader }> | undefined;

  /** The hosts that are listed now, read once. */
  readonly listings: () => Promise<ListResult<ServiceObject<"host">>> = once(async () =>
    (await this.load()).client.listings.all(),
  );

  /** The certificate errors that are active now, read once. */
  readonly certificateErrors: () => Promise<CertificateErrors> = once(async () =>
    (await this.load()).client.certificateErrors(),
  );

  private readonly anyAnswer = once(async () =>
    (await this.load()).client.collection("contact_group").page(1, { pageSize: 1 }),
  );

  constructor(
    private readonly options: ClientOptions,
    readonly rules: AccountRules = {},
  ) {}

  /** The version of the service's interface that is spoken. */
  get apiVersion(): ApiVersion {
    return this.options.apiVersion ?? defaultApiVersion;
  }

  get accountSid(): string {
    return this.options.accountSid;
  }

  /** Whether the spoken version has objects of that kind. */
  knows(kind: Kind): boolean {
    return this.apiVersion !== "3.0" || isLegacyKind(kind);
  }

  /** The operations on objects of a kind. */
  async collection<K extends Kind>(kind: K): Promise<Collection<K>> {
    return (await this.load()).client.collection(kind);
  }

  /** What contacts can do beyond the operations of all kinds. */
  async contacts(): Promise<ContactActions> {
    return (await this.load()).client.contacts;
  }

  /** Manual checks. */
  async checks(): Promise<Checks> {
    return (await this.load()).client.checks;
  }

  /** The shared reader of a kind's objects. */
  async reader<K extends Kind>(kind: K): Promise<KindReader<K>> {
    return (await this.load()).reader.of(kind);
  }

  /** The shared reader of a kind's objects if anything was asked of the service yet. */
  async readerInUse<K extends Kind>(kind: K): Promise<KindReader<K> | undefined> {
    return this.loading === undefined ? undefined : this.reader(kind);
  }

  /**
   * Asks the shortest list, once. At an address that is not the service's root every object seems not to exist.
   * @throws ServiceError when the service does not know its own list there
   */
  async confirmService(): Promise<void> {
    await this.anyAnswer();
  }

  /** What the service said last of its rate limits. If it has said nothing yet, the shortest of its lists is asked for. */
  async rateLimit(): Promise<RateLimit | undefined> {
    const { client } = await this.load();
    if (client.rateLimit === undefined) await this.anyAnswer();
    return client.rateLimit;
  }

  /** What the service said last of its rate limits, without asking; undefined if it has said nothing. */
  async reportedRateLimit(): Promise<RateLimit | undefined> {
    return this.loading === undefined ? undefined : (await this.load()).client.rateLimit;
  }

  /** Requests sent so far, re-sent ones included. */
  async requestsSent(): Promise<number> {
    return this.loading === undefined ? 0 : (await this.load()).client.requestsSent;
  }

  /** Waits that many milliseconds. Once Terraform asks to stop, or the signal is aborted, it fails as `stopped`. */
  async sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
    const { clock = systemClock, signal: stop } = this.options;
    const either = AbortSignal.any([stop, signal].filter((one) => one !== undefined));
    try {
      either.throwIfAborted();
      await clock.sleep(milliseconds, either);
    } catch {
      throw new ServiceError({ kind: "stopped", operation: "wait", problem: "stopped", effect: "none" });
    }
  }

  /** Lets what is in flight finish, and closes the connections. Nothing can be sent afterwards. */
  async close(): Promise<void> {
    if (this.loading !== undefined) await (await this.load()).client.close();
  }

  private load(): Promise<{ client: Client; reader: ObjectReader }> {
    this.loading ??= this.connect();
    return this.loading;
  }

  private async connect(): Promise<{ client: Client; reader: ObjectReader }> {
    letProcessEndQuickly();
    const [{ createClient }, { ObjectReader }] = await Promise.all([
      import("../client/client"),
      import("../drift/object-reader"),
    ]);
    const client = createClient(this.options);
    return { client, reader: new ObjectReader(client) };
  }
}

/** Reads at the first call, for all of them; again after a failure. */
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
