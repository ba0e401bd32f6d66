import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { bridgedAccount } from "../../../../src/cli/commands/bridge/account";
import { type LegacyServerOptions, openLegacyServer } from "../../../../src/cli/commands/bridge/server";
import type { Use } from "../../../../src/cli/commands/bridge/usage";
import { systemClock } from "../../../../src/client/clock";
import type { Clock } from "../../../../src/client/options";
import type { EmulatorOptions } from "../../../../src/emulator/emulator";
import { Account } from "../../../../src/provider/account";
import { fastClock } from "../../../acceptance/fast-clock";
import { emulators } from "../../../emulator/api";
import type { LegacyService } from "../../../legacy/program";

/** How a bridge of the tests differs from a usual one. */
interface BridgeChanges extends LegacyServerOptions {
  /** Seconds. */
  readonly maxWait?: number;
  /** Seconds. */
  readonly requestTimeout?: number;
  readonly defaultProfile?: string;
  readonly clock?: Clock;
  /** The address of the service, if it is not the emulator. */
  readonly baseUrl?: string;
}

/** A bridge in front of an emulator, and the requests that it logged. */
export interface TestBridge extends LegacyService {
  readonly account: Account;
  readonly uses: readonly Use[];
  readonly warnings: readonly string[];
  readonly connections: number;
  /** Ends the bridge, at the latest when the first signal is aborted, and requests to the service when the second is. */
  close(deadline?: AbortSignal, giveUp?: AbortSignal): Promise<void>;
}

/** Starts bridges for the tests of a file, each with an emulator behind it, and ends both after each test. */
export function bridges(): (options?: EmulatorOptions, changes?: BridgeChanges) => Promise<TestBridge> {
  const start = emulators();
  const running: TestBridge[] = [];
  afterEach(async () => {
    for (const bridge of running.splice(0)) await bridge.close();
  });
  return async (options, changes = {}) => {
    // Both have the same time.
    const clock = changes.clock ?? (options?.now ? { ...systemClock, now: options.now } : fastClock());
    const service = await start({ now: clock.now, ...options });
    const { baseUrl = service.url, maxWait = 5, requestTimeout = 20 } = changes;
    const { accountSid, authToken } = service;
    const stopping = new AbortController();
    const { signal } = stopping;
    const account = new Account({ baseUrl, accountSid, authToken, maxWait, requestTimeout, clock, signal });
    const bridged = bridgedAccount(account, clock, (text) => warnings.push(text), changes.defaultProfile);
    const uses: Use[] = [];
    const warnings: string[] = [];
    const where = { host: "127.0.0.1", port: 0 };
    const onUse = (use: Use) => uses.push(use);
    const { url, server } = await openLegacyServer(where, bridged, authToken, changes, onUse);
    let closed: Promise<void> | undefined;
    const never = new AbortController().signal;
    const end = async (deadline = never, giveUp = deadline) => {
      stopping.abort();
      await Promise.all([server.close(deadline), account.close(giveUp)]);
    };
    const bridge: TestBridge = {
      url,
      service,
      account,
      uses,
      warnings,
      get connections() {
        return server.counts().connections;
      },
      close(deadline, giveUp) {
        closed ??= end(deadline, giveUp);
        return closed;
      },
    };
    running.push(bridge);
    return bridge;
  };
}

/** Starts services that answer whatever a test wants, for bridges that are given their base URL. */
export function otherServices(): (listener: RequestListener) => Promise<string> {
  const running: Server[] = [];
  afterEach(() => {
    for (const server of running.splice(0)) {
      server.close();
      server.closeAllConnections();
    }
  });
  return async (listener) => {
    const server = createServer(listener).listen(0, "127.0.0.1");
    running.push(server);
    await once(server, "listening");
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/4.0`;
  };
}
