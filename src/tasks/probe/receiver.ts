import type { IncomingHttpHeaders } from "node:http";
import { guardedServer } from "../../cli/server/server";
import { parseJson } from "../../service/parse-json";
import { joinBody } from "../../webhooks/raw-body";

/** What marks the objects and URLs of a run. The service may store a host in capitals. */
export const markPattern = /rblmonitor-probe-[0-9a-f]{8}/i;

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;

/**
 * Receives events. Those at URLs that end in `refused` are answered with 500.
 * @param publicUrl where the service reaches it; default: its own URL
 * @throws Error if it cannot listen there
 */
export async function startReceiver(host: string, port: number, publicUrl?: string) {
  const deliveries: { path: string; headers: IncomingHttpHeaders; event: unknown }[] = [];
  const server = guardedServer(async (request, response) => {
    const { url: path = "", headers } = request;
    // Anyone may send something, but only the service knows the mark.
    const body = markPattern.test(path) && (await joinBody(request, 65_536).catch(() => undefined));
    if (body) deliveries.push({ path, headers, event: parseJson(`${Buffer.from(body)}`, undefined) });
    response.writeHead(!body ? 404 : path.endsWith("refused") ? 500 : 200).end();
  });
  const ownUrl = await server.listen({ host, port });
  const close = () => server.close(AbortSignal.timeout(1_000));
  return { publicUrl: (publicUrl ?? ownUrl).replace(/\/+$/, ""), deliveries, close };
}
