import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { systemClock } from "../../src/client/clock";
import type { Clock } from "../../src/client/options";
import { sourceAddress } from "../../src/provider/version";
import { builtPlugin } from "../../src/tasks/real-terraform/workspace";
import { GetProviderSchema_Response } from "../../src/terraform/protocol/generated/tfplugin6";
import { listen } from "../../src/terraform/serve/listen";
import { createLogger, levelOf } from "../../src/terraform/serve/log";
import { reattachMessage } from "../../src/terraform/serve/serve";
import { createDebugServing } from "../../src/terraform/serve/serving";
import { ownProvider, ownSchema } from "../core/rblmonitor";

/** The default, for tests that run many commands and test the provider, not the process. */
export const running = { plugin: "running" } as const;

/**
 * Terraform starts the built plugin three to five times for each command, which is most of the time that a command takes.
 * For tests of the process: its start and its end, signals, mutual TLS, its environment, log and memory; and for a life of
 * each kind.
 */
export const started = { plugin: "started" } as const;

/** Always in the test's process, whose tests can read its log. */
export const served = { plugin: "served" } as const;

/** A plugin that outlives the commands of terraform. */
export interface RunningPlugin {
  /** What makes terraform connect to it, where it would start plugins. */
  readonly environment: Readonly<Record<string, string>>;
  /** What it has logged. */
  readonly log: readonly string[];
  end(): Promise<void>;
}

let encoded: Promise<Uint8Array> | undefined;

/** The schema as terraform is sent it, made once: it asks at every connection. */
function encodedSchema(): Promise<Uint8Array> {
  encoded ??= ownSchema().then((schema) => GetProviderSchema_Response.encode(schema).finish());
  return encoded;
}

/**
 * Serves the provider to terraform from this process. Each connection gets a provider of its own, so that a command knows no
 * more of the one before it than the state does, and an apply no more of its plan.
 *
 * @param env the environment of the plugin
 */
export async function servePlugin(
  env: NodeJS.ProcessEnv,
  clock: Clock = systemClock,
): Promise<RunningPlugin> {
  const log: string[] = [];
  const stream = { write: (line: string) => log.push(line) };
  const logger = createLogger({ level: levelOf(env), stream, module: "rblmonitor" });
  const server = createServer();
  const address = await listen(server, { env, platform: process.platform });
  const handlers = () => ownProvider({ clock }, logger, env).handlers;
  const schemas = async () => ({ getProviderSchema: await encodedSchema() });
  const { accept, stop } = createDebugServing({ handlers, schemas, logger });
  server.on("connection", accept);
  return {
    environment: reattaching(reattachMessage(sourceAddress, address, process.pid)) ?? {},
    log,
    async end() {
      const closed = once(server, "close");
      server.close();
      await stop();
      await closed;
    },
  };
}

/** Starts the built plugin once, with `--debug`, for many commands. It is another process, and has another clock. */
export async function runPlugin(env: NodeJS.ProcessEnv): Promise<RunningPlugin> {
  const plugin = join(builtPlugin(), "terraform-provider-rblmonitor");
  const child = spawn(plugin, ["--debug"], { env, stdio: ["ignore", "pipe", "ignore"] });
  const ended = once(child, "exit");
  for await (const line of createInterface({ input: child.stdout })) {
    const environment = reattaching(line);
    if (environment === undefined) continue;
    return {
      environment,
      log: [],
      async end() {
        child.kill();
        await ended;
      },
    };
  }
  throw new Error(`${plugin} --debug did not say how to use it`);
}

function reattaching(notice: string): RunningPlugin["environment"] | undefined {
  const [, value] = /TF_REATTACH_PROVIDERS='(.*)'/.exec(notice) ?? [];
  return value === undefined ? undefined : { TF_REATTACH_PROVIDERS: value };
}
