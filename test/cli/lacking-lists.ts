import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Emulator } from "../../src/emulator/emulator";

type Service = Pick<Emulator, "url" | "accountSid" | "authToken">;

/** Does some work with a service whose lists of that path lack their first object, and count it in their total. */
export async function withLackingLists<T>(
  service: Service,
  path: string,
  work: (service: Service) => Promise<T>,
): Promise<T> {
  const { origin } = new URL(service.url);
  const proxy = createServer(async ({ url = "", headers }, outgoing) => {
    const { authorization = "" } = headers;
    const answer = await fetch(origin + url, { headers: { authorization, connection: "close" } });
    const body = (await answer.json()) as { data: unknown[] };
    if (url.includes(path)) body.data = body.data.slice(1);
    outgoing.writeHead(answer.status, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  const { port } = proxy.address() as AddressInfo;
  try {
    return await work({ ...service, url: service.url.replace(origin, `http://127.0.0.1:${port}`) });
  } finally {
    proxy.closeAllConnections();
    proxy.close();
  }
}
