import type { ClientOptions, Clock } from "../../src/client/options";
import { type Transport, TransportFailure, type TransportRequest } from "../../src/client/transport";
import { createUndiciTransport } from "../../src/client/undici-transport";
import type { Emulator } from "../../src/emulator/emulator";
import { Account } from "../../src/provider/account";
import { rblmonitorHandlers, rblmonitorProvider } from "../../src/provider/provider";
import { accountRules, clientOptions } from "../../src/provider/provider-config";
import type { Provider } from "../../src/terraform/definition/provider";
import { createHandlers } from "../../src/terraform/rpc/handlers";
import type { ProviderHandlers, ResponseOf } from "../../src/terraform/serve/handlers";
import { createLogger, type Logger } from "../../src/terraform/serve/log";
import { manualClock } from "../client/support/clock";
import type { PluginProcess, Victim } from "./plugin";

/** A provider in this process, and the accounts that it was configured for. */
export interface OwnProvider {
  readonly handlers: ProviderHandlers;
  readonly accounts: readonly Account[];
}

let schema: Promise<ResponseOf<"getProviderSchema">> | undefined;

/** The provider's schema, which needs no configuration: made once. */
export function ownSchema(): Promise<ResponseOf<"getProviderSchema">> {
  const silent = createLogger({ level: "off", stream: { write: () => undefined }, module: "test" });
  schema ??= rblmonitorHandlers(silent, {}).getProviderSchema?.({}, { signal: new AbortController().signal });
  return schema as NonNullable<typeof schema>;
}

/** Our provider with a clock, or a connection to the service, of the test's own. */
export function ownProvider(
  given: Pick<ClientOptions, "clock" | "transport">,
  logger: Logger,
  env: NodeJS.ProcessEnv,
): OwnProvider {
  const accounts: Account[] = [];
  const provider: Provider = {
    ...rblmonitorProvider(logger, env),
    async configure({ config, terraformVersion, diagnostics, stop }) {
      const options = clientOptions(config as never, env, terraformVersion, diagnostics);
      if (options === undefined) return undefined;
      const account = new Account(
        { ...options, logger, signal: stop, ...given },
        accountRules(config as never, env),
      );
      accounts.push(account);
      return account;
    },
  };
  const handlers = { ...createHandlers(provider, logger), getProviderSchema: ownSchema };
  return { handlers, accounts };
}

/** What is killed while a walk is under way, and when. */
export interface Kill {
  /** The service restarts: it keeps its objects, loses the requests under way, and refuses a few more meanwhile. */
  readonly of: Victim | "service";
  /** The request during which it happens. The first is 1. */
  readonly atRequest: number;
  /** Whether the service still carries out that request. Its answer is lost in any case, unless only the core is killed. */
  readonly isCarriedOut: boolean;
}

/** How many requests a service refuses while it restarts. */
const refusedWhileRestarting = 2;

/** What one process of a plugin has to do with kills. */
interface Mortality {
  /** Resolves when the plugin or its core is killed. */
  readonly killed: Promise<Victim>;
  readonly transport: Transport;
}

/** Our provider, for an emulated account: each start makes another one, with a clock of its own. */
export class RblmonitorPlugin {
  private kill: Kill | undefined;
  /** The method of the request during which something was killed. */
  killedDuring: string | undefined;
  private sent = 0;
  /** How often the service was restarted. */
  private restarts = 0;
  private refusedNext = 0;
  /** What the plugins wrote to their logs, one line each. */
  readonly log: string[] = [];
  private readonly connection: Transport;
  private readonly logger = createLogger({
    level: "error",
    stream: { write: (line) => this.log.push(line) },
    module: "test",
  });
  /** The environment that the plugins see. */
  readonly env: NodeJS.ProcessEnv;

  /**
   * @param env more of the plugins' environment
   * @param clock makes the clock of each plugin; default: one on which every wait is over at once
   */
  constructor(
    service: Emulator,
    env: NodeJS.ProcessEnv = {},
    private readonly clock: () => Clock = manualClock,
  ) {
    this.connection = createUndiciTransport({ origin: new URL(service.url).origin, loopback: true });
    this.env = {
      RBLMONITOR_BASE_URL: service.url,
      RBLMONITOR_LEGACY_BASE_URL: service.legacyUrl,
      RBLMONITOR_ACCOUNT_SID: service.accountSid,
      RBLMONITOR_AUTH_TOKEN: service.authToken,
      ...env,
    };
  }

  /** Starts a plugin. */
  readonly start = (): PluginProcess => {
    const { env, logger } = this;
    const { killed, transport } = this.mortal();
    const { handlers, accounts } = ownProvider({ clock: this.clock(), transport }, logger, env);
    return {
      handlers,
      killed,
      close: async () => void (await Promise.all(accounts.map((one) => one.close()))),
    };
  };

  /** Kills something during the next commands. Requests are counted from now on, over all plugins. */
  arm(kill: Kill | undefined): void {
    this.kill = kill;
    this.killedDuring = undefined;
    this.sent = 0;
    this.refusedNext = 0;
  }

  /** Ends the connections. */
  close(): Promise<void> {
    return this.connection.close();
  }

  /** The connection of one plugin, over which nothing goes any more once it is killed. */
  private mortal(): Mortality {
    let isDead = false;
    let die: (of: Victim) => void = () => undefined;
    const killed = new Promise<Victim>((resolve) => {
      die = resolve;
    });
    const killNow = (of: Kill["of"]) => {
      if (of === "service") {
        this.restarts += 1;
        this.refusedNext = refusedWhileRestarting;
      } else {
        isDead = of !== "core";
        die(of);
      }
    };
    const send = async (request: TransportRequest) => {
      if (isDead) return never;
      this.sent += 1;
      if (this.kill?.atRequest === this.sent) {
        const { of, isCarriedOut } = this.kill;
        this.killedDuring = request.method;
        // Other requests that are under way reach the service, and their answers are lost.
        const response = isCarriedOut ? await this.connection.send(request) : undefined;
        killNow(of);
        if (of === "service") throw new TransportFailure("transport", true, "read ECONNRESET");
        // A plugin learns that its core is gone before it goes on.
        await new Promise(setImmediate);
        if (response !== undefined && of === "core") return response;
      } else if (this.refusedNext > 0) {
        this.refusedNext -= 1;
        throw new TransportFailure("transport", false, "connect ECONNREFUSED");
      }
      if (isDead) return never;
      const { restarts } = this;
      const response = await this.connection.send(request);
      if (restarts !== this.restarts) throw new TransportFailure("transport", true, "read ECONNRESET");
      return isDead ? never : response;
    };
    return { killed, transport: { send, close: async () => undefined } };
  }
}

const never = new Promise<never>(() => undefined);
