import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { readBaseUrl } from "../../../client/base-url";
import { systemClock } from "../../../client/clock";
import { type AccountOptions, tokenVariable } from "../../account/options";
import { accountLogger, openAccount } from "../../account/session";
import { type PrintOptions, print } from "../../output/print";
import { type ProcessContext, printable } from "../../output/terminal";
import { aborted } from "../../server/server";
import { bridgedAccount } from "./account";
import { type LegacyServerOptions, openLegacyServer } from "./server";
import { UsageCount, type Use, usageText } from "./usage";

export interface BridgeOptions extends AccountOptions, LegacyServerOptions, PrintOptions {
  readonly port: number;
  readonly host: string;
  /** Connections from one address. */
  readonly maxConnections: number;
  readonly defaultProfile?: string;
  readonly log?: string;
}

/** Milliseconds after the end in which the service may answer, and in which programs may read their answers. */
const gracePeriods = { service: 2_500, programs: 3_500 };

/**
 * Answers requests of version 3.0 until the given end. Waits then end immediately, writes in flight have seconds to be
 * answered, and a summary of the calls goes to standard output. Everything else goes to standard error.
 *
 * @throws Error if the options select no account of version 4.0, or the port cannot be opened
 */
export async function bridge(
  options: BridgeOptions,
  { env, stdout, stderr }: Pick<ProcessContext, "env" | "stdout" | "stderr">,
  ended: Promise<void>,
): Promise<void> {
  if (options.apiVersion === "3.0")
    throw new Error("The bridge sends requests of API version 4.0: unset RBLMONITOR_API_VERSION.");
  const report = (text: string) => stderr.write(`${text}\n`);
  const stopping = new AbortController();
  const logger = accountLogger((text) => report(`rblmonitor: ${printable(text)}`));
  const account = openAccount({ ...options, logger, signal: stopping.signal }, env);
  // Invalid settings are errors now, and not at the first request.
  await account.client();
  const log = options.log === undefined ? undefined : await openRequestLog(options.log, report);
  const usage = new UsageCount();
  const onUse = (use: Use) => {
    log?.add(use);
    const first = usage.count(use);
    if (first !== undefined)
      report(`In use: ${first.call}, by ${first.program}${first.now ? `; now ${first.now}` : ""}`);
  };
  const bridged = bridgedAccount(account, systemClock, report, options.defaultProfile);
  const authToken = env[tokenVariable] ?? "";
  const limits = { connectionsPerAddress: options.maxConnections };
  const { url, server } = await openLegacyServer(options, bridged, authToken, { ...options, limits }, onUse);
  report(`Listening on ${url}`);
  if (!readBaseUrl(url, true).loopback)
    report("Programs on other machines send their credentials here unencrypted: put TLS in front.");
  await ended;
  stopping.abort();
  const deadline = AbortSignal.timeout(gracePeriods.programs);
  await Promise.all([server.close(deadline), account.close(AbortSignal.timeout(gracePeriods.service))]);
  await log?.close(deadline);
  print({ env, stdout }, options, usage.usage(), (screen) => usageText(usage.usage(), screen));
}

/** Characters that may wait for a disk that is slow; further lines are dropped and counted. */
const maxWaiting = 1_000_000;

/**
 * Opens a log, which gets a line of JSON for each request, behind its content. If the file is created, only its owner can read it.
 * @throws Error with the reason, if it cannot be opened
 */
async function openRequestLog(file: string, onFailed: (problem: string) => void) {
  const stream = createWriteStream(file, { flags: "a", mode: 0o600 });
  try {
    await once(stream, "open");
  } catch (error) {
    throw new Error(`The log ${file} cannot be opened: ${(error as Error).message}.`);
  }
  stream.once("error", (error) => onFailed(`The log ${file} cannot be written: ${error.message}.`));
  let dropped = 0;
  return {
    add(use: Use): void {
      if (stream.destroyed) return;
      if (stream.writableLength > maxWaiting) dropped += 1;
      else stream.write(`${JSON.stringify(use)}\n`);
    },
    /** Writes what waits, and closes the file, at the latest when the signal is aborted. */
    async close(deadline: AbortSignal): Promise<void> {
      if (dropped > 0) onFailed(`${dropped} lines were not written: the disk is too slow.`);
      if (stream.destroyed) return;
      stream.end();
      await Promise.race([once(stream, "close").catch(() => undefined), aborted(deadline)]);
      stream.destroy();
    },
  };
}
