import type { LegacyCall } from "../../../legacy/calls";
import type { LegacyRoute } from "../../../legacy/routes";

/** A request that was answered, as far as it may be shown. */
export interface Use {
  readonly route: LegacyRoute | undefined;
  readonly method: string;
  /** As the specification writes it, with the id in it; at most 100 characters. */
  readonly path: string;
  /** What calls itself so, without the caller's credentials; empty if it does not. Undefined if the credentials were not accepted. */
  readonly program: string | undefined;
  readonly address: string;
  readonly status: number;
  readonly milliseconds: number;
}

/** What a program called, and how often. Times are ISO 8601. */
export interface UsedCall {
  /** As the specification names it; null for other calls than those of version 3.0. */
  readonly operation: string | null;
  /** Method and path of version 3.0. */
  readonly call: string;
  /** Method and path of version 4.0 that have taken its place. */
  readonly now: string | null;
  /** What the program calls itself. */
  readonly program: string;
  readonly requests: number;
  /** How many of them were not answered with 200. */
  readonly failed: number;
  readonly first: string;
  readonly last: string;
}

/** Everything that was called. */
export interface Usage {
  readonly requests: number;
  readonly calls: readonly UsedCall[];
}

/** The maximum number of different calls; more can only be invented ones. */
const mostCalls = 1_000;
const others = "others";

/** Counts which old calls are still in use, and by which programs. */
export class UsageCount {
  private readonly counted = new Map<string, UsedCall>();
  private requests = 0;

  constructor(private readonly most = mostCalls) {}

  /** Counts a request. @returns the call, if it is the first of its kind by that program */
  count(use: Use, now: Date): UsedCall | undefined {
    this.requests += 1;
    const named = namedCall(use);
    const key = JSON.stringify([named.call, named.program]);
    const known = this.counted.get(key);
    const isNew = known === undefined && this.counted.size < this.most;
    const at = now.toISOString();
    const started = { ...(known || isNew ? named : unnamed), requests: 0, failed: 0, first: at };
    const kept = known ?? (isNew ? started : (this.counted.get(others) ?? started));
    const call = {
      ...kept,
      requests: kept.requests + 1,
      failed: kept.failed + (use.status === 200 ? 0 : 1),
      last: at,
    };
    this.counted.set(known || isNew ? key : others, call);
    return isNew ? call : undefined;
  }

  /** What was called so far, what was called most often first. */
  usage(): Usage {
    const calls = [...this.counted.values()].sort((a, b) => b.requests - a.requests);
    return { requests: this.requests, calls };
  }
}

const unnamed = { operation: null, call: others, now: null, program: others };

function namedCall({
  route,
  method,
  program,
}: Use): Pick<UsedCall, "operation" | "call" | "now" | "program"> {
  const named = program || (program === undefined ? "(credentials not accepted)" : "(without a name)");
  // Unknown paths are unlimited, so they count as one call.
  if (route === undefined)
    return { operation: null, call: `${method} (no call of 3.0)`, now: null, program: named };
  const { name, legacy, current } = route.call;
  return { operation: name, call: callText(legacy), now: callText(current), program: named };
}

function callText({ method, path }: LegacyCall["legacy"]): string {
  return `${method} ${path}`;
}
