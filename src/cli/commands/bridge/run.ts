import { readBaseUrl, refuseOtherVersion } from "../../../client/base-url";
import { systemClock } from "../../../client/clock";
import type { ClientOptions } from "../../../client/options";
import { createUndiciTransport } from "../../../client/undici-transport";
import { version } from "../../../provider/version";
import { accountLogger } from "../../account/session";
import { print } from "../../output/print";
import { progressOn } from "../../output/progress";
import { Callers } from "./callers";
import { usageText } from "./output";
import { openLegacyServer, type Use } from "./server";
import { RequestLog, UsageCount } from "./usage";

/** What `rblmonitor bridge` was told. */
export interface BridgeOptions extends Pick<ClientOptions, "maxRequestsPerHour" | "allowInsecureHttp"> {
  readonly port: number;
  readonly host: string;
  readonly baseUrl?: string;
  /** Seconds. */
  readonly maxWait: number;
  /** Seconds. */
  readonly requestTimeout: number;
  readonly log?: string;
  readonly json?: true;
}

/**
 * Answers requests of version 3.0 until the given end: then waits end at once, writes in flight are answered, and a summary of
 * what was called goes to standard output. Everything else goes to standard error.
 *
 * @throws Error when there is no service, it cannot be one of version 4.0, or nobody can listen there
 */
export async function bridge(
  options: BridgeOptions,
  env: NodeJS.ProcessEnv,
  { stdout, stderr }: Pick<NodeJS.Process, "stdout" | "stderr">,
  ended: Promise<void>,
): Promise<void> {
  const tell = (text: string) => stderr.write(`${text}\n`);
  const base = baseOf(options);
  const transport = createUndiciTransport(base);
  const stopping = new AbortController();
  const usage = new UsageCount();
  const log = options.log === undefined ? undefined : await RequestLog.open(options.log, tell);
  const onUse = (use: Use) => {
    const now = new Date();
    log?.add(use, now);
    const first = usage.count(use, now);
    if (first !== undefined)
      tell(`In use: ${first.call}, by ${first.program}${first.now ? `; now ${first.now}` : ""}`);
  };
  const callers = new Callers({
    ...{ base, transport, clock: systemClock, signal: stopping.signal },
    logger: accountLogger(stderr, progressOn(stderr, env), () => undefined),
    userAgent: `rblmonitor/${version}`,
    requestTimeout: options.requestTimeout * 1_000,
    maxWait: options.maxWait * 1_000,
    maxRequestsPerHour: options.maxRequestsPerHour,
  });
  const server = await openLegacyServer(options, callers, onUse);
  tell(`Listening on ${server.url}`);
  if (!readBaseUrl(server.url, true).loopback) {
    tell("Programs on other machines send their credentials here unencrypted: put TLS in front.");
  }
  await ended;
  stopping.abort();
  await server.close();
  await transport.close();
  await log?.close();
  print({ env, stdout }, options, usage.usage(), (screen) => usageText(usage.usage(), screen));
}

function baseOf({ baseUrl, allowInsecureHttp = false }: BridgeOptions) {
  if (!baseUrl) throw new Error("Which service? Set --base-url or RBLMONITOR_BASE_URL.");
  const base = readBaseUrl(baseUrl, allowInsecureHttp);
  refuseOtherVersion(base, "4.0");
  return base;
}
