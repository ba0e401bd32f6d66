import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** How a response quotes a request. */
export type Echo = (
  status: number,
  heard: { readonly authorization: string; readonly body: string },
) => string;

/** The forms in which services and proxies quote a request. */
export const echoes: Readonly<Record<string, Echo>> = {
  "in a message": (status, { authorization, body }) =>
    JSON.stringify({
      status_code: status,
      status_message: `${decoded(authorization)} ${authorization}: ${formText(body)} ${body}`,
    }),
  "in a page": (status, { authorization, body }) =>
    `<h1>${status}</h1><pre>${html(`Authorization: ${authorization}\n${decoded(authorization)}\n${formText(body)}\n${body}`)}</pre>`,
  "in data": (status, { authorization, body }) =>
    JSON.stringify({
      status_code: status,
      request: { authorization, [decoded(authorization)]: Object.fromEntries(new URLSearchParams(body)) },
    }).replaceAll("/", "\\/"),
  "between args that repeat": (status, { authorization, body }) =>
    JSON.stringify({
      status_code: status,
      status_message: `${repeated}${decoded(authorization)}${repeated} ${formText(body)}`,
      args: [repeated, ...Array.from({ length: 2_000 }, (_, n) => `${repeated.slice(0, 20)}${n}`)],
    }),
};

const repeated = "a".repeat(4_000);

/** A service that answers every request like that. */
export async function startEcho(echo: Echo, status: number) {
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    response
      .writeHead(status)
      .end(echo(status, { authorization: request.headers.authorization ?? "", body }));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/4.0`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function decoded(authorization: string): string {
  return Buffer.from(authorization.replace("Basic ", ""), "base64").toString();
}

function formText(body: string): string {
  return [...new URLSearchParams(body)].map((pair) => pair.join(": ")).join(", ");
}

function html(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#039;");
}
