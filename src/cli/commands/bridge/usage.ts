import { legacyCalls } from "../../../legacy/calls";
import type { Screen } from "../../output/terminal";
import { counted } from "../../output/text";
import { textTable } from "../../output/text-table";

/** A request that was answered, as the log shows it. Null where version 3.0 has no such call. */
export interface Use {
  /** ISO 8601. */
  readonly time: string;
  /** As the specification names it. */
  readonly operation: string | null;
  readonly method: string;
  /** With `*` for everything that may be a secret. */
  readonly path: string;
  /** Method and path of version 4.0 that have taken its place. */
  readonly now: string | null;
  /** The name of the program; empty if it sends none. Null if it does not have the credentials of the account. */
  readonly program: string | null;
  readonly address: string;
  readonly status: number;
  readonly milliseconds: number;
}

/** How often a program called an operation. */
interface UsedCall extends Pick<Use, "operation" | "now"> {
  /** Method and path of version 3.0. */
  readonly call: string;
  /** Its name, else its address. */
  readonly program: string;
  readonly requests: number;
  /** How many of them were not answered with 200. */
  readonly failed: number;
  /** ISO 8601. */
  readonly first: string;
  readonly last: string;
}

/** The number of requests, and the calls in them, the most frequent first. */
type Usage = ReturnType<UsageCount["usage"]>;

type NamedCall = Pick<UsedCall, "operation" | "call" | "now" | "program">;

const others: NamedCall = { operation: null, call: "others", now: null, program: "others" };

/** Counts which old calls are still in use, and by which programs. */
export class UsageCount {
  readonly #calls = new Map<string, UsedCall>();
  readonly #maxCalls: number;
  #requests = 0;

  /** @param maxCalls the number of different calls, beyond which they count as `others`: more can only be invented */
  constructor(maxCalls = 1_000) {
    this.#maxCalls = maxCalls;
  }

  /** Counts a request. @returns the call, if it is the first of its kind by that program */
  count(use: Use): UsedCall | undefined {
    this.#requests += 1;
    const named = namedCall(use);
    const isNew = !this.#calls.has(keyOf(named));
    const isFull = isNew && this.#calls.size >= this.#maxCalls;
    const shown = isFull ? others : named;
    const { requests = 0, failed = 0, first = use.time } = this.#calls.get(keyOf(shown)) ?? {};
    const failures = failed + (use.status === 200 ? 0 : 1);
    const call = { ...shown, requests: requests + 1, failed: failures, first, last: use.time };
    this.#calls.set(keyOf(call), call);
    return isNew && !isFull ? call : undefined;
  }

  usage() {
    const calls = [...this.#calls.values()].sort((a, b) => b.requests - a.requests);
    return { requests: this.#requests, calls };
  }
}

function keyOf({ call, program }: NamedCall): string {
  return JSON.stringify([call, program]);
}

function namedCall({ operation, method, path, now, program, address }: Use): NamedCall {
  const [view = ""] = /(?<=^\/listings)\.\w+$/.exec(path) ?? [];
  const legacy = legacyCalls.find(({ name }) => name === operation)?.legacy;
  return {
    operation,
    // Unknown paths are unlimited, so they count as one call.
    call: legacy === undefined ? `${method} (no call of 3.0)` : `${legacy.method} ${legacy.path}${view}`,
    now,
    program: program === null ? "(credentials not accepted)" : program || `${address} (without a name)`,
  };
}

/** The calls of version 3.0 that were in use, for people. */
export function usageText({ requests, calls }: Usage, screen: Screen): string {
  if (requests === 0) return "No request came.\n";
  const columns = [
    { title: "Call of 3.0", of: ({ call }: UsedCall) => call },
    { title: "Now", of: ({ now }: UsedCall) => now },
    { title: "Program", of: ({ program }: UsedCall) => program },
    { title: "Requests", of: (used: UsedCall) => used.requests },
    { title: "Failed", of: ({ failed }: UsedCall) => failed || null },
    { title: "Last", of: ({ last }: UsedCall) => last },
  ];
  return `${counted(requests, "request")} of version 3.0:\n\n${textTable(columns, calls, screen)}`;
}
