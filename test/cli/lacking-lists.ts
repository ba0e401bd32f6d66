import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Emulator } from "../../src/emulator/emulator";

type Service = Pick<Emulator, "url" | "accountSid" | "authToken">;

/** An answer with a list, which a test may change. */
interface Answer {
  status: number;
  body: { data: Record<string, unknown>[] };
}

/** Does some work with a service whose lists of that path lack their first object, and count it in their total. */
export function withLackingLists<T>(
  service: Service,
  path: string,
  work: (service: Service) => Promise<T>,
): Promise<T> {
  const withoutFirst = ({ body }: Answer) => {
    body.data = body.data.slice(1);
  };
  return withChangedLists(service, path, withoutFirst, work);
}

/** Does some work with a service that refuses lists of that path. */
export function withRefusedLists<T>(
  service: Service,
  path: string,
  work: (service: Service) => Promise<T>,
): Promise<T> {
  const refuse = (answer: Answer) =>
    Object.assign(answer, { status: 403, body: { status_code: 403, status_message: "Forbidden." } });
  return withChangedLists(service, path, refuse, work);
}

/** Does some work with a service whose answers with lists of that path are changed. */
export async function withChangedLists<T>(
  service: Service,
  path: string,
  change: (answer: Answer) => void,
  work: (service: Service) => Promise<T>,
): Promise<T> {
  const { origin } = new URL(service.url);
  const proxy = createServer(async ({ url = "", headers }, outgoing) => {
    const { authorization = "" } = headers;
    const answer = await fetch(origin + url, { headers: { authorization, connection: "close" } });
    const changed = { status: answer.status, body: (await answer.json()) as Answer["body"] };
    if (url.includes(path)) change(changed);
    outgoing
      .writeHead(changed.status, { "content-type": "application/json" })
      .end(JSON.stringify(changed.body));
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
