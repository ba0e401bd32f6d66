import type { ClientOptions, Clock } from "../../src/client/options";
import type { Transport } from "../../src/client/transport";
import { createUndiciTransport } from "../../src/client/undici-transport";
import type { Emulator } from "../../src/emulator/emulator";
import { Account } from "../../src/provider/account";
import { rblmonitorHandlers } from "../../src/provider/handlers";
import { rblmonitorProvider } from "../../src/provider/provider";
import { accountRules, clientOptions } from "../../src/provider/provider-config";
import type { AnyProvider } from "../../src/terraform/definition/provider";
import { createHandlers } from "../../src/terraform/rpc/handlers";
import type { ProviderHandlers, ResponseOf } from "../../src/terraform/serve/handlers";
import { createLogger, type Logger } from "../../src/terraform/serve/log";
import { manualClock } from "../client/support/clock";
import type { PluginProcess } from "./plugin";

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
  const provider: AnyProvider = {
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

/** What is killed while a walk is under way: the plugin, or the core and the plugin with it. */
export interface Kill {
  readonly of: "plugin" | "core";
  /** The request that is the last to reach the service; its answer reaches nobody. The first is 1. */
  readonly atRequest: number;
}

/** Our provider, for an emulated account: each start makes another one, with a clock of its own. */
export class RblmonitorPlugin {
  private kill: Kill | undefined;
  private sent = 0;
  /** What the plugins wrote to their logs, one line each. */
  readonly log: string[] = [];
  private readonly connection: Transport;
  private readonly logger = createLogger({
    level: "error",
    stream: { write: (line) => this.log.push(line) },
    module: "test",
  });
  private readonly env: NodeJS.ProcessEnv;

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
    let kill: (of: Kill["of"]) => void = () => undefined;
    const killed = new Promise<Kill["of"]>((resolve) => {
      kill = resolve;
    });
    const { env, logger } = this;
    const given = { clock: this.clock(), transport: this.mortal(kill) };
    const { handlers, accounts } = ownProvider(given, logger, env);
    return {
      handlers,
      killed,
      // What a killed plugin waits for never comes.
      close: async () => void (await Promise.race([killed, Promise.all(accounts.map((one) => one.close()))])),
    };
  };

  /** Kills a plugin that is to be started. Requests are counted from now on, over all plugins. */
  arm(kill: Kill | undefined): void {
    this.kill = kill;
    this.sent = 0;
  }

  /** Ends the connections. */
  close(): Promise<void> {
    return this.connection.close();
  }

  /** The connection of one plugin, over which nothing goes any more once it is killed. */
  private mortal(kill: (of: Kill["of"]) => void): Transport {
    let isDead = false;
    const never = new Promise<never>(() => undefined);
    return {
      send: async (request) => {
        if (isDead) return never;
        this.sent += 1;
        const due = this.kill?.atRequest === this.sent ? this.kill : undefined;
        if (due !== undefined) isDead = true;
        const response = await this.connection.send(request);
        if (due !== undefined) kill(due.of);
        return isDead ? never : response;
      },
      close: async () => undefined,
    };
  }
}
