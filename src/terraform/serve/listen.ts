import { randomBytes } from "node:crypto";
import { once } from "node:events";
import type { AddressInfo, Server } from "node:net";
import { join } from "node:path";

/** The plugin's address, as in the handshake. */
export interface Address {
  readonly network: "unix" | "tcp";
  /** A path, or `127.0.0.1:port`. */
  readonly address: string;
}

/** Systems allow 104 to 108 bytes, including the terminating zero. */
const maxPathLength = 100;
const loopback = "127.0.0.1";

/**
 * Makes `server` listen on a Unix socket of mode 0600 in `PLUGIN_UNIX_SOCKET_DIR` or the temporary directory, which only
 * this user can access. If that is impossible (on Windows, or if the path is too long or the directory is not writable), it
 * listens on the loopback interface, on any free port: Terraform connects to the port in the handshake.
 *
 * @param isEncrypted whether TLS is used. Without TLS, every user of the machine could read a port's traffic, so a socket is
 * required, except on Windows
 * @throws Error if no port is free, or if a required socket cannot be created
 */
export async function listen(
  server: Server,
  { env, platform }: Pick<NodeJS.Process, "env" | "platform">,
  isEncrypted = true,
): Promise<Address> {
  if (platform !== "win32") {
    const folder = env.PLUGIN_UNIX_SOCKET_DIR || env.TMPDIR || "/tmp";
    const path = join(folder, `plugin-${randomBytes(6).toString("hex")}`);
    try {
      await listenAt(server, path);
      return { network: "unix", address: path };
    } catch (error) {
      if (!isEncrypted)
        throw new Error(
          `The plugin cannot create a Unix socket in ${folder}. Set TMPDIR to a short path of a writable folder, for example: TMPDIR=$(mktemp -d). The plugin does not use a TCP port without TLS, because every user of this machine could read the credentials. The error was: ${(error as Error).message}`,
        );
    }
  }
  await once(server.listen({ host: loopback, port: 0 }), "listening");
  return { network: "tcp", address: `${loopback}:${(server.address() as AddressInfo).port}` };
}

/** Listens on a socket. */
async function listenAt(server: Server, path: string): Promise<void> {
  if (Buffer.byteLength(path) > maxPathLength)
    throw new Error(`its path is longer than ${maxPathLength} bytes`);
  // The mode must be set at creation: a later chmod would leave a gap. Listening creates the socket before it returns.
  const before = process.umask(0o177);
  const listening = once(server.listen({ path }), "listening");
  process.umask(before);
  await listening;
}
