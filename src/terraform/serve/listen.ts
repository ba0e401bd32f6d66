import { randomBytes, randomInt } from "node:crypto";
import type { Server } from "node:net";
import { join } from "node:path";

/** Where the plugin can be reached, as the handshake says it. */
export interface Address {
  readonly network: "unix" | "tcp";
  /** A path, or `127.0.0.1:port`. */
  readonly address: string;
}

/** The environment variables that say where to listen, and the platform. */
export interface Place {
  readonly env: NodeJS.ProcessEnv;
  readonly platform: NodeJS.Platform;
}

/** Systems bear 104 to 108 bytes, the closing zero included. */
const LONGEST_PATH = 100;
const HIGHEST_PORT = 65_535;
const LOOPBACK = "127.0.0.1";

/**
 * Makes `server` listen where only this machine's user reaches it: on a unix socket of mode 0600 in
 * `PLUGIN_UNIX_SOCKET_DIR` or the temporary directory. Where that cannot be (Windows, a path that is too long, a
 * directory that cannot be written to), on the loopback interface, at a port within `PLUGIN_MIN_PORT` and
 * `PLUGIN_MAX_PORT`.
 *
 * @param isEncrypted without TLS, every user of the machine could read at a port what Terraform sends: then there must be a
 * socket, but on Windows, which has none
 * @throws when there is no free port in the range, or no socket where there must be one
 */
export async function listen(server: Server, place: Place, isEncrypted = true): Promise<Address> {
  const { env, platform } = place;
  if (platform !== "win32") {
    const folder = env.PLUGIN_UNIX_SOCKET_DIR || env.TMPDIR || "/tmp";
    const path = join(folder, `plugin-${randomBytes(6).toString("hex")}`);
    const problem = await problemAtPath(server, path);
    if (problem === undefined) return { network: "unix", address: path };
    if (!isEncrypted) throw new Error(noSocket(folder, problem));
  }
  return { network: "tcp", address: `${LOOPBACK}:${await listenAtPort(server, env)}` };
}

function noSocket(folder: string, problem: string): string {
  return `The plugin cannot create a unix socket in ${folder}: ${problem}. It does not listen on a TCP port instead: without TLS, every user of this machine could read the credentials there. Set TMPDIR to a short path of a folder that you can write to, for example: TMPDIR=$(mktemp -d)`;
}

/** Why there can be no socket at that path; undefined once the server listens there. */
async function problemAtPath(server: Server, path: string): Promise<string | undefined> {
  if (Buffer.byteLength(path) > LONGEST_PATH) return `its path is longer than ${LONGEST_PATH} bytes`;
  // The mode has to be right from the first moment on: a chmod would come too late.
  const before = process.umask(0o177);
  try {
    return (await failure(server, { path }))?.message;
  } finally {
    process.umask(before);
  }
}

async function listenAtPort(server: Server, env: NodeJS.ProcessEnv): Promise<number> {
  const ports = portRange(env);
  // Several plugins start at the same time: they should not all try the same ports in the same order.
  const first = randomInt(ports.length);
  for (const offset of ports.keys()) {
    const port = ports[(first + offset) % ports.length];
    if (port === undefined || (await failure(server, { host: LOOPBACK, port })) !== undefined) continue;
    const address = server.address();
    if (address !== null && typeof address === "object") return address.port;
  }
  throw new Error(`No port on ${LOOPBACK} is free between ${ports[0]} and ${ports.at(-1)}`);
}

/** Without a range, or with what is none, port 0: the system chooses. */
function portRange(env: NodeJS.ProcessEnv): readonly number[] {
  const min = Number(env.PLUGIN_MIN_PORT);
  const max = Number(env.PLUGIN_MAX_PORT);
  const arePorts = Number.isInteger(min) && Number.isInteger(max) && min > 0 && max <= HIGHEST_PORT;
  if (!arePorts || max < min) return [0];
  return Array.from({ length: max - min + 1 }, (_, offset) => min + offset);
}

/** Has the server listen; what keeps it from that, if anything. */
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
