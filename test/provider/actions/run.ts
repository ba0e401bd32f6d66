import type { Clock } from "../../../src/client/options";
import { type Emulator, type EmulatorOptions, startEmulator } from "../../../src/emulator/emulator";
import { actions } from "../../../src/provider/actions/actions";
import { providerAttributes } from "../../../src/provider/provider-config";
import type { DynamicValue } from "../../../src/terraform/protocol/generated/tfplugin6";
import { createLogger } from "../../../src/terraform/serve/log";
import type { ObjectValue } from "../../../src/terraform/values/object-value";
import { manualClock } from "../../client/support/clock";
import { ownProvider } from "../../core/rblmonitor";
import { events, finished, type Invoked } from "../../terraform/rpc/invocation";
import { type Caller, reported, sent } from "../../terraform/rpc/session";

const open: (() => Promise<unknown>)[] = [];

/** Ends what the tests opened, for `afterEach`. */
export async function closeAll(): Promise<void> {
  for (const close of open.splice(0).reverse()) await close();
}

/** An emulated account without request limits, in which every check finishes immediately. */
export async function emulated(options: EmulatorOptions = {}): Promise<Emulator> {
  const service = await startEmulator({ limits: "off", checkDuration: 0, ...options });
  open.push(() => service.close());
  return service;
}

/** A provider that Terraform runs actions of, without a process or a connection between. */
export interface Actions {
  /** The errors and warnings of a validation, which knows no account. */
  validate(type: string, config: ObjectValue): Promise<readonly string[]>;
  plan(type: string, config: ObjectValue): Promise<readonly string[]>;
  invoke(type: string, config: ObjectValue): Promise<Invoked>;
  /** As Ctrl-C does. */
  stop(): Promise<unknown>;
  /** What the provider has logged. */
  readonly log: readonly string[];
}

/** How a provider differs from a usual one. */
interface Differences {
  /** Default: one on which every wait is over at once. */
  readonly clock?: Clock;
  readonly env?: NodeJS.ProcessEnv;
}

/** Starts a provider for an account. Types are named without `rblmonitor_`. */
export async function actionsOf(
  service: Pick<Emulator, "url" | "accountSid" | "authToken"> & Partial<Pick<Emulator, "legacyUrl">>,
  { clock = manualClock(), env = {} }: Differences = {},
): Promise<Actions> {
  const log: string[] = [];
  const stream = { write: (line: string) => log.push(line) };
  const logger = createLogger({ level: "trace", stream, module: "test" });
  const { handlers, accounts } = ownProvider({ clock }, logger, {
    RBLMONITOR_BASE_URL: service.url,
    RBLMONITOR_LEGACY_BASE_URL: service.legacyUrl,
    RBLMONITOR_ACCOUNT_SID: service.accountSid,
    RBLMONITOR_AUTH_TOKEN: service.authToken,
    ...env,
  });
  open.push(() => Promise.all(accounts.map((account) => account.close())));
  const call: Caller = async (rpc, request, signal = new AbortController().signal) =>
    (handlers[rpc] as unknown as (request: unknown, call: object) => Promise<never>)(request, { signal });
  await call("configureProvider", { terraformVersion: "1.14.9", config: sent(providerAttributes, {}) });
  return {
    validate: async (type, config) => {
      const request = { typeName: `rblmonitor_${type}`, config: sentTo(type, config) };
      return reported((await call("validateActionConfig", request)).diagnostics);
    },
    plan: async (type, config) => {
      const answer = await call("planAction", requestOf(type, config));
      expect(answer.deferred).toBeUndefined();
      return reported(answer.diagnostics);
    },
    invoke: async (type, config) => finished(await events(call, requestOf(type, config))),
    stop: () => call("stopProvider", {}),
    log,
  };
}

function requestOf(type: string, config: ObjectValue) {
  return { actionType: `rblmonitor_${type}`, config: sentTo(type, config) };
}

function sentTo(type: string, config: ObjectValue): DynamicValue {
  return sent(actions[`rblmonitor_${type}`]?.attributes ?? {}, config);
}
