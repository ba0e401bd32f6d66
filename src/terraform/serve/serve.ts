import { unlinkSync } from "node:fs";
import { createServer } from "node:net";
import { createCertificate, readCertificate } from "./certificate";
import { handshakeLine, isStartedAsPlugin, notStartedAsPlugin } from "./handshake";
import { type Address, listen } from "./listen";
import type { Logger } from "./log";
import { watchParent } from "./parent";
import type { ProviderSource } from "./provider-server";
import { isDebugMode, reattachMessage } from "./reattach";
import type { Identities, Serving } from "./serving";
import { announce, divertStdout } from "./stdout";

/** What is served, and as what. */
export interface Plugin extends ProviderSource {
  /** The provider's full address, as in `registry.terraform.io/rblmonitor/rblmonitor`. */
  readonly name: string;
  readonly version: string;
  readonly logger: Logger;
  /** The process to be a plugin in: this one, unless a test says otherwise. */
  readonly process?: NodeJS.Process;
}

/**
 * Makes this process a Terraform plugin: it says on standard output where to connect, serves, and ends when Terraform
 * says so or is gone. With `--debug` it is served to a Terraform that was started elsewhere. After a SIGTERM it starts
 * nothing, and ends when no Terraform is connected.
 *
 * Whatever keeps it from starting is logged and ends the process with 1: nowhere to listen, no socket without TLS, or a `PLUGIN_CLIENT_CERT`
 * that holds no certificate.
 *
 * @returns when the plugin can be connected to
 */
export async function servePlugin(plugin: Plugin): Promise<void> {
  const { name, version, logger, process = globalThis.process } = plugin;
  const debug = isDebugMode(process.argv);
  if (!debug && !isStartedAsPlugin(process.env)) {
    process.stderr.write(notStartedAsPlugin(name, version));
    process.exit(1);
  }
  divertStdout(process);
  try {
    await start(plugin, process, debug);
  } catch (error) {
    // In debug mode, the developer reads this, and not Terraform.
    if (debug) process.stderr.write(`${(error as Error).message}\n`);
    else logger.error("The plugin cannot start", { error });
    process.exit(1);
  }
}

async function start(plugin: Plugin, process: NodeJS.Process, debug: boolean): Promise<void> {
  const { name, version, logger } = plugin;
  const end = () => process.exit(0);
  const server = createServer();
  let serving: Promise<Serving> | undefined;
  obeySignals(process, {
    debug,
    logger,
    stop: () => {
      const disconnected = new Promise((resolve) => server.close(resolve));
      const stopServing = async () => (await serving)?.stop();
      // Stopped again when the client is gone, to finish what it asked for last.
      void Promise.allSettled([disconnected, stopServing()]).then(stopServing).finally(end);
    },
  });

  const parent = process.ppid;
  const identities = debug ? undefined : identitiesOf(process.env);
  const address = await listen(server, process, identities !== undefined);
  if (identities === undefined && address.network === "tcp") process.stderr.write(openPort);
  removeSocketAtExit(process, address);
  announce(debug ? reattachMessage(name, address, process.pid) : handshakeLine(address, identities?.own.der));

  if (!debug) watchParent(process, parent, () => process.exit(1));
  // Most of what a plugin needs is loaded now, while Terraform reads the line and connects.
  serving = import("./serving").then(({ createLastingServing, createServing }) =>
    debug
      ? createLastingServing({ provider: plugin, logger })
      : createServing({ provider: plugin, identities, logger, end }),
  );
  const made = serving;
  server.on("connection", (socket) => void made.then(({ accept }) => accept(socket)));
  await made;
  surviveFaults(process, logger);
  logger.debug("Serving", { version, network: address.network, address: address.address });
}

/** Windows has no sockets that only one user can connect to. */
const openPort =
  "Warning: the provider listens on a TCP port without TLS. Every user of this machine can connect and read the credentials that Terraform sends. Use test credentials, or a machine that nobody else uses.\n";

/** None, and plaintext then, if Terraform wants that (`TF_DISABLE_PLUGIN_TLS`). */
function identitiesOf(env: NodeJS.ProcessEnv): Identities | undefined {
  const pem = env.PLUGIN_CLIENT_CERT;
  return pem ? { client: readCertificate(pem), own: createCertificate() } : undefined;
}

function removeSocketAtExit(process: NodeJS.Process, { network, address }: Address): void {
  if (network !== "unix") return;
  process.on("exit", () => {
    try {
      unlinkSync(address);
    } catch {
      // Somebody tidied up before.
    }
  });
}

/** One call's fault must not end the others' work: it is logged, and the process goes on. */
function surviveFaults(process: NodeJS.Process, logger: Logger): void {
  process.on("uncaughtException", (error) => logger.error("An error was not caught", { error }));
  process.on("unhandledRejection", (error) => logger.error("A rejection was not handled", { error }));
  // Nobody reads the log any more: no reason to fail, and none to log.
  process.stderr.on("error", () => {});
}

/**
 * Ctrl-C, and the end of a terminal, reach the whole process group: Terraform handles them, and tells its plugins what to
 * do. Under `nohup` it ignores the end of its terminal, and Node would not.
 *
 * A SIGTERM may be meant for this process alone, or a cancelled CI job sends it to the group. Then Terraform still asks
 * about objects that it no longer starts, and would report each as lost if this process had ended. So a connected
 * Terraform is served as after its own request to stop; a second SIGTERM does not wait for it.
 */
function obeySignals(
  process: NodeJS.Process,
  { debug, logger, stop }: { debug: boolean; logger: Logger; stop: () => void },
): void {
  for (const signal of ["SIGINT", "SIGHUP"] as const) {
    process.on(signal, () => (debug ? process.exit(0) : logger.debug(`${signal} is Terraform's to handle`)));
  }
  process.once("SIGTERM", () => {
    process.once("SIGTERM", () => process.exit(0));
    stop();
  });
}
