import { randomBytes, randomInt } from "node:crypto";
import type { Server } from "node:net";
import { join } from "node:path";

/** The plugin's address, as in the handshake. */
export interface Address {
  readonly network: "unix" | "tcp";
  /** A path, or `127.0.0.1:port`. */
  readonly address: string;
}

/** The environment variables and the platform that determine the address. */
export interface ListenEnvironment {
  readonly env: NodeJS.ProcessEnv;
  readonly platform: NodeJS.Platform;
}

/** Systems allow 104 to 108 bytes, including the terminating zero. */
const maxPathLength = 100;
const highestPort = 65_535;
const loopback = "127.0.0.1";

/**
 * Makes `server` listen on a Unix socket of mode 0600 in `PLUGIN_UNIX_SOCKET_DIR` or the temporary directory, which only
 * this user can access. If that is impossible (on Windows, or if the path is too long or the directory is not writable), it
 * listens on the loopback interface, on a port between `PLUGIN_MIN_PORT` and `PLUGIN_MAX_PORT`.
 *
 * @param isEncrypted whether TLS is used. Without TLS, every user of the machine could read a port's traffic, so a socket is
 * required, except on Windows
 * @throws Error if no port in the range is free, or if a required socket cannot be created
 */
export async function listen(server: Server, place: ListenEnvironment, isEncrypted = true): Promise<Address> {
  const { env, platform } = place;
  if (platform !== "win32") {
    const folder = env.PLUGIN_UNIX_SOCKET_DIR || env.TMPDIR || "/tmp";
    const path = join(folder, `plugin-${randomBytes(6).toString("hex")}`);
    const problem = await problemAtPath(server, path);
    if (problem === undefined) return { network: "unix", address: path };
    if (!isEncrypted) throw new Error(noSocket(folder, problem));
  }
  return { network: "tcp", address: `${loopback}:${await listenAtPort(server, env)}` };
}

function noSocket(folder: string, problem: string): string {
  return `The plugin cannot create a Unix socket in ${folder}. Set TMPDIR to a short path of a writable folder, for example: TMPDIR=$(mktemp -d). The plugin does not use a TCP port without TLS, because every user of this machine could read the credentials. The error was: ${problem}`;
}

/** Listens on a socket. Returns why that is impossible, or undefined. */
async function problemAtPath(server: Server, path: string): Promise<string | undefined> {
  if (Buffer.byteLength(path) > maxPathLength) return `its path is longer than ${maxPathLength} bytes`;
  // The mode must be set at creation: a later chmod would leave a gap. Listening creates the socket before it returns.
  const before = process.umask(0o177);
  const listening = failure(server, { path });
  process.umask(before);
  return (await listening)?.message;
}

async function listenAtPort(server: Server, env: NodeJS.ProcessEnv): Promise<number> {
  const ports = portRange(env);
  // Several plugins start at the same time, so each begins at a random port.
  const first = randomInt(ports.length);
  for (const offset of ports.keys()) {
    const port = ports[(first + offset) % ports.length];
    if (port === undefined || (await failure(server, { host: loopback, port })) !== undefined) continue;
    const address = server.address();
    if (address !== null && typeof address === "object") return address.port;
  }
  throw new Error(`No port on ${loopback} is free between ${ports[0]} and ${ports.at(-1)}`);
}

/** Without a valid range, port 0: the system chooses. */
function portRange(env: NodeJS.ProcessEnv): readonly number[] {
  const min = Number(env.PLUGIN_MIN_PORT);
  const max = Number(env.PLUGIN_MAX_PORT);
  const arePorts = Number.isInteger(min) && Number.isInteger(max) && min > 0 && max <= highestPort;
  if (!arePorts || max < min) return [0];
  return Array.from({ length: max - min + 1 }, (_, offset) => min + offset);
}

/** Makes the server listen. Resolves to the error, or undefined. */
function failure(
  server: Server,
  at: { path: string } | { host: string; port: number },
): Promise<Error | undefined> {
  return new Promise((resolve) => {
    const done = (result: Error | undefined) => {
      server.off("listening", succeeded).off("error", failed);
      resolve(result);
    };
    const succeeded = () => done(undefined);
    const failed = (error: Error) => done(error);
    server.once("listening", succeeded).once("error", failed).listen(at);
  });
}
