import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { Emulator } from "../../src/emulator/emulator";

type Service = Pick<Emulator, "url" | "accountSid" | "authToken">;

/** An answer of the service, which a change may replace. */
interface Answer {
  readonly status: number;
  readonly body: object;
}

/** Does some work with a service whose lists of that path lack their first object, and count it in their total. */
export function withLackingLists<T>(service: Service, path: string, work: (service: Service) => Promise<T>) {
  return withAnswers(
    service,
    (url, answer) => {
      const { data } = answer.body as { data: unknown[] };
      return url.includes(path) ? { ...answer, body: { ...answer.body, data: data.slice(1) } } : answer;
    },
    work,
  );
}

/** Does some work with a service that refuses lists of these paths. */
export function withRefusedLists<T>(
  service: Service,
  paths: readonly string[],
  work: (service: Service) => Promise<T>,
) {
  const body = { status_code: 403, status_message: "Forbidden." };
  return withAnswers(
    service,
    (url, answer) => (paths.some((path) => url.includes(path)) ? { status: 403, body } : answer),
    work,
  );
}

/** Does some work with a service whose lists of that path lack these fields of their objects. */
export function withLackingFields<T>(
  service: Service,
  path: string,
  fields: readonly string[],
  work: (service: Service) => Promise<T>,
) {
  const without = (object: object) =>
    Object.fromEntries(Object.entries(object).filter(([name]) => !fields.includes(name)));
  return withAnswers(
    service,
    (url, answer) => {
      const { data } = answer.body as { data: object[] };
      return url.includes(path) ? { ...answer, body: { ...answer.body, data: data.map(without) } } : answer;
    },
    work,
  );
}

/** Does some work with a service whose answers are changed. */
export async function withAnswers<T>(
  service: Service,
  change: (url: string, answer: Answer) => Answer,
  work: (service: Service) => Promise<T>,
): Promise<T> {
  const { origin } = new URL(service.url);
  const proxy = createServer(async (incoming, outgoing) => {
    const { method = "GET", url = "", headers } = incoming;
    const { authorization = "", "content-type": type = "text/plain" } = headers;
    const answer = await fetch(origin + url, {
      method,
      headers: { authorization, "content-type": type, connection: "close" },
      ...(method !== "GET" && { body: await text(incoming) }),
    });
    const { status, body } = change(url, { status: answer.status, body: (await answer.json()) as object });
    outgoing.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
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
