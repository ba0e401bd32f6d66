import { assertVersionMatches, readBaseUrl } from "../../../client/base-url";
import { systemClock } from "../../../client/clock";
import type { ClientOptions } from "../../../client/options";
import { createUndiciTransport } from "../../../client/undici-transport";
import { version } from "../../../provider/version";
import { accountLogger } from "../../account/session";
import { print } from "../../output/print";
import { progressOn } from "../../output/progress";
import { Callers } from "./callers";
import { usageText } from "./output";
import { RequestLog } from "./request-log";
import { openLegacyServer } from "./server";
import { UsageCount, type Use } from "./usage";

/** The options of `rblmonitor bridge`. */
export interface BridgeOptions extends Pick<ClientOptions, "maxRequestsPerHour" | "allowInsecureHttp"> {
  readonly port: number;
  readonly host: string;
  readonly baseUrl?: string;
  /** Seconds. */
  readonly maxWait: number;
  /** Seconds. */
  readonly requestTimeout: number;
  /** Connections from one address. */
  readonly maxConnections: number;
  readonly defaultProfile?: string;
  readonly refuseUnknown?: true;
  readonly trustProxy?: true;
  readonly metrics?: true;
  readonly log?: string;
  readonly json?: true;
}

/** Milliseconds from the end on until the service is not waited for any more, and until every connection is closed. */
const gracePeriods = { service: 2_500, programs: 3_500 };

/**
 * Answers requests of version 3.0 until the given end. Waits then end immediately, writes in flight have seconds to be
 * answered, and a summary of the calls goes to standard output. Everything else goes to standard error.
 *
 * @throws Error if no service is given, it cannot be one of version 4.0, or the port cannot be opened
 */
export async function bridge(
  options: BridgeOptions,
  env: NodeJS.ProcessEnv,
  { stdout, stderr }: Pick<NodeJS.Process, "stdout" | "stderr">,
  ended: Promise<void>,
): Promise<void> {
  const report = (text: string) => stderr.write(`${text}\n`);
  const base = baseOf(options);
  const transport = createUndiciTransport(base, { env });
  const stopping = new AbortController();
  const usage = new UsageCount();
  const log = options.log === undefined ? undefined : await RequestLog.open(options.log, report);
  const onUse = (use: Use) => {
    const now = new Date();
    log?.add(use, now);
    const first = usage.count(use, now);
    if (first !== undefined)
      report(`In use: ${first.call}, by ${first.program}${first.now ? `; now ${first.now}` : ""}`);
  };
  const callers = new Callers({
    ...{ base, transport, clock: systemClock, signal: stopping.signal },
    logger: accountLogger(stderr, progressOn(stderr, env), () => undefined),
    userAgent: `rblmonitor/${version}`,
    requestTimeout: options.requestTimeout * 1_000,
    maxWait: options.maxWait * 1_000,
    maxRequestsPerHour: options.maxRequestsPerHour,
    defaultProfile: options.defaultProfile,
  });
  const limits = { connectionsPerAddress: options.maxConnections };
  const server = await openLegacyServer(options, callers, { ...options, limits }, onUse);
  report(`Listening on ${server.url}`);
  if (!readBaseUrl(server.url, true).loopback) {
    report("Programs on other machines send their credentials here unencrypted: put TLS in front.");
  }
  await ended;
  stopping.abort();
  const deadline = AbortSignal.timeout(gracePeriods.programs);
  await Promise.all([server.close(deadline), transport.close(AbortSignal.timeout(gracePeriods.service))]);
  await log?.close(deadline);
  print({ env, stdout }, options, usage.usage(), (screen) => usageText(usage.usage(), screen));
}

function baseOf({ baseUrl, allowInsecureHttp = false }: BridgeOptions) {
  if (!baseUrl) throw new Error("No service is configured. Set --base-url or RBLMONITOR_BASE_URL.");
  const base = readBaseUrl(baseUrl, allowInsecureHttp);
  assertVersionMatches(base, "4.0");
  return base;
}
