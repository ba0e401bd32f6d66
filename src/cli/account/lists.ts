import { ServiceError } from "../../client/errors";
import type { Account } from "../../provider/account";
import { hostData } from "../../provider/data/host";
import { observedValues } from "../../provider/data/observed";
import { inOrderOf } from "../../provider/data/order";
import { type Kind, kinds } from "../../service/kinds";
import type { ServiceObject } from "../../service/responses";
import type { Attributes } from "../../terraform/schema/attribute";
import type { ObjectValue } from "../../terraform/values/object-value";
import { counted, type Note, sentenceCase } from "../output/text";
import { hasOneOf } from "./names";

/** How lists are read. */
export interface ReadingOptions {
  /** One pass over each list, instead of passes until two agree. */
  readonly once: boolean;
  /** Called after a list was read. */
  onRead?(kind: Kind, count: number): void;
}

/** What the lists of an account gave, with the types of their kinds. */
export class AccountLists {
  private byId: ReadonlyMap<string, ServiceObject<Kind>> | undefined;

  constructor(
    private readonly objects: ReadonlyMap<Kind, readonly ServiceObject<Kind>[]>,
    /** The kinds whose lists the service refused. */
    readonly refused: ReadonlyMap<Kind, ServiceError>,
    /** What is missing, and what may be inconsistent. */
    readonly notes: readonly Note[],
  ) {}

  /** The objects of a kind; none if its list was not read. */
  of<K extends Kind>(kind: K): readonly ServiceObject<K>[] {
    // The list of each kind was read as that kind's; the map says so only to people.
    return (this.objects.get(kind) ?? []) as readonly ServiceObject<K>[];
  }

  /** Whether the list of a kind was read. */
  has(kind: Kind): boolean {
    return this.objects.has(kind);
  }

  /** The object of that SID, of whatever kind. */
  find(id: string): ServiceObject<Kind> | undefined {
    this.byId ??= new Map([...this.objects.values()].flat().map((object) => [object.id, object]));
    return this.byId.get(id);
  }
}

/**
 * Reads the lists of those kinds, all at the same time. A kind that the service refuses is left out, since the account's
 * plan or the version of the API may not have it (api-4.0, Errors), unless it is needed, or nothing can be read at all.
 * @throws ServiceError of the first list that cannot be read
 */
export async function readLists(
  account: Account,
  wanted: readonly Kind[],
  { once, onRead }: ReadingOptions = { once: true },
  needed: ReadonlySet<Kind> = new Set(),
): Promise<AccountLists> {
  const read = await Promise.allSettled(
    wanted.map(async (kind) => {
      const reader = await account.reader(kind);
      const result = once ? { objects: await reader.readAll(), settled: true } : await reader.snapshot();
      onRead?.(kind, result.objects.length);
      return result;
    }),
  );
  const isNothingRead = read.every(({ status }) => status === "rejected");
  const objects = new Map<Kind, readonly ServiceObject<Kind>[]>();
  const refused = new Map<Kind, ServiceError>();
  const notes: Note[] = [];
  for (const [index, kind] of wanted.entries()) {
    const result = read[index];
    if (result?.status === "fulfilled") {
      objects.set(kind, result.value.objects);
      if (!result.value.settled) notes.push(unsettled(kind));
      continue;
    }
    const reason: unknown = result?.reason;
    if (isNothingRead || needed.has(kind) || !isRefused(reason)) throw reason;
    refused.set(kind, reason);
    notes.push({ text: `${sentenceCase(kinds[kind].plural)} were not read: ${reason.message}` });
  }
  return new AccountLists(objects, refused, notes);
}

/** Whether an account, or the version of the API, does not have what was asked for. */
export function isRefused(reason: unknown): reason is ServiceError {
  return reason instanceof ServiceError && ["forbidden", "refused"].includes(reason.kind);
}

function unsettled(kind: Kind): Note {
  const { plural } = kinds[kind];
  return {
    text: `The account's ${plural} went on changing while they were read, so what is told of them was not all true at one moment. Run the command again when the account is quiet.`,
  };
}

/** Tells on a line of progress which lists were read. */
export function progressOf(tell: (...facts: readonly string[]) => void): (kind: Kind, count: number) => void {
  const done: string[] = [];
  return (kind, count) => {
    done.push(counted(count, kinds[kind].title, kinds[kind].plural));
    tell(...done);
  };
}

/** Objects with the attributes of their data source, in the order of some of these. */
export function observed(
  { attributes }: { readonly attributes: Attributes },
  objects: readonly ServiceObject<Kind>[],
  ...order: string[]
): ObjectValue[] {
  return inOrderOf(
    objects.map((object) => observedValues(attributes, object)),
    ...order,
  );
}

/** The hosts that sources list now. */
interface Listings {
  /** How many hosts of the account are listed, if the service tells. */
  readonly total: number | null;
  /** How many of those asked for; what is counted and cannot be read is listed all the same. */
  readonly count: number;
  /** With the attributes of the data source rblmonitor_host. */
  readonly hosts: readonly ObjectValue[];
}

/** Reads the list of hosts that are listed now. @param tags hosts that have one of these; all hosts if there are none */
export async function readListings(account: Account, tags: readonly string[] = []): Promise<Listings> {
  const { objects, totalListed } = await account.listings();
  const wanted = objects.filter((host) => hasOneOf(tags, host.tags));
  // Whatever stands in this list is listed, told or not.
  const listed = wanted.map((host) => ({ listed: true, ...host }));
  const hosts = observed(hostData, listed, "host", "id");
  const count = tags.length === 0 ? Math.max(hosts.length, totalListed ?? 0) : hosts.length;
  return { total: totalListed ?? null, count, hosts };
}
