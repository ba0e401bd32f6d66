import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { CallerSettings } from "../../../../src/cli/commands/bridge/caller";
import { type CallerLimits, Callers } from "../../../../src/cli/commands/bridge/callers";
import { type LegacyServerOptions, openLegacyServer } from "../../../../src/cli/commands/bridge/server";
import type { Use } from "../../../../src/cli/commands/bridge/usage";
import { readBaseUrl } from "../../../../src/client/base-url";
import { systemClock } from "../../../../src/client/clock";
import type { Clock } from "../../../../src/client/options";
import { createUndiciTransport } from "../../../../src/client/undici-transport";
import type { EmulatorOptions } from "../../../../src/emulator/emulator";
import { fastClock } from "../../../acceptance/fast-clock";
import { emulators } from "../../../emulator/api";
import type { LegacyService } from "../../../legacy/program";

/** How a bridge of the tests differs from a usual one. */
interface BridgeChanges
  extends Partial<Pick<CallerSettings, "maxWait" | "requestTimeout" | "defaultProfile">>,
    CallerLimits,
    LegacyServerOptions {
  readonly clock?: Clock;
  /** Where the service is, if it is not the emulator. */
  readonly baseUrl?: string;
}

/** A bridge in front of an emulator, and the requests that it logged. */
export interface TestBridge extends LegacyService {
  readonly uses: readonly Use[];
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
    const base = readBaseUrl(changes.baseUrl ?? service.url, false);
    const transport = createUndiciTransport(base);
    const stopping = new AbortController();
    const uses: Use[] = [];
    const callers = new Callers(
      {
        ...{
          base,
          transport,
          clock,
          signal: stopping.signal,
          userAgent: "test",
        },
        ...{ requestTimeout: changes.requestTimeout ?? 20_000, maxWait: changes.maxWait ?? 5_000 },
        ...{ maxRequestsPerHour: undefined, logger: undefined, defaultProfile: changes.defaultProfile },
      },
      changes,
    );
    const where = { host: "127.0.0.1", port: 0 };
    const server = await openLegacyServer(where, callers, changes, (use) => uses.push(use));
    let closed: Promise<void> | undefined;
    const never = new AbortController().signal;
    const end = async (deadline = never, giveUp = deadline) => {
      stopping.abort();
      await Promise.all([server.close(deadline), transport.close(giveUp)]);
    };
    const bridge: TestBridge = {
      ...{ url: server.url, service, uses },
      get connections() {
        return server.connections;
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
