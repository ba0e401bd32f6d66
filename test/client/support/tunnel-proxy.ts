import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { deferred } from "./clock";

/** A CONNECT request as the proxy got it. */
export interface Tunnel {
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
}

/** What becomes of a tunnel: it leads to that port of this machine, is refused with a status, or is never answered. */
export type TunnelEnd = number | { readonly refuse: number } | "silence";

interface ProxyOptions {
  /** The proxy answers no request for a tunnel before that. */
  readonly heldUntil?: Promise<void>;
}

/** A proxy whose tunnels all end the same way. `asked` resolves at the first CONNECT request. */
export async function startTunnelProxy(target: TunnelEnd, { heldUntil }: ProxyOptions = {}) {
  const asked = deferred();
  const tunnels: Tunnel[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((_request, response) => response.writeHead(400).end());
  server.on("connect", async (request, client: Socket) => {
    tunnels.push({ target: request.url ?? "", headers: request.headers });
    sockets.add(client);
    client.on("error", () => {});
    asked.resolve();
    if (target === "silence") return;
    await heldUntil;
    if (typeof target !== "number") {
      client.end(`HTTP/1.1 ${target.refuse} Refused\r\nContent-Length: 0\r\n\r\n`);
      return;
    }
    const service = connect(target, "127.0.0.1", () => {
      client.write("HTTP/1.1 200 Connection established\r\n\r\n");
      client.pipe(service).pipe(client);
    });
    sockets.add(service);
    service.on("error", () => client.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    tunnels,
    asked: asked.promise,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
