import { ServiceError } from "../../../client/errors";
import type { Account } from "../../../provider/account";
import { explained } from "../../../provider/service-diagnostic";
import { type Kind, kinds } from "../../../service/kinds";
import { lackingKind } from "../../../service/legacy/lacking";
import type { ServiceObject } from "../../../service/responses";
import { oneLine } from "./output/plain-text";
import { labelOf } from "./tables";

/** What the lists of an account show. */
export class AccountContents {
  private readonly byId: ReadonlyMap<string, { readonly kind: Kind; readonly object: ServiceObject<Kind> }>;

  constructor(
    private readonly lists: ReadonlyMap<Kind, readonly ServiceObject<Kind>[]>,
    /** Kinds whose lists cannot be read, and why, in sentences. */
    readonly forbidden: ReadonlyMap<Kind, string>,
  ) {
    const all = [...lists].flatMap(([kind, objects]) => objects.map((object) => ({ kind, object })));
    this.byId = new Map(all.map((each) => [each.object.id, each]));
  }

  /** The objects of a kind in the order of their ids; none if the list was not read. */
  of(kind: Kind): readonly ServiceObject<Kind>[] {
    return [...(this.lists.get(kind) ?? [])].sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  /** What an object is, in a few words that fit a comment. */
  describe(kind: Kind, id: string): string {
    const found = this.byId.get(id);
    if (found !== undefined) return oneLine(labelOf(kind, found.object));
    const { title, plural } = kinds[kind];
    return this.lists.has(kind) ? `a ${title} that the list of ${plural} does not show` : `a ${title}`;
  }
}

/**
 * Reads the lists of these kinds. One that the service forbids is passed over, since monitoring profiles and sources
 * need a paid plan (api-4.0, Endpoints).
 * @throws DiagnosticError when any other request fails, or when every list is forbidden
 */
export async function readContents(account: Account, wanted: readonly Kind[]): Promise<AccountContents> {
  const read = await Promise.allSettled(
    wanted.map(async (kind) => [kind, await (await account.reader(kind)).readAll()] as const),
  );
  const failures = read.flatMap((result) => (result.status === "rejected" ? [result.reason as unknown] : []));
  const isSerious = failures.length === wanted.length;
  const serious = failures.find((failure) => isSerious || !isForbidden(failure));
  if (serious !== undefined) return explained(Promise.reject(serious));
  const lists = new Map(read.flatMap((result) => (result.status === "fulfilled" ? [result.value] : [])));
  const forbidden = wanted
    .filter((kind) => !lists.has(kind))
    .map((kind) => [kind, account.knows(kind) ? byPlan(kind) : byVersion(kind)] as const);
  return new AccountContents(lists, new Map(forbidden));
}

function byPlan(kind: Kind): string {
  return `The service forbids to list ${kinds[kind].plural}: they may not be part of the account's plan.`;
}

function byVersion(kind: Kind): string {
  return `The ${kinds[kind].plural} are left out: ${lackingKind(kind)}.`;
}

/** Neither does version 3.0 have every kind: such a list is refused before it is asked for. */
function isForbidden(thrown: unknown): boolean {
  return thrown instanceof ServiceError && ["forbidden", "refused"].includes(thrown.kind);
}
