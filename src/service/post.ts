import { type IncomingMessage, request as sendPlain } from "node:http";
import { request as sendEncrypted } from "node:https";

/**
 * Posts a body to a receiver of events, and resolves when its response begins. Redirects are not followed. Certificates are
 * always verified: `fetch` would skip that with NODE_TLS_REJECT_UNAUTHORIZED=0.
 */
export function post(
  url: URL,
  headers: Readonly<Record<string, string>>,
  body: string | Uint8Array,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const send = url.protocol === "https:" ? sendEncrypted : sendPlain;
  return new Promise((resolve, reject) => {
    send(url, { method: "POST", headers, signal, rejectUnauthorized: true })
      .on("response", resolve)
      .on("error", reject)
      .end(body);
  });
}
