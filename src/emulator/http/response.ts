import type { ServerResponse } from "node:http";

/** A response before it is sent. */
export interface EmulatorResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The envelope of a response (docs/design/api.md#endpoints and Errors): status, message, and content. */
export function envelope(
  status: number,
  message: string,
  headers: Readonly<Record<string, string>>,
  content: object = {},
): EmulatorResponse {
  return json(status, { status_code: status, status_message: message, ...content }, headers);
}

/** A response with a body in JSON. */
export function json(status: number, body: object, headers: EmulatorResponse["headers"] = {}) {
  return { status, headers: { "Content-Type": "application/json", ...headers }, body: JSON.stringify(body) };
}

/** The response as XML: an element for each field, and `item` for those of a list. Its form is not documented. Plain text stays. */
export function inXml(response: EmulatorResponse): EmulatorResponse {
  const { status, headers, body } = response;
  if (headers["Content-Type"] !== "application/json") return response;
  const text = `<?xml version="1.0"?>${element("response", JSON.parse(body))}`;
  return { status, headers: { ...headers, "Content-Type": "application/xml" }, body: text };
}

function element(name: string, value: unknown): string {
  const parts = Array.isArray(value)
    ? value.map((item) => ["item", item] as const)
    : Object.entries(Object(value));
  const isText = typeof value !== "object" || value === null;
  const inside = isText
    ? xmlText(String(value ?? ""))
    : parts.map(([key, part]) => element(key, part)).join("");
  return `<${name}>${inside}</${name}>`;
}

function xmlText(text: string): string {
  // XML has no control characters, not even as references.
  return text.replace(/[^\P{Cc}\t\n\r]/gu, "\ufffd").replace(/[<>&]/g, (mark) => `&#${mark.charCodeAt(0)};`);
}

/**
 * Sends a response, or only the first half of its body. Resets the connection without a response. Returns the sent status, or 0
 * if nothing was sent.
 */
export function send(outgoing: ServerResponse, sent: EmulatorResponse | undefined, isCut = false): number {
  if (sent === undefined || outgoing.destroyed) {
    outgoing.req.socket.resetAndDestroy();
    return 0;
  }
  const body = Buffer.from(sent.body);
  outgoing.writeHead(sent.status, { ...sent.headers, "Content-Length": body.length });
  if (isCut) {
    outgoing.write(body.subarray(0, Math.floor(body.length / 2)), () => outgoing.req.socket.destroy());
  } else {
    outgoing.end(body);
  }
  return sent.status;
}
