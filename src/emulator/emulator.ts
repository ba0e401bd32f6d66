import { setMaxListeners } from "node:events";
import { Account } from "./account/account";
import { openAccount } from "./account/fresh-account";
import { newSid } from "./account/new-object";
import { AccountControls } from "./account-controls";
import { CertificateErrors } from "./checks/certificate-errors";
import { Checks } from "./checks/checks";
import { EventSender } from "./checks/event-sender";
import { Schedule } from "./checks/schedule";
import { Clock } from "./clock";
import { DataFile, type KeptAccount, readDataFile } from "./data-file";
import { addDemoObjects } from "./demo-account";
import { Faults } from "./faults";
import { assertAddresses, type Credentials } from "./http/access";
import { handleControl } from "./http/control-endpoint";
import { RateLimits } from "./http/rate-limits";
import { type Handling, handleRequest } from "./http/request-handler";
import { EmulatorServer } from "./http/server";
import { type ChangeableSettings, type EmulatorOptions, startingSettings } from "./options";
import type { RecordedRequest } from "./request-log";

export type { EmulatorOptions } from "./options";

/** A running emulator of the service. */
export interface Emulator {
  /** Base URL, which ends in `/4.0`. */
  readonly url: string;
  /** Base URL of the legacy interface to the same account, which ends in `/3.0`. */
  readonly legacyUrl: string;
  readonly accountSid: string;
  readonly authToken: string;
  /** Secret that signs what is sent to an address that is no webhook endpoint: callbacks, confirmations. */
  readonly signingSecret: string;
  /** Requests in the order in which they came. */
  readonly requests: readonly RecordedRequest[];
  readonly requestCount: number;
  readonly faults: Faults;
  /** The time of limits, dates and signatures. */
  readonly clock: Clock;
  /** Root of the control endpoint; undefined when it is off. */
  readonly controlUrl: string | undefined;
  /** The account without the API, as the service's portal and the world would change it. */
  readonly account: AccountControls;
  /** Changes settings, from the next request on. @throws Error when an allowed address is none. */
  configure(settings: Partial<ChangeableSettings>): void;
  /** Ends connections, checks and deliveries, and writes the data file. */
  close(): Promise<void>;
}

/**
 * Starts the service as `docs/design/api.md` describes it, and the legacy interface to the same account.
 * @throws Error when the port is taken, the data file is not one, or an allowed address is none.
 */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const settings = startingSettings(options);
  assertAddresses(settings.allowedAddresses);
  const clock = new Clock(options.now ?? Date.now);
  const { now } = clock;
  const random = options.random ?? Math.random;
  const kept = options.data === undefined ? undefined : readDataFile(options.data);
  const credentials = {
    accountSid: options.accountSid ?? kept?.accountSid ?? newSid("AC"),
    authToken: options.authToken ?? kept?.authToken ?? newSid("", 64),
  };
  assertCredentials(credentials);
  const signingSecret = kept?.signingSecret ?? newSid("", 64);
  const contents = (): KeptAccount => ({
    version: 1,
    ...credentials,
    signingSecret,
    objects: account.contents(),
    checks: checks.all(),
    certificateErrors: certificateErrors.all(),
  });
  const file = options.data === undefined ? undefined : new DataFile(options.data, contents);
  const changed = () => file?.changed();

  const account = new Account(random, changed);
  const events = new EventSender(account, settings, signingSecret, now);
  const checks = new Checks(account, events, settings, now, changed);
  const certificateErrors = new CertificateErrors(account, events, settings, changed);
  const desk = new AccountControls(account, checks, certificateErrors, events);
  if (kept === undefined) {
    openAccount(account);
    if (options.demo) addDemoObjects(desk, now());
  } else {
    account.restore(kept.objects);
    checks.restore(kept.checks);
    certificateErrors.restore(kept.certificateErrors);
  }

  const requests: RecordedRequest[] = [];
  const stopping = new AbortController();
  // Every request that waits listens to it, however many there are.
  setMaxListeners(0, stopping.signal);
  let limits = new RateLimits(settings.limits, settings.hourWindow);
  const server = new EmulatorServer(
    (request) => handleRequest(request, handling),
    options.control ? (context) => handleControl(context, service, credentials) : undefined,
    options.host ?? "127.0.0.1",
    options.port ?? 0,
  );
  const handling: Handling = {
    ...{ account, settings, checks, certificateErrors, events, credentials, requests, now, random },
    faults: new Faults(server),
    limits: () => limits,
    stopping: stopping.signal,
  };
  file?.write();
  await server.open();
  const schedule = new Schedule(account, checks, certificateErrors, now, random);
  const turns = options.live ? setInterval(() => schedule.turn(), 250) : undefined;

  const service: Emulator = {
    url: server.url,
    legacyUrl: server.legacyUrl,
    controlUrl: options.control ? server.controlUrl : undefined,
    clock,
    ...credentials,
    signingSecret,
    requests,
    get requestCount() {
      return requests.length;
    },
    faults: handling.faults,
    account: desk,
    configure(changes) {
      assertAddresses(changes.allowedAddresses);
      Object.assign(settings, changes);
      if (changes.limits !== undefined || changes.hourWindow !== undefined)
        limits = new RateLimits(settings.limits, settings.hourWindow);
    },
    async close() {
      clearInterval(turns);
      stopping.abort();
      handling.faults.close();
      server.destroy();
      checks.close();
      await events.close();
      file?.write();
    },
  };
  return service;
}

/** What a header, a shell and a terminal take as it is. @throws Error for other credentials, whose values it does not show */
function assertCredentials({ accountSid, authToken }: Credentials): void {
  if (!/^[!-9;-~]+$/.test(accountSid) || !/^[!-~]+$/.test(authToken))
    throw new Error(
      "The account SID and the auth token must be printable ASCII characters without spaces, and the SID must not contain a colon.",
    );
}
