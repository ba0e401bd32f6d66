import type { Page } from "../../client/paging";
import { maskedDestination } from "../../service/destinations";
import { type Kind, kinds } from "../../service/kinds";
import { unsupportedKindReason } from "../../service/legacy/unsupported";
import type { ServiceObject } from "../../service/responses";
import type { KindReader } from "../../snapshot/kind-reader";
import { type Attributes, DiagnosticError, type ListCall, type ListedObject } from "../../terraform";
import type { Account } from "../account";
import { Filtering, type Filters } from "../data/filters";
import { type AnyKindTable, keysOf, rejectUnsupportedFilters } from "../data/kind-table";
import { observedValues } from "../data/observed";
import type { AnyManagedObject } from "../managed/object";
import { type Advice, sentence, serviceDiagnostic } from "../service-diagnostic";

/** The objects that list one kind. */
interface ListedKind {
  readonly table: AnyKindTable;
  readonly filters: Filters;
  readonly reader: KindReader<Kind>;
}

/**
 * The manageable objects of a kind that match all filters, in the order of the API's list. It reads page by page, and only
 * as many pages at once as the remaining objects up to the limit may need.
 * @throws DiagnosticError if the list cannot be read
 */
export async function* listing(
  { table, filters, reader }: ListedKind,
  { config, context, limit, diagnostics, signal }: ListCall<Attributes, Account>,
): AsyncIterable<ListedObject> {
  const { kind, attributes, managed } = table;
  requireKind(kind, context);
  rejectUnsupportedFilters(table, filters, config, context);
  const { object, identity } = managed;
  const filtering = new Filtering(filters, config);
  const members = new Members(object, reader);
  const progress = new Progress(kind);
  let listed = 0;
  try {
    for await (const page of reader.pages(() => Math.ceil((limit - listed) / progress.pageSize))) {
      if (signal.aborted) return;
      for (const found of progress.take(page)) {
        const values = observedValues(attributes, found);
        if (object.refusal?.(found) !== undefined || !filtering.matches(values)) continue;
        if (await members.has(found)) continue;
        listed += 1;
        yield {
          identity: identity?.of({ state: values as never, stored: null, context }) ?? {},
          displayName: displayName(table, found),
        };
      }
    }
  } catch (thrown) {
    throw serviceDiagnostic(thrown, undefined, progress.summary, advice);
  }
  filtering.warn(diagnostics);
  const missing = progress.missing;
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

/** The progress of reading a list. */
class Progress {
  /** The maximum number of objects per page. */
  pageSize = 1;
  private readonly ids = new Set<string>();
  private total: number | undefined;
  private hasChanged = false;
  private unreadable = 0;
  private unreadPages = 0;

  constructor(private readonly kind: Kind) {}

  /** The objects of the page that no earlier page had: a list may shift while it is read. */
  take(page: Page<ServiceObject<Kind>> | undefined): readonly ServiceObject<Kind>[] {
    if (page === undefined) {
      this.unreadPages += 1;
      return [];
    }
    this.pageSize = page.pageSize;
    this.total ??= page.total;
    this.hasChanged ||= page.total !== this.total;
    this.unreadable += page.unreadable;
    const fresh = page.objects.filter(({ id }) => !this.ids.has(id));
    for (const { id } of fresh) this.ids.add(id);
    return fresh;
  }

  /** How far the list was read, for the error; empty before the first object. */
  get summary(): string[] {
    const { plural } = kinds[this.kind];
    if (this.ids.size === 0) return [];
    return [
      `The list is incomplete. The provider read ${this.ids.size} of ${this.total ?? "its"} ${plural}.`,
    ];
  }

  /** The known gaps of a list that was read to its end, in sentences; undefined if there are none. */
  get missing(): string | undefined {
    const { ids, total, hasChanged, unreadable, unreadPages } = this;
    const { plural } = kinds[this.kind];
    const lacks = total !== undefined && ids.size + unreadable < total;
    const problems = [
      ...(unreadPages > 0 ? ["A page of the list could not be read."] : []),
      ...(unreadable > 0 ? [`${unreadable} entries have no valid SID.`] : []),
      ...(hasChanged ? ["The list changed while it was read, so an object may be missing."] : []),
      ...(lacks && !hasChanged
        ? [`The API reports a total of ${total} ${plural}, but its list had ${ids.size}.`]
        : []),
    ];
    if (problems.length === 0) return undefined;
    return [...problems, "Run the query again. If this persists, contact the service's support."].join(" ");
  }
}

/**
 * The display name of an object: its name, and its natural key in parentheses, as in `Mail 1 (192.0.2.25)`. A destination
 * that is a credential is masked. The SID if the API returns nothing else.
 */
function displayName(
  table: AnyKindTable,
  object: { readonly id: string; readonly [field: string]: unknown },
): string {
  const texts = ["name", ...keysOf(table)].map((field) => shown(object, field)).filter((text) => text !== "");
  const [first = object.id, ...others] = new Set(texts);
  return others.length === 0 ? first : `${first} (${others.join(", ")})`;
}

function shown(object: { readonly [field: string]: unknown }, field: string): string {
  const value = object[field];
  if (typeof value !== "string") return "";
  return field === "contact" ? maskedDestination(object.type, value) : value.trim();
}

/** Finds the objects that are members of another object's resource, such as the addresses of a subnet. */
class Members {
  private readonly owners = new Map<string, Promise<boolean>>();

  constructor(
    private readonly object: AnyManagedObject,
    private readonly reader: KindReader<Kind>,
  ) {}

  /** Whether this object is a member of another object's resource. Reading an owner costs one request, once. */
  async has(found: ServiceObject<Kind>): Promise<boolean> {
    const id = this.object.membership?.owner(found);
    if (id === undefined || id === found.id) return false;
    const isOwner = this.owners.get(id) ?? this.isOwner(id);
    this.owners.set(id, isOwner);
    return isOwner;
  }

  private async isOwner(id: string): Promise<boolean> {
    const owner = await this.reader.read(id);
    return owner !== undefined && this.object.membership?.isOwner(owner) === true;
  }
}
