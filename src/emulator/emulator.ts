import { setMaxListeners } from "node:events";
import { legacyBasePath } from "../legacy/routes";
import type { Credentials } from "../service/basic-authentication";
import { foreignReason } from "../service/foreign-requests";
import { addInitialObjects } from "./account/initial-objects";
import { LaggingReads } from "./account/lagging-reads";
import { newSid } from "./account/new-object";
import { type ScheduleMemory, schedule } from "./checks/schedule";
import { Clock } from "./clock";
import { DataFile, lockDataFile, readDataFile, type StoredAccount } from "./data-file";
import { addDemoObjects } from "./demo-account";
import { Faults } from "./faults";
import { controlPath, handleControl, isControl } from "./http/control";
import { RateLimits } from "./http/rate-limits";
import { assertAddresses, type HandlerContext, handleRequest } from "./http/request-handler";
import { envelope, send } from "./http/response";
import { EmulatorServer } from "./http/server";
import { basePath } from "./http/target";
import { type EmulatorOptions, type RecordedRequest, startingSettings } from "./options";
import { emptyService } from "./service";

export type { EmulatorOptions } from "./options";

/** A running emulator of the service. */
export type Emulator = Readonly<Awaited<ReturnType<typeof start>>>;

/**
 * Starts an emulator of the service (`docs/design/api.md`), with versions 4.0 and 3.0 for the same account.
 * @throws Error if the port or the data file is in use, or if the data file or an allowed address is invalid
 */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const unlock = options.data === undefined ? () => undefined : lockDataFile(options.data);
  try {
    return await start(options, unlock);
  } catch (error) {
    unlock();
    throw error;
  }
}

async function start(options: EmulatorOptions, unlock: () => void) {
  const settings = startingSettings(options);
  assertAddresses(settings.allowedAddresses);
  const realNow = options.now ?? Date.now;
  const clock = new Clock(realNow);
  const { now } = clock;
  const random = options.random ?? Math.random;
  const kept = options.data === undefined ? undefined : readDataFile(options.data);
  clock.advance(kept?.clockAhead ?? 0);
  const memory: ScheduleMemory = kept?.schedule ?? { checked: {}, certificates: {} };
  const credentials = {
    accountSid: options.accountSid ?? kept?.accountSid ?? newSid("AC"),
    authToken: options.authToken ?? kept?.authToken ?? newSid("", 64),
  };
  assertCredentials(credentials);
  const signingSecret = kept?.signingSecret ?? newSid("", 64);
  const contents = (): StoredAccount => ({
    version: 1,
    ...credentials,
    signingSecret,
    objects: account.contents(),
    checks: checks.all(),
    certificateErrors: certificateErrors.all(),
    clockAhead: now() - realNow(),
    schedule: memory,
  });
  const file = options.data === undefined ? undefined : new DataFile(options.data, contents);
  const changed = () => {
    file?.changed();
    reads.changed();
  };

  const stopping = new AbortController();
  // All that waits listens.
  setMaxListeners(0, stopping.signal);
  const { signal } = stopping;
  const parts = emptyService({ settings, signingSecret, now, random, changed, stopping: signal });
  const { account, checks, certificateErrors, events } = parts;
  const reads = new LaggingReads(parts);
  if (kept === undefined) {
    addInitialObjects(account);
    if (options.demo) addDemoObjects(parts);
  } else {
    account.restore(kept.objects);
    checks.restore(kept.checks);
    certificateErrors.restore(kept.certificateErrors);
  }

  const requests: RecordedRequest[] = [];
  let requestCount = 0;
  const record = (request: RecordedRequest) => {
    requestCount += 1;
    requests.push(request);
    if (requests.length > (options.rememberedRequests ?? Number.POSITIVE_INFINITY)) requests.shift();
  };
  let limits = new RateLimits(settings.limits, settings.hourWindow);
  const server = new EmulatorServer(
    async (incoming, outgoing) => {
      const refusal = foreignReason(incoming, options.allowedHost);
      if (refusal !== undefined) return void send(outgoing, envelope(403, refusal, {}));
      if (!options.control || !isControl(incoming)) return handleRequest(incoming, outgoing, handling);
      send(outgoing, await handleControl(incoming, service, credentials));
    },
    options.host ?? "127.0.0.1",
    options.port ?? 0,
  );
  const handling: HandlerContext = {
    ...parts,
    credentials,
    reads,
    record,
    keepsForms: options.rememberedRequests === undefined,
    faults: new Faults(server),
    limits: () => limits,
  };
  file?.write();
  await server.open();
  const scheduleTimer = options.live ? setInterval(schedule(parts, memory), 250) : undefined;

  const service = {
    /** The base URL, which ends in `/4.0`. */
    url: server.origin + basePath,
    /** The base URL of version 3.0 for the same account, which ends in `/3.0`. */
    legacyUrl: server.origin + legacyBasePath,
    /** The URL of the control endpoint; undefined if it is off. */
    controlUrl: options.control ? server.origin + controlPath : undefined,
    /** The clock for limits, dates and signatures. */
    clock,
    ...credentials,
    /** The secret that signs events for URLs that are not webhook endpoints: callbacks, confirmations. */
    signingSecret,
    /** The requests in order: all of them, or the last `rememberedRequests`. */
    requests: requests as readonly RecordedRequest[],
    /** The number of all requests. */
    get requestCount() {
      return requestCount;
    },
    faults: handling.faults,
    /** The parts of the service, to change without the API as its portal or external events do: the rules of the API do not apply. */
    ...{ account, checks, certificateErrors, events },
    /** Changes settings from the next request. @throws Error for an invalid allowed address */
    configure(changes: Partial<typeof settings>): void {
      assertAddresses(changes.allowedAddresses);
      Object.assign(settings, changes);
      reads.changed();
      if (changes.limits !== undefined || changes.hourWindow !== undefined)
        limits = new RateLimits(settings.limits, settings.hourWindow);
    },
    /** Closes connections, stops checks and deliveries, and writes the data file. */
    async close(): Promise<void> {
      clearInterval(scheduleTimer);
      stopping.abort();
      handling.faults.close();
      server.destroy();
      await events.idle();
      try {
        file?.write();
      } finally {
        unlock();
      }
    },
  };
  return service;
}

/** Checks that credentials are safe in headers, shells and terminals. @throws Error without their values */
function assertCredentials({ accountSid, authToken }: Credentials): void {
  if (!/^[!-9;-~]+$/.test(accountSid) || !/^[!-~]+$/.test(authToken))
    throw new Error(
      "The account SID and the auth token must be printable ASCII characters without spaces, and the SID must not contain a colon.",
    );
}
