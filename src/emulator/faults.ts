import type { EmulatorServer } from "./http/server";
import type { RecordedRequest } from "./request-log";

/** Faults before the effect of an operation, which is not performed, and after it. */
const before = [
  "refuse",
  "restart",
  "drop-before",
  "500-before",
  "502-html",
  "429",
  "429-without-retry-after",
] as const;
const after = [
  "drop-after",
  "500-after",
  "429-after",
  "cut-body",
  "cut-json",
  "other-shape",
  "empty",
  "slow",
] as const;

/**
 * Simulated faults of requests.
 *
 * - `refuse`: the port is closed, so connections are refused, for `delay` milliseconds or until `clear()`; it takes
 *   effect immediately and for every request, so `method`, `path`, `matching` and `times` do not apply
 * - `restart`: as `refuse`, and the connections that are open are reset; what they carry may still have its effect
 * - `drop-before`, `drop-after`: the connection is reset before the effect, or after it and before the answer
 * - `500-before`, `500-after`: 500 without the effect, or after it
 * - `502-html`: a gateway's page, without the effect
 * - `429`, `429-without-retry-after`: without the effect; `429-after`: after it
 * - `cut-body`: the connection ends in the middle of the answer; `cut-json`: the answer ends well, but its JSON does not;
 *   `other-shape`: JSON that is not the envelope; `empty`: no body. All after the effect
 * - `slow`: the answer comes after `delay` milliseconds (default 1000), the effect does not wait
 */
export const faultNames = [...before, ...after] as const;

/** The name of a fault. */
export type FaultName = (typeof faultNames)[number];

/** A fault, and the requests that it affects. */
export interface Fault {
  readonly fault: FaultName;
  /** Defaults to any method. */
  readonly method?: string;
  /** A path, a path of the specification such as `/rbl/hosts/{id}`, or a pattern. Defaults to any path. */
  readonly path?: string | RegExp;
  /** An additional condition. */
  readonly matching?: (request: RecordedRequest) => boolean;
  /** The number of affected requests. Defaults to 1. */
  readonly times?: number;
  /** Milliseconds before the response or the reset. */
  readonly delay?: number;
  /** The Retry-After of a 429 in seconds. Defaults to 1. */
  readonly retryAfter?: number;
}

/** Whether the operation is performed despite the fault. */
export function hasEffect({ fault }: Fault): boolean {
  return after.some((name) => name === fault);
}

/** The armed faults. The first one that matches a request applies. */
export class Faults {
  #armed: { readonly fault: Fault; left: number }[] = [];
  #reopening: NodeJS.Timeout | undefined;
  readonly #port: EmulatorServer;

  constructor(port: EmulatorServer) {
    this.#port = port;
  }

  /** Arms a fault. */
  arm(fault: Fault): void {
    if (fault.fault !== "refuse" && fault.fault !== "restart") {
      this.#armed.push({ fault, left: fault.times ?? 1 });
      return;
    }
    if (fault.fault === "restart") this.#port.destroy();
    else this.#port.close();
    clearTimeout(this.#reopening);
    if (fault.delay !== undefined) {
      this.#reopening = setTimeout(() => this.#port.open().catch(() => undefined), fault.delay);
    }
  }

  /** Disarms all faults. Resolves when the port is open. */
  async clear(): Promise<void> {
    this.#armed = [];
    clearTimeout(this.#reopening);
    await this.#port.open();
  }

  /** Cancels a scheduled reopening of the port. */
  close(): void {
    clearTimeout(this.#reopening);
  }

  /** Returns the fault that applies to a request, and counts it. */
  take(request: RecordedRequest): Fault | undefined {
    const index = this.#armed.findIndex(({ fault }) => matches(fault, request));
    const first = this.#armed[index];
    if (first === undefined) return undefined;
    first.left -= 1;
    if (first.left <= 0) this.#armed.splice(index, 1);
    return first.fault;
  }
}

function matches({ method, path, matching }: Fault, request: RecordedRequest): boolean {
  if (matching?.(request) === false) return false;
  if (method !== undefined && method.toUpperCase() !== request.method) return false;
  if (path === undefined) return true;
  if (typeof path !== "string")
    return new RegExp(path.source, path.flags.replace(/[gy]/g, "")).test(request.path);
  const wanted = path.split("/");
  const actual = request.path.split("/");
  return (
    wanted.length === actual.length &&
    wanted.every((part, index) => part === "{id}" || part === actual[index])
  );
}
