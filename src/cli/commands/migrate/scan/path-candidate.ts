import { unknownValue, withoutSeams } from "./joined-text";

/** Something in a text that may be the path of a call. */
export interface PathCandidate {
  /** Where it begins, and where it ends, its query included. */
  readonly start: number;
  readonly end: number;
  /** What stands before the first slash: a scheme and a host, a value, or nothing. */
  readonly origin: "host" | "value" | "none";
  /** Whether it begins with a slash, alone or behind its origin. */
  readonly isAbsolute: boolean;
  /** Its segments, without `.json`. */
  readonly segments: readonly string[];
  readonly hasJson: boolean;
  /** Whether it ends with a slash, so that something may follow that cannot be seen. */
  readonly isOpen: boolean;
  /** Names in its query. */
  readonly query: readonly string[];
}

const candidate = /[\w\-.~%:@/\ue000\ue001]+(\?[^\s"'`<>\\|()]*)?/g;
const scheme = /^[a-z][a-z\d+.-]*:\/\/[^/]*/i;

/** Everything in a joined text that may be a path. */
export function pathCandidates(joined: string): PathCandidate[] {
  return [...joined.matchAll(candidate)].flatMap((match) => {
    const [whole, query = ""] = match;
    const path = whole.slice(0, whole.length - query.length).replace(/[:.,]+$/, "");
    // The words that every path of version 3.0 has one of (3.0, Endpoints).
    if (!/host|rbl|contact|check|listings/.test(withoutSeams(path))) return [];
    const read = readPath(withoutSeams(path));
    if (read === undefined) return [];
    const names = [...withoutSeams(query).matchAll(/[?&]([a-z_]+)(?==)/gi)].map(([, name = ""]) => name);
    return [{ ...read, query: names, start: match.index, end: match.index + whole.length }];
  });
}

type ReadPath = Omit<PathCandidate, "start" | "end" | "query">;

function readPath(text: string): ReadPath | undefined {
  const host = scheme.exec(text)?.[0];
  const bare = host === undefined ? text.replace(/^[\w-]*[:@]+(?=\/)/, "") : text.slice(host.length);
  const hasValue = host === undefined && bare.startsWith(unknownValue);
  // A base that ends in a slash leaves none between it and the path.
  const path = hasValue ? bare.slice(1) : bare;
  if (host !== undefined && path === "") return undefined;
  const hasJson = /\.json$/.test(path);
  const parts = path.replace(/\.json$/, "").split("/");
  const isOpen = parts.length > 1 && parts.at(-1) === "" && !hasJson;
  return {
    origin: host === undefined ? (hasValue ? "value" : "none") : "host",
    isAbsolute: host !== undefined || hasValue || path.startsWith("/"),
    segments: parts.filter((part) => part !== "").map(withoutEnding),
    ...{ hasJson, isOpen },
  };
}

/** What a program appends to a word is an ending such as `.json`, or a query. */
function withoutEnding(segment: string): string {
  return /^\w[\w.-]*\ue000$/.test(segment) ? segment.slice(0, -1) : segment;
}
