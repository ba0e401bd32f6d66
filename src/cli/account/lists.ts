import { type ErrorKind, ServiceError } from "../../client/errors";
import type { CertificateErrors } from "../../client/lists";
import type { Account } from "../../provider/account";
import { kindTables } from "../../provider/data/kinds";
import { observedValues } from "../../provider/data/observed";
import { capitalized, lackingOf, lackingText } from "../../provider/text";
import { includedKinds, type Kind, kinds } from "../../service/kinds";
import type { ServiceObject } from "../../service/responses";
import { sidKind } from "../../service/sids";
import type { Attributes, ObjectValue } from "../../terraform";
import { latestFirst } from "../output/durations";
import { compareNaturally } from "../output/order";
import { countedKind, type Note } from "../output/text";
import type { Names } from "../output/values";
import { namesOfObject, shownFields } from "./names";

export interface ReadingOptions {
  /** One pass over each list, instead of passes until two agree. */
  readonly once: boolean;
  /** Gets the sentence for each list that lacks objects of its total; by default, it is one of the notes. */
  onGap?(this: void, text: string): void;
  /** Whether a kind is skipped whose list could not be read for this reason; by default, if it {@link isRefused}. */
  readonly skips?: (reason: unknown) => reason is ServiceError;
  /** Called after a list was read. */
  onRead?(kind: Kind, count: number): void;
}

/** The objects of an account, by kind. */
export class AccountLists {
  #byId: ReadonlyMap<string, ServiceObject<Kind>> | undefined;

  /**
   * @param refused the kinds whose lists the service refused
   * @param notes on kinds that are missing or may be inconsistent, in sentences
   * @param lacking how many objects of its total each list lacked, at least; without the lists that were whole
   */
  constructor(
    private readonly objects: ReadonlyMap<Kind, readonly ServiceObject<Kind>[]>,
    readonly refused: ReadonlyMap<Kind, ServiceError>,
    readonly notes: readonly Note[],
    readonly lacking: ReadonlyMap<Kind, number> = new Map(),
  ) {}

  /** The objects of a kind; empty if its list was not read. */
  of<K extends Kind>(kind: K): readonly ServiceObject<K>[] {
    // The map does not express that the list under a kind has objects of this kind.
    return (this.objects.get(kind) ?? []) as readonly ServiceObject<K>[];
  }

  /** Whether the list of a kind was read. */
  has(kind: Kind): boolean {
    return this.objects.has(kind);
  }

  /** Whether the list of a kind was read, and lacked nothing. */
  isWhole(kind: Kind): boolean {
    return this.has(kind) && !this.lacking.has(kind);
  }

  /** Whether no list lacks objects, and none was refused that every plan of an account includes. */
  areComplete(): boolean {
    return this.lacking.size === 0 && [...this.refused].every((each) => isNotIncluded(...each));
  }

  /** Returns lists with further objects of a kind, which its list leaves out. */
  with(kind: Kind, further: readonly ServiceObject<Kind>[]): AccountLists {
    const objects = new Map(this.objects).set(kind, [...this.of(kind), ...further]);
    return new AccountLists(objects, this.refused, this.notes, this.lacking);
  }

  /** How people know the objects of some kinds, by their SIDs: their labels, or else their keys. */
  names(wanted: readonly Kind[]): Names {
    const named = wanted.flatMap((kind) => this.of(kind).map((object) => namesOfObject(kind, object)));
    return Object.fromEntries(
      named.flatMap(({ id, key, name = key }) => (name === undefined ? [] : [[id, name]])),
    );
  }

  /** The object of that SID, of whatever kind. */
  find(id: string): ServiceObject<Kind> | undefined {
    this.#byId ??= new Map([...this.objects.values()].flat().map((object) => [object.id, object]));
    return this.#byId.get(id);
  }
}

/**
 * Reads the lists of several kinds in parallel. Skips a kind that the service refuses, since the account's plan or the API
 * version may not include it (docs/design/api.md#errors), unless the kind is needed or the service refuses all lists.
 * @throws ServiceError of the first list that cannot be read
 */
export async function readLists(
  account: Account,
  wanted: readonly Kind[],
  { once, onGap, skips = isRefused, onRead }: ReadingOptions,
  needed: ReadonlySet<Kind> = new Set(),
): Promise<AccountLists> {
  const lacking = new Map<Kind, number>();
  const read = await Promise.allSettled(
    wanted.map(async (kind) => {
      const reader = await account.reader(kind);
      const note = (count: number) => lacking.set(kind, count);
      const { objects, settled } = once
        ? { objects: await reader.readAll(note), settled: true }
        : await reader.snapshot(note);
      onRead?.(kind, objects.length);
      return { objects, settled };
    }),
  );
  const allFailed = read.every(({ status }) => status === "rejected");
  const objects = new Map<Kind, readonly ServiceObject<Kind>[]>();
  const refused = new Map<Kind, ServiceError>();
  const notes: Note[] = [];
  const noteGap = onGap ?? ((text) => notes.push({ text }));
  for (const [index, kind] of wanted.entries()) {
    const result = read[index];
    if (result?.status === "fulfilled") {
      objects.set(kind, result.value.objects);
      if (!result.value.settled)
        notes.push({
          text: `The account's ${kinds[kind].plural} changed while they were read, so the result may be inconsistent. Run the command again.`,
        });
      continue;
    }
    const reason: unknown = result?.reason;
    if (needed.has(kind) || !skips(reason) || (allFailed && isRefused(reason))) throw reason;
    refused.set(kind, reason);
    notes.push({ text: `${capitalized(kinds[kind].plural)} were not read: ${reason.message}` });
  }
  for (const [kind, count] of lacking) noteGap(lackingText(kind, count));
  return new AccountLists(objects, refused, notes, lacking);
}

/** Whether the account's plan or the API version does not include the requested objects. */
export function isRefused(reason: unknown): reason is ServiceError {
  return reason instanceof ServiceError && isRefusedKind(reason.kind);
}

export function isRefusedKind(kind: ErrorKind): boolean {
  return kind === "forbidden" || kind === "refused";
}

/** Calls a function with a sentence if the service counts certificate errors that it does not return. */
export function noteErrorGap(
  { total_errors: total, errors }: CertificateErrors,
  onGap: (text: string) => void,
) {
  const lacking = total - errors.length;
  if (lacking > 0) onGap(lackingOf("certificate errors", lacking));
}

/** Whether a list is refused as the account's plan or the API version may not include it. Another 403 may mean a wrong client address. */
export function isNotIncluded(kind: Kind | undefined, { kind: reason }: ServiceError): boolean {
  return (
    reason === "refused" || (reason === "forbidden" && kind !== undefined && !includedKinds.includes(kind))
  );
}

/** Shows on the progress line which lists were read. */
export function progressOf(showProgress: (...facts: readonly string[]) => void) {
  const done: string[] = [];
  return (kind: Kind, count: number) => {
    done.push(countedKind(kind, count));
    showProgress(...done);
  };
}

/** Objects with the attributes of their data source as they may be shared, sorted by some of them, addresses by number. */
export function observed(
  { attributes }: { readonly attributes: Attributes },
  objects: readonly ServiceObject<Kind>[],
  ...order: string[]
): ObjectValue[] {
  const values = objects.map((object) => observedValues(attributes, shownFields(sidKind(object.id), object)));
  return values.sort((a, b) => {
    const differing = order.find((name) => a[name] !== b[name]) ?? "id";
    return compareNaturally(String(a[differing] ?? ""), String(b[differing] ?? ""));
  });
}

/**
 * Reads the hosts that are currently listed.
 * @param onGap gets the sentence for a list that lacks objects
 */
export async function readListings(account: Account, onGap: (text: string) => void) {
  let lacking = 0;
  const { objects, totalListed } = await account.listings((count) => {
    lacking = count;
  });
  // Hosts that the service counts, by either of its totals, but does not show.
  const unseen = Math.max(lacking, (totalListed ?? 0) - objects.length);
  if (unseen > 0) onGap(lackingText("host", unseen));
  // Every host in this list is listed, even if its field `listed` is missing.
  const listed = objects.map((host) => ({ listed: true, ...host }));
  const hosts = observed(kindTables.host, listed, "host", "id").sort((a, b) =>
    latestFirst(a.first_listed, b.first_listed),
  );
  return {
    /** Listed hosts of the account; null if the API does not return the number. */
    total: totalListed ?? null,
    /** Includes those that the service counts but does not show. */
    count: hosts.length + unseen,
    unseen,
    /** With the attributes of the data source rblmonitor_host, newest listing first. */
    hosts,
  };
}

/** The sources that list a host, as far as the service reports them. */
export function blocklistsOf({ listed_details: details }: ObjectValue) {
  return (Array.isArray(details) ? details : []).map((detail) => {
    const { id = null, host = null } = detail as ObjectValue;
    return { id: id as string | null, name: host as string | null };
  });
}

/** The names of the blocklists that list a host, and their number, as far as the API returns them. */
export function blocklistNames(host: ObjectValue) {
  const names = blocklistsOf(host).flatMap(({ id, name }) => name ?? id ?? []);
  return { count: typeof host.listed_count === "number" ? host.listed_count : names.length, names };
}
