import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { printable } from "./output/terminal";

/** Resolves on Ctrl-C or SIGTERM. */
export function interrupted(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
  });
}

/**
 * Starts a server.
 * @returns its URL, without a slash at the end
 * @throws Error with the reason, if it cannot listen there
 */
export async function listenOn(
  server: Server,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<string> {
  try {
    server.listen(port, host);
    await once(server, "listening");
  } catch (thrown) {
    const { code, message } = thrown as NodeJS.ErrnoException;
    const why = code === "EADDRINUSE" ? "the port is taken; --port chooses another" : message;
    throw new Error(`Cannot listen on ${printable(host)}, port ${port}: ${why}.`);
  }
  const { port: taken } = server.address() as AddressInfo;
  return `http://${host.includes(":") ? `[${host}]` : host}:${taken}`;
}
