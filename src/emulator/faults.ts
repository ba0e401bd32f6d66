import * as z from "zod/mini";
import { type EmulatorResponse, envelope } from "./http/response";
import type { EmulatorServer } from "./http/server";
import { hasOperation } from "./http/target";
import type { RecordedRequest } from "./options";

type FaultyResponse = (
  right: EmulatorResponse,
  fault: { readonly retryAfter?: number },
) => EmulatorResponse | undefined;

const unavailable = "The service is temporarily unavailable.";
const reset: FaultyResponse = () => undefined;
const unchanged: FaultyResponse = (right) => right;
const serverError: FaultyResponse = (right) => envelope(500, "Server error.", withoutRetry(right));
const limited: FaultyResponse = (right, { retryAfter = 1 }) =>
  envelope(429, unavailable, { ...withoutRetry(right), "Retry-After": String(retryAfter) });

function withoutRetry({ headers: { "Retry-After": _, ...headers } }: EmulatorResponse) {
  return headers;
}

/** The responses of faults before the effect of an operation, which is not performed. Undefined resets the connection. */
const before = {
  /**
   * The port is closed, so connections are refused, for `delay` milliseconds or until `clear()`. It takes effect immediately
   * and for every request, so `method`, `path`, `matching` and `times` do not apply.
   */
  refuse: unchanged,
  /** As `refuse`, and the connections that are open are reset; what they carry may still have its effect. */
  restart: unchanged,
  "drop-before": reset,
  "500-before": serverError,
  /** A gateway's page. */
  "502-html": () => ({
    status: 502,
    headers: { "Content-Type": "text/html" },
    body: "<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>",
  }),
  "429": limited,
  "429-without-retry-after": (right) => envelope(429, unavailable, withoutRetry(right)),
} as const satisfies Readonly<Record<string, FaultyResponse>>;

/** The responses of faults after the effect. */
const after = {
  "drop-after": reset,
  "500-after": serverError,
  "429-after": limited,
  /** `send` ends the connection in the middle of the answer. */
  "cut-body": unchanged,
  /** The answer ends well, but its JSON does not. */
  "cut-json": (right) => ({ ...right, body: right.body.slice(0, Math.floor(right.body.length / 2)) }),
  /** JSON that is not the envelope. */
  "other-shape": (right) => ({ ...right, body: JSON.stringify({ result: [{ ok: true }], meta: null }) }),
  empty: (right) => ({ ...right, body: "" }),
  /** The answer comes after `delay` milliseconds (default 1000); the effect does not wait. */
  slow: unchanged,
} as const satisfies Readonly<Record<string, FaultyResponse>>;

const responses = { ...before, ...after };

export type FaultName = keyof typeof responses;

/** The simulated faults of requests. */
export const faultNames = Object.keys(responses) as FaultName[];

/** A fault in JSON, and the requests that it affects. */
const fields = z.strictObject({
  fault: z.enum(faultNames),
  /** Defaults to any method. */
  method: z.exactOptional(z.string()),
  /** A path, or one of the specification such as `/rbl/hosts/{id}`. Defaults to any path. */
  path: z.exactOptional(z.string()),
  /** The number of affected requests. Defaults to 1. */
  times: z.exactOptional(z.int()),
  /** Milliseconds before the response or the reset. */
  delay: z.exactOptional(z.number()),
  /** The Retry-After of a 429 in seconds. Defaults to 1. */
  retryAfter: z.exactOptional(z.number()),
});

/** The words for a fault that could never fire. */
const neverFires =
  "no operation has this path and method; paths are those of the API below its version, such as /rbl/hosts/{id}";

/** Whether an operation has the path and the method of a fault. */
function canFire({ path, method }: Pick<Fault, "path" | "method">): boolean {
  return typeof path !== "string" || hasOperation(path, method);
}

export const faultForm = fields.check(z.refine(canFire, { error: neverFires, path: ["path"] }));

/** A fault, perhaps with a pattern of paths or an additional condition. */
export type Fault = Readonly<Omit<z.output<typeof fields>, "path">> & {
  readonly path?: string | RegExp;
  readonly matching?: (request: RecordedRequest) => boolean;
};

/** Whether the operation is performed despite the fault. */
export function hasEffect({ fault }: Fault): boolean {
  return Object.hasOwn(after, fault);
}

/** The response under a fault; undefined if the connection is reset. */
export function underFault(right: EmulatorResponse, fault: Fault): EmulatorResponse | undefined {
  return responses[fault.fault](right, fault);
}

/** The armed faults. The first one that matches a request applies. */
export class Faults {
  #armed: { readonly fault: Fault; left: number }[] = [];
  #reopening: NodeJS.Timeout | undefined;

  constructor(private readonly port: EmulatorServer) {}

  /** @throws Error for a fault that could never fire */
  arm(fault: Fault): void {
    if (!canFire(fault)) throw new Error(`path: ${neverFires}`);
    if (fault.fault !== "refuse" && fault.fault !== "restart") {
      this.#armed.push({ fault, left: fault.times ?? 1 });
      return;
    }
    if (fault.fault === "restart") this.port.destroy();
    else this.port.close();
    clearTimeout(this.#reopening);
    if (fault.delay !== undefined) {
      this.#reopening = setTimeout(() => this.port.open().catch(() => undefined), fault.delay);
    }
  }

  /** Disarms all faults. Resolves when the port is open. */
  async clear(): Promise<void> {
    this.#armed = [];
    clearTimeout(this.#reopening);
    await this.port.open();
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
