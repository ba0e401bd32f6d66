import { rmSync, writeSync } from "node:fs";
import { createServer } from "node:net";
import { createCertificate, readCertificate } from "./certificate";
import { handshakeLine, isStartedAsPlugin, notStartedAsPlugin, providerProtocol } from "./handshake";
import { type Address, listen } from "./listen";
import type { Logger } from "./log";
import type { ProviderSource } from "./provider-server";
import type { Serving } from "./serving";

/** A plugin to serve. */
export interface Plugin extends ProviderSource {
  /** The provider's full address, as in `registry.terraform.io/rblmonitor/rblmonitor`. */
  readonly name: string;
  readonly version: string;
}

/**
 * Makes this process a Terraform plugin. It prints its address on standard output, serves calls, and ends when Terraform
 * asks for it or has ended. With `--debug` it serves a Terraform that was started elsewhere. After a SIGTERM it starts
 * nothing new, and ends when no Terraform is connected.
 *
 * Errors at the start are logged and end the process with exit code 1: no address to listen on, no socket without TLS, or a
 * `PLUGIN_CLIENT_CERT` without a certificate.
 *
 * @returns when the plugin accepts connections
 */
export async function servePlugin(plugin: Plugin): Promise<void> {
  const { name, version, logger } = plugin;
  // For a Terraform that did not start the plugin.
  const debug = process.argv.some((argument) => argument === "--debug" || argument === "-debug");
  if (!debug && !isStartedAsPlugin(process.env)) {
    process.stderr.write(notStartedAsPlugin(name, version));
    process.exit(1);
  }
  divertStdout();
  try {
    await start(plugin, debug);
  } catch (error) {
    // In debug mode, a developer reads standard error.
    if (debug) process.stderr.write(`${(error as Error).message}\n`);
    else logger.error("The plugin cannot start", { error });
    process.exit(1);
  }
}

async function start(plugin: Plugin, debug: boolean): Promise<void> {
  const { name, version, logger } = plugin;
  const end = () => process.exit(0);
  const server = createServer();
  let serving: Promise<Serving> | undefined;
  handleSignals({
    debug,
    logger,
    stop: () => {
      const disconnected = new Promise((resolve) => server.close(resolve));
      const stopServing = async () => (await serving)?.stop();
      // Stopped again after the client has disconnected, to finish its last calls.
      void Promise.allSettled([disconnected, stopServing()]).then(stopServing).finally(end);
    },
  });

  const parent = process.ppid;
  // Without a certificate, for plaintext, if Terraform disables TLS (`TF_DISABLE_PLUGIN_TLS`).
  const pem = debug ? undefined : process.env.PLUGIN_CLIENT_CERT;
  const identities = pem ? { client: readCertificate(pem), own: createCertificate() } : undefined;
  const address = await listen(server, process, identities !== undefined);
  if (identities === undefined && address.network === "tcp") process.stderr.write(openPortWarning);
  if (address.network === "unix") process.on("exit", () => rmSync(address.address, { force: true }));
  announce(debug ? reattachMessage(name, address, process.pid) : handshakeLine(address, identities?.own.der));

  if (!debug) watchParent(parent, () => process.exit(1));
  // The rest of the plugin loads while Terraform reads the line and connects.
  const loaded = import("./serving").then(({ createDebugServing, createServing }) =>
    debug ? createDebugServing(plugin) : createServing(plugin, identities, end),
  );
  serving = loaded;
  server.on("connection", (socket) => void loaded.then(({ accept }) => accept(socket)));
  await loaded;
  logUncaughtErrors(logger);
  logger.debug("Serving", { version, network: address.network, address: address.address });
}

/**
 * Redirects `process.stdout` (and `console.log`) to standard error, because Terraform reads standard output as the
 * handshake. Call it before other code uses `process.stdout`.
 */
function divertStdout(): void {
  Object.defineProperty(process, "stdout", { configurable: true, get: () => process.stderr });
}

/** Writes a line to the real standard output. */
export function announce(line: string): void {
  writeSync(1, `${line}\n`);
}

/** Windows has no sockets that are restricted to one user. */
const openPortWarning =
  "Warning: the provider listens on a TCP port without TLS. Every user of this machine can connect and read the credentials that Terraform sends. Use test credentials, or a machine that no one else uses.\n";

/** Logs uncaught errors and continues, so that a bug in one call does not end the others. */
function logUncaughtErrors(logger: Logger): void {
  process.on("uncaughtException", (error) => logger.error("An error was not caught", { error }));
  process.on("unhandledRejection", (error) => logger.error("A rejection was not handled", { error }));
  // The reader of the log is gone.
  process.stderr.on("error", () => {});
}

/**
 * Ignores SIGINT and SIGHUP, which reach the whole process group: Terraform handles them, and asks its plugins to stop. Under
 * `nohup`, Terraform ignores SIGHUP, and Node would not.
 *
 * A SIGTERM may be for this process only, or a cancelled CI job sends it to the group. Then Terraform still sends calls for
 * pending objects, and would report an error for each if this process had ended. So the plugin continues to serve a connected
 * Terraform, as after a request to stop. A second SIGTERM ends the process.
 */
function handleSignals({ debug, logger, stop }: { debug: boolean; logger: Logger; stop: () => void }): void {
  for (const signal of ["SIGINT", "SIGHUP"] as const) {
    process.on(signal, () => (debug ? process.exit(0) : logger.debug(`${signal} is Terraform's to handle`)));
  }
  process.once("SIGTERM", () => {
    process.once("SIGTERM", () => process.exit(0));
    stop();
  });
}

const pollInterval = 1_000;

/**
 * Calls `onExit` when the parent process has ended: a plugin must end if its Terraform was killed.
 *
 * Polls once a second, because no event is available: standard input is Terraform's own, and go-plugin holds no pipe that
 * would close. It does not keep the process alive.
 *
 * @param parent the parent's process id at the start
 */
function watchParent(parent: number, onExit: () => void): void {
  const timer = setInterval(() => {
    if (process.ppid === parent && isAlive(parent)) return;
    clearInterval(timer);
    onExit();
  }, pollInterval);
  timer.unref();
}

/** On Windows, `ppid` does not change when the parent ends. */
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** The default registry hosts of Terraform and OpenTofu. Each ignores the other's. */
const defaultRegistries = ["registry.terraform.io", "registry.opentofu.org"];

/**
 * The message for the developer, with the environment variable that makes Terraform or OpenTofu use a running plugin.
 *
 * @param name the provider's full address, as in `registry.terraform.io/rblmonitor/rblmonitor`
 */
export function reattachMessage(name: string, address: Address, pid: number): string {
  const plugin = {
    Protocol: "grpc",
    ProtocolVersion: providerProtocol,
    Pid: pid,
    // With this mark, Terraform does not end the plugin, and requests no certificate.
    Test: true,
    Addr: { Network: address.network, String: address.address },
  };
  const [host = "", ...path] = name.split("/");
  const hosts = defaultRegistries.includes(host) ? defaultRegistries : [host];
  const reattach = Object.fromEntries(hosts.map((each) => [[each, ...path].join("/"), plugin]));
  return [
    "The provider is running. Set this where you run terraform or tofu, and end the provider with Ctrl-C:",
    "",
    `\tTF_REATTACH_PROVIDERS='${JSON.stringify(reattach)}'`,
    "",
  ].join("\n");
}
