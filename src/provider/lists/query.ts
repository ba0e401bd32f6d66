import { ListTally } from "../../client/paging";
import { maskedDestination } from "../../service/destinations";
import { type Kind, kinds } from "../../service/kinds";
import { unsupportedKindReason } from "../../service/legacy/unsupported";
import type { ServiceObject } from "../../service/responses";
import type { KindReader } from "../../snapshot/kind-reader";
import { type Attributes, DiagnosticError, type ListCall, type ListItem } from "../../terraform";
import type { Account } from "../account";
import { Filtering } from "../data/filters";
import { type AnyKindTable, keysOf, rejectUnsupportedFilters } from "../data/kinds";
import { observedValues } from "../data/observed";
import { type Advice, sentence, serviceDiagnostic } from "../service-diagnostic";

type Tally = ListTally<ServiceObject<Kind>>;

/**
 * The manageable objects of a kind that match all filters, in the order of the API's list. It reads page by page, and only
 * as many pages at once as the remaining objects up to the limit may need.
 * @throws DiagnosticError if the list cannot be read
 */
export async function* query(
  table: AnyKindTable,
  reader: KindReader<Kind>,
  call: ListCall<Attributes, Account>,
): AsyncIterable<ListItem> {
  const { config, context, limit, diagnostics, signal } = call;
  const { kind, attributes, managed, filters } = table;
  requireKind(kind, context);
  rejectUnsupportedFilters(table, call);
  const { object, identity } = managed;
  const filtering = new Filtering(filters, config);
  const tally: Tally = new ListTally();
  let count = 0;
  try {
    for await (const candidates of reader.pages(tally, () => Math.ceil((limit - count) / tally.pageSize))) {
      if (signal.aborted) return;
      // A list may shift while it is read, and show an object on two pages.
      for (const candidate of candidates) {
        const values = observedValues(attributes, candidate);
        if (object.refusal?.(candidate) !== undefined || !filtering.matches(values)) continue;
        if ((await object.membership?.isMember(candidate, (id) => reader.read(id))) === true) continue;
        count += 1;
        yield {
          identity: identity?.of({ state: values as never, stored: null, context }) ?? {},
          displayName: displayName(table, candidate),
        };
      }
    }
  } catch (thrown) {
    const partial = `The list is incomplete. The provider read ${tally.count} of ${tally.total ?? "its"} ${kinds[kind].plural}.`;
    throw serviceDiagnostic(thrown, undefined, tally.count === 0 ? [] : [partial], advice);
  }
  filtering.warn(diagnostics);
  const missing = gaps(kinds[kind], tally);
  if (missing !== undefined) diagnostics.warning("Incomplete list", missing);
}

/** Remedies that replace "apply again". */
const advice: Advice = {
  server: "Run the query again later. If this persists, contact the service's support.",
  timeout: "Run the query again, or increase request_timeout.",
};

function requireKind(kind: Kind, context: Account): void {
  if (context.knows(kind)) return;
  const { plural } = kinds[kind];
  throw new DiagnosticError(
    `API version 3.0 has no ${plural}`,
    `${sentence(unsupportedKindReason(kind))} To list ${plural}, set api_version = "4.0" in the provider's configuration.`,
  );
}

/** The known gaps of a list that was read to its end, in sentences; undefined if there are none. */
function gaps({ plural }: { readonly plural: string }, tally: Tally): string | undefined {
  const { count, total, hasChanged, unreadable, unreadPages } = tally;
  const lacks = total !== undefined && count + unreadable < total;
  const problems = [
    unreadPages > 0 && "A page of the list could not be read.",
    unreadable > 0 && `${unreadable} entries have no valid SID, or are deleted.`,
    hasChanged && "The list changed while it was read, so an object may be missing.",
    lacks && !hasChanged && `The API reports a total of ${total} ${plural}, but its list had ${count}.`,
  ].filter((problem) => problem !== false);
  if (problems.length === 0) return undefined;
  return [...problems, "Run the query again. If this persists, contact the service's support."].join(" ");
}

/**
 * The display name of an object: its name, and its natural key in parentheses, as in `Mail 1 (192.0.2.25)`. A destination
 * that is a credential is masked. The SID if the API returns nothing else.
 */
function displayName(
  table: AnyKindTable,
  object: { readonly id: string; readonly [field: string]: unknown },
): string {
  const texts = ["name", ...keysOf(table)].flatMap((field) => {
    const value = object[field];
    if (typeof value !== "string") return [];
    return (field === "contact" ? maskedDestination(object.type, value) : value.trim()) || [];
  });
  const [first = object.id, ...others] = new Set(texts);
  return others.length === 0 ? first : `${first} (${others.join(", ")})`;
}
