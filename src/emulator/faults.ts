import type { RecordedRequest } from "./request-log";

/**
 * What can go wrong with a request.
 *
 * - `refuse`: the port is closed, so connections are refused, for `delay` milliseconds or until `clear()`; it takes
 *   effect at once and for every request, so `method`, `path`, `matching` and `times` do not apply
 * - `restart`: as `refuse`, and the connections that are open are reset; what they carry may still have its effect
 * - `drop-before`, `drop-after`: the connection is reset before the effect, or after it and before the answer
 * - `500-before`, `500-after`: 500 without the effect, or after it
 * - `502-html`: a gateway's page, without the effect
 * - `429`, `429-without-retry-after`: without the effect
 * - `cut-body`: the connection ends in the middle of the answer; `cut-json`: the answer ends well, but its JSON does not;
 *   `other-shape`: JSON that is not the envelope; `empty`: no body. All after the effect
 * - `slow`: the answer comes after `delay` milliseconds (default 1000), the effect does not wait
 */
export const faultNames = [
  "refuse",
  "restart",
  "drop-before",
  "drop-after",
  "500-before",
  "500-after",
  "502-html",
  "429",
  "429-without-retry-after",
  "cut-body",
  "cut-json",
  "other-shape",
  "empty",
  "slow",
] as const;

/** The name of a fault. */
export type FaultName = (typeof faultNames)[number];

/** A fault and the requests it is for. */
export interface Fault {
  readonly fault: FaultName;
  /** Any method unless given. */
  readonly method?: string;
  /** A path, a path of the specification such as `/rbl/hosts/{id}`, or a pattern. Any path unless given. */
  readonly path?: string | RegExp;
  /** Any request of that method and path unless given. */
  readonly matching?: (request: RecordedRequest) => boolean;
  /** How many requests meet it. Default 1. */
  readonly times?: number;
  /** Milliseconds before the answer or the drop. */
  readonly delay?: number;
  /** Seconds that the 429 asks to wait. Default 1. */
  readonly retryAfter?: number;
}

const afterEffect: readonly FaultName[] = [
  "drop-after",
  "500-after",
  "cut-body",
  "cut-json",
  "other-shape",
  "empty",
  "slow",
];

/** Whether the operation has its effect although the fault strikes. */
export function hasEffect(fault: Fault): boolean {
  return afterEffect.includes(fault.fault);
}

/** Opens and closes the port, for connections that are refused. */
export interface Port {
  open(): Promise<void>;
  /** Takes no more connections, and answers the requests that it has. */
  close(): void;
  /** Ends every connection as well. */
  destroy(): void;
}

/** The armed faults: the first one that fits a request strikes it. */
export class Faults {
  private armed: { readonly fault: Fault; left: number }[] = [];
  private reopening: NodeJS.Timeout | undefined;

  constructor(private readonly port: Port) {}

  /** Arms a fault. */
  arm(fault: Fault): void {
    if (fault.fault !== "refuse" && fault.fault !== "restart") {
      this.armed.push({ fault, left: fault.times ?? 1 });
      return;
    }
    if (fault.fault === "restart") this.port.destroy();
    else this.port.close();
    clearTimeout(this.reopening);
    if (fault.delay !== undefined) {
      this.reopening = setTimeout(() => this.port.open().catch(() => undefined), fault.delay);
    }
  }

  /** Disarms every fault, and resolves when the port is open. */
  async clear(): Promise<void> {
    this.armed = [];
    clearTimeout(this.reopening);
    await this.port.open();
  }

  /** Ends waiting for the port to open again. */
  close(): void {
    clearTimeout(this.reopening);
  }

  /** The fault that strikes the request, counted off. */
  take(request: RecordedRequest): Fault | undefined {
    const index = this.armed.findIndex(({ fault }) => fits(fault, request));
    const found = this.armed[index];
    if (found === undefined) return undefined;
    found.left -= 1;
    if (found.left <= 0) this.armed.splice(index, 1);
    return found.fault;
  }
}

function fits({ method, path, matching }: Fault, request: RecordedRequest): boolean {
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
