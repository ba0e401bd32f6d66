import type { Call } from "../../../client/attempt";
import type { ApiResponse } from "../../../client/envelope";
import { ServiceError } from "../../../client/errors";
import type { Clock } from "../../../client/options";
import type { Kind } from "../../../service/kinds";
import { collectionOperation } from "../../../service/operations";
import { readServiceObject, type ServiceObject } from "../../../service/responses";
import { isSid } from "../../../service/sids";
import { readNumber } from "../../../service/wire-forms";

/** The kinds whose default object version 3.0 uses if a request names none. */
export type DefaultKind = "monitoring_profile" | "contact_group";

/** Pages of a list that are read at most, whatever the service says. */
const mostPages = 50;

interface Remembered {
  readonly fact: Promise<unknown>;
  readonly until: number;
}

/** How long a default object is remembered, in milliseconds: another program may choose another one at any time. */
const defaultLifetime = 60_000;
/** How long the sources of checks are remembered: programs show them, and nothing is sent with them. */
const sourcesLifetime = 3_600_000;

/**
 * Facts about an account that version 3.0 knew, and that must be read through version 4.0. They are read when they are needed, and
 * remembered for a while, since requests are scarce.
 */
export class AccountFacts {
  private readonly remembered = new Map<string, Remembered>();

  constructor(
    private readonly perform: (call: Call) => Promise<ApiResponse>,
    private readonly settings: { readonly clock: Clock; readonly defaultProfile: string | undefined },
  ) {}

  /** SID of the default object; undefined if the account shows none. @throws ServiceError if it cannot be read */
  defaultOf(kind: DefaultKind): Promise<string | undefined> {
    return this.remember(`default ${kind}`, defaultLifetime, async () => {
      if (kind === "contact_group") return this.listedDefault(kind);
      const found = await permitted(this.listedDefault(kind), () => this.profileOfHosts());
      return found ?? this.settings.defaultProfile;
    });
  }

  /** Looks the default object up again next time. */
  forgetDefault(kind: DefaultKind): void {
    this.remembered.delete(`default ${kind}`);
  }

  /**
   * The sources that a check of that address, name or host SID asks: those of the host's profile, or of the default
   * one. The account's list of hosts is not searched for an address.
   * @returns undefined where the service does not show them
   */
  async sourcesOf(target: string): Promise<readonly ServiceObject<"source">[] | undefined> {
    const profile = await permitted(this.profileOf(target)).catch(asUnknown);
    const [entries, sources] = await Promise.all([
      profile === undefined ? undefined : this.entriesOf(profile).catch(asUnknown),
      this.sources().catch(asUnknown),
    ]);
    return entries === undefined ? sources : sources?.filter(({ id }) => entries.includes(id));
  }

  private async profileOf(target: string): Promise<string | undefined> {
    const host = isSid("host", target) ? await this.get("host", target) : undefined;
    return host?.profile ?? this.defaultOf("monitoring_profile");
  }

  private entriesOf(profile: string): Promise<readonly string[] | undefined> {
    return this.remember(`entries ${profile}`, sourcesLifetime, async () => {
      const found = await permitted(this.get("monitoring_profile", profile));
      return found?.entries?.map(String);
    });
  }

  private sources(): Promise<ServiceObject<"source">[] | undefined> {
    return this.remember("sources", sourcesLifetime, () => permitted(this.everySource()));
  }

  private async everySource(): Promise<ServiceObject<"source">[]> {
    const all: ServiceObject<"source">[] = [];
    for await (const page of this.pages("source")) all.push(...page);
    return all;
  }

  private async listedDefault(kind: DefaultKind): Promise<string | undefined> {
    for await (const page of this.pages(kind)) {
      const found = page.find(({ is_default }) => is_default === true);
      if (found !== undefined) return found.id;
    }
    return undefined;
  }

  /** A free plan does not show its profiles, and has only one: that of each of its hosts. */
  private async profileOfHosts(): Promise<string | undefined> {
    for await (const page of this.pages("host")) {
      const profiles = new Set(page.flatMap(({ profile }) => profile ?? []));
      const [only] = profiles;
      if (profiles.size === 1) return only;
      if (profiles.size > 1) return undefined;
    }
    return undefined;
  }

  private async *pages<K extends Kind>(kind: K): AsyncGenerator<ServiceObject<K>[]> {
    const operation = collectionOperation("list", kind);
    for (let page = 1, pages = 1; page <= Math.min(pages, mostPages); page += 1) {
      const query = { page: String(page), page_size: "100" };
      const { envelope } = await this.perform({ operation, query });
      const objects = Array.isArray(envelope.data) ? envelope.data : [];
      yield objects
        .map((object) => readServiceObject(kind, object))
        .filter((object): object is ServiceObject<K> => object !== undefined);
      pages = objects.length === 0 ? 0 : (readNumber(envelope.total_pages) ?? 0);
    }
  }

  private async get<K extends Kind>(kind: K, id: string): Promise<ServiceObject<K> | undefined> {
    const { envelope } = await this.perform({ operation: collectionOperation("get", kind), id });
    return readServiceObject(kind, [envelope.data].flat()[0]);
  }

  /** The fact by that name, looked up unless it is remembered. A failure is not remembered. */
  private remember<T>(name: string, lifetime: number, lookUp: () => Promise<T>): Promise<T> {
    const now = this.settings.clock.now();
    for (const [old, { until }] of this.remembered) if (now >= until) this.remembered.delete(old);
    const known = this.remembered.get(name);
    if (known !== undefined) return known.fact as Promise<T>;
    const fact = lookUp();
    this.remembered.set(name, { fact, until: now + lifetime });
    fact.catch(() => this.remembered.delete(name));
    return fact;
  }
}

/** A fact, or something else if the plan or the address may not see it: by default that it is unknown. @throws every other error */
async function permitted<T>(
  fact: Promise<T>,
  otherwise?: () => Promise<T | undefined>,
): Promise<T | undefined> {
  return fact.catch((error: unknown) => {
    if (error instanceof ServiceError && error.kind === "forbidden") return otherwise?.();
    throw error;
  });
}

/** A value that is only shown must not fail its request. @throws errors that are not the service's */
function asUnknown(error: unknown): undefined {
  if (!(error instanceof ServiceError)) throw error;
  return undefined;
}
