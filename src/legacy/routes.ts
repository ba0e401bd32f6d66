import { canonicalSid, checkIdPattern, sidPattern } from "../service/sids";
import { type LegacyCall, legacyCalls } from "./calls";

/** Views of the listings for monitoring programs, by the suffix of the path. */
export const listingsViews = ["nagios", "zabbix"] as const;

/** A view in plain text. */
type ListingsView = (typeof listingsViews)[number];

/** The text of a view: a line with a status for Nagios, the number of listed hosts for Zabbix. */
export function listingsText(view: ListingsView, listed: number): string {
  if (view === "zabbix") return String(listed);
  if (listed === 0) return "OK - no hosts listed";
  return `CRITICAL - ${listed} host${listed === 1 ? "" : "s"} listed!`;
}

/** Version segment that starts every path of the legacy interface (3.0, Conventions). */
export const legacyBasePath = "/3.0";

/** A call and the id in its path; the id is empty if the path has none. */
export interface LegacyRoute {
  readonly call: LegacyCall;
  readonly id: string;
  /** The plain text format of listings that the path selects instead of JSON. */
  readonly view?: ListingsView;
}

const routes = new Map(legacyCalls.map((call) => [`${call.legacy.method} ${call.legacy.path}`, call]));

/**
 * The call of a method and a path; undefined if none matches. The path follows the version segment and may have any spelling
 * that old programs use: with or without `.json`, `/host/add/.json`, with an extra slash, with `monitoringprofile` for
 * `rblprofile`.
 */
export function legacyRoute(method: string, path: string): LegacyRoute | undefined {
  const view = listingsViews.find((suffix) => path.endsWith(`/listings.${suffix}`));
  const listings = routes.get("GET /listings");
  if (view !== undefined && listings !== undefined && method === "GET")
    return { call: listings, id: "", view };
  const segments = segmentsOf(path);
  const callOf = (parts: readonly string[]) => routes.get(`${method} /${parts.join("/")}`);
  const plain = callOf(segments);
  if (plain !== undefined) return { call: plain, id: "" };
  const ofObject = callOf([...segments.slice(0, -1), "{id}"]);
  if (ofObject !== undefined) return { call: ofObject, id: readLegacySid(segments.at(-1) ?? "") };
  // The id of a check may be a query parameter instead (docs/design/api-3.0.md#migration (3)).
  const withoutId = callOf([...segments, "{id}"]);
  return withoutId?.verb === "checkStatus" ? { call: withoutId, id: "" } : undefined;
}

/** Method and path of version 4.0 for a call. A view is made of the number of listed hosts. */
export function successorOf({ call, view }: Pick<LegacyRoute, "call" | "view">): string {
  return `${call.current.method} ${call.current.path}${view === undefined ? "" : "/count"}`;
}

/** Converts a SID or check id of version 3.0, which is case-insensitive (docs/design/api-3.0.md#parameters), to the form of 4.0. */
export function readLegacySid(text: string): string {
  return /^[A-Z]{2}/.test(text) ? canonicalSid(text) : text;
}

/** Reduces a path to the specification's spelling. */
export function legacyPath(path: string): string {
  return `/${segmentsOf(path).join("/")}`;
}

/** The words in the paths of version 3.0. */
const words: ReadonlySet<string> = new Set([
  ...legacyCalls.flatMap(({ legacy }) => legacy.path.split("/")),
  ...listingsViews.map((view) => `listings.${view}`),
]);

/** A path with only the words and SIDs of version 3.0, and `*` for everything else, which may be a secret. */
export function shownPath(path: string): string {
  return legacyPath(path)
    .split("/")
    .map(readLegacySid)
    .map((part) => (words.has(part) || sidPattern.test(part) || checkIdPattern.test(part) ? part : "*"))
    .join("/");
}

function segmentsOf(path: string): string[] {
  const [first = "", ...others] = path.replace(/\.json$/, "").match(/[^/]+/g) ?? [];
  // Old programs call the first segment so.
  return [first.replace(/^monitoringprofile(?=s?$)/, "rblprofile"), ...others];
}
