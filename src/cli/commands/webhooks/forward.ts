import type { Delivery } from "../../../webhooks/receiver-options";

/** Headers that belong to one connection, and those that are made anew for the next. */
const ownHeaders = new Set([
  "connection",
  "content-length",
  "expect",
  "host",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/**
 * Sends a delivery on, with its headers and its body byte by byte, so that its signature stays right.
 *
 * @returns the HTTP status of the answer
 * @throws when there is none within 30 seconds
 */
export async function forward({ headers, rawBody }: Delivery, url: URL): Promise<number> {
  const passed = [...headers].filter(([name]) => !ownHeaders.has(name));
  const answer = await fetch(url, {
    method: "POST",
    headers: passed,
    body: Buffer.from(rawBody),
    redirect: "manual",
    signal: AbortSignal.timeout(30_000),
  });
  await answer.body?.cancel();
  return answer.status;
}
