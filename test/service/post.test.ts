import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { post } from "../../src/service/post";
import { issueCertificate } from "../certificates";

/** Posts a body to a server on this machine, and returns the status and what the server received. */
async function posted(protocol: "http" | "https", signal = new AbortController().signal) {
  const received: unknown[] = [];
  const listener: RequestListener = async (request, response) => {
    const { method, url, headers } = request;
    received.push([method, url, headers["x-event"], await text(request)]);
    response.writeHead(302, { location: "/elsewhere" }).end();
  };
  const identity = issueCertificate({ commonName: "receiver", names: ["localhost"] });
  const server = protocol === "http" ? createServer(listener) : createSecureServer(identity, listener);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const url = new URL(`${protocol}://localhost:${port}/events`);
  try {
    const response = await post(url, { "x-event": "listed" }, "{}", signal);
    response.resume();
    return { status: response.statusCode, received };
  } catch (error) {
    return { error: (error as Error).message, received };
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

describe("an event", () => {
  it("is posted, and a redirect is not followed", async () => {
    const received = [["POST", "/events", "listed", "{}"]];
    expect(await posted("http")).toEqual({ status: 302, received });
  });

  it("is not posted to a receiver with an untrusted certificate", async () => {
    expect(await posted("https")).toEqual({ error: "self-signed certificate", received: [] });
  });

  it("is not posted after a stop", async () => {
    expect(await posted("http", AbortSignal.abort())).toMatchObject({ received: [] });
  });
});
