import { getEventListeners, once } from "node:events";
import { createServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { createUndiciTransport } from "../../src/client/undici-transport";
import { issueCertificate } from "../certificates";
import { authToken, clientOf, closeAll, closeLater, connected, errorOf } from "./support/client";
import { deferred } from "./support/clock";
import { type Received, recording, startService } from "./support/local-service";
import { list, sid } from "./support/replies";
import { startTunnelProxy } from "./support/tunnel-proxy";
import { warningsDuring } from "./support/warnings";

afterEach(closeAll);

const id = sid("HT");
const host = { host: "192.0.2.25", name: "a", profile: sid("RP"), contact_group: [sid("CG")] };
const certificate = issueCertificate({ commonName: "service", names: ["service.test", "localhost"] });

async function startSecureService() {
  const requests: Received[] = [];
  const server = createServer(
    certificate,
    recording(requests, () => list([{ id }])),
  );
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  closeLater({
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  });
  return { port, requests };
}

/** A client of that origin; it is not taken for this machine, so that proxies count. */
function clientThrough(
  origin: string,
  {
    requestTimeout = 30,
    ...settings
  }: Parameters<typeof createUndiciTransport>[1] & { requestTimeout?: number },
) {
  const transport = createUndiciTransport({ origin, loopback: false }, settings);
  return clientOf(`${origin}/4.0`, { requestTimeout, transport });
}

describe("a connection", () => {
  it("is kept for the next request", async () => {
    const { client, requests } = await connected(() => list([{ id }]));
    await client.collection("host").get(id);
    await client.collection("host").get(id);
    expect(requests[1]?.socket.remotePort).toBe(requests[0]?.socket.remotePort);
  });

  it.each(["4.0", "3.0"] as const)(
    "opens for each create over version %s: a server may be closing an idle one",
    async (apiVersion) => {
      const used = new WeakSet<Socket>();
      // The server closes an idle connection as the next request arrives.
      const { client, requests } = await connected(
        ({ socket }) => {
          if (used.has(socket)) return () => socket.destroy();
          used.add(socket);
          return list([{ id }]);
        },
        { apiVersion },
      );
      const hosts = client.collection("host");
      await hosts.get(id);
      for (const _ of ["first", "second"]) expect(await hosts.create(host)).toEqual([{ id }]);
      expect(requests).toHaveLength(3);
    },
  );

  it("serves many concurrent requests without a warning from Node", async () => {
    const stop = new AbortController();
    const { client } = await connected(() => list([{ id }]), { signal: stop.signal });
    const own = new AbortController();
    const hosts = client.collection("host");
    const warnings = await warningsDuring(() =>
      Promise.all(Array.from({ length: 60 }, () => hosts.get(id, { signal: own.signal }))),
    );
    expect(warnings).toEqual([]);
  });
});

describe("a signal", () => {
  it("is let go of when the answer has come", async () => {
    const service = await startService(() => list([{ id }]));
    closeLater(service);
    const transport = createUndiciTransport({ origin: new URL(service.url).origin, loopback: true });
    closeLater(transport);
    const { signal } = new AbortController();
    const request = { method: "GET", path: "/", headers: {}, timeout: 5_000, finishOnceSent: false, signal };
    await transport.send(request);
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });
});

/** Sends a request to a service without the client. */
async function sentTo(reply: Parameters<typeof startService>[0], more: object = {}) {
  const service = await startService(reply);
  closeLater(service);
  const transport = createUndiciTransport({ origin: new URL(service.url).origin, loopback: true });
  closeLater(transport);
  return transport.send({
    ...{ method: "GET", path: "/", headers: {}, timeout: 5_000, finishOnceSent: false, ...more },
  });
}

describe("a response", () => {
  const megabyte = 1024 * 1024;

  it.each([
    [64 * megabyte, false, 64 * megabyte],
    [64 * megabyte + 1, true, megabyte],
  ])("of %i bytes is too large: %p, and its text has %i", async (size, overflow, shown) => {
    const response = await sentTo(() => (answer) => answer.end(Buffer.alloc(size, "x")));
    expect([response.status, response.overflow, response.text.length]).toEqual([200, overflow, shown]);
  });

  it("may be slow within the time-out of its request, to begin and to go on", async () => {
    const slow = await sentTo(() => (answer) => {
      setTimeout(() => answer.write("slow"), 30);
      setTimeout(() => answer.end("ly"), 60);
    });
    expect(slow.text).toBe("slowly");
  });
});

describe("a request", () => {
  it("is not sent if it is stopped before", async () => {
    const sending = sentTo(() => list([]), { signal: AbortSignal.abort() });
    await expect(sending).rejects.toMatchObject({ reason: "stopped", sent: false });
  });

  it("gives up its connection when it times out", async () => {
    const closed = deferred();
    const { client } = await connected(() => (response) => response.on("close", closed.resolve), {
      requestTimeout: 0.05,
    });
    const error = await errorOf(client.collection("host").create(host));
    expect(error.kind).toBe("timeout");
    await closed.promise;
  });

  it("has a connection of its own while it is under way", async () => {
    const both = deferred();
    let count = 0;
    const { client, requests } = await connected(() => (response) => {
      count += 1;
      if (count === 2) both.resolve();
      both.promise.then(() => response.end(JSON.stringify({ status_code: 200, data: [{ id }] })));
    });
    const hosts = client.collection("host");
    await Promise.all([hosts.get(id), hosts.get(id)]);
    expect(new Set(requests.map(({ socket }) => socket.remotePort)).size).toBe(2);
  });

  it("sends credentials, User-Agent and Accept", async () => {
    const { client, requests } = await connected(() => list([{ id }]));
    await client.collection("host").get(id);
    const { authorization = "", ...headers } = requests[0]?.headers ?? {};
    expect(Buffer.from(authorization.replace("Basic ", ""), "base64").toString()).toMatch(
      new RegExp(`^AC[a-z]+:${authToken}$`),
    );
    expect(headers).toMatchObject({
      accept: "application/json",
      "accept-encoding": "identity",
      "user-agent": expect.stringMatching(/^rblmonitor\/\d+\.\d+\.\d+$/),
    });
  });

  it("sends the configured User-Agent", async () => {
    const { client, requests } = await connected(() => list([{ id }]), { userAgent: "me/1" });
    await client.collection("host").get(id);
    expect(requests[0]?.headers["user-agent"]).toBe("me/1");
  });

  it("carries a form when it writes", async () => {
    const { client, requests } = await connected(() => list([]));
    await client.collection("host").update(id, { name: "ä b" });
    expect(requests[0]?.headers["content-type"]).toBe("application/x-www-form-urlencoded");
    expect(requests[0]?.form.get("name")).toBe("ä b");
  });
});

describe("a redirect", () => {
  it.each([301, 302, 303, 307, 308])(
    "with %i is not followed, and the other origin sees nothing",
    async (status) => {
      const other = await startService(() => list([{ id }]));
      closeLater(other);
      const { client, requests } = await connected(() => ({
        status,
        headers: { location: `${other.url}/rbl/hosts/${id}.json` },
        body: "",
      }));
      const error = await errorOf(client.collection("host").get(id));
      expect(error).toMatchObject({ kind: "unreadable", status });
      expect(requests).toHaveLength(1);
      expect(other.requests).toEqual([]);
    },
  );
});

describe("an answer", () => {
  it("over 64 MB is an error that shows its beginning", async () => {
    const block = Buffer.alloc(1024 * 1024, "x");
    const isWhole: unknown[] = [];
    const closed = deferred();
    const { client } = await connected(() => (response) => {
      response.on("close", () => {
        isWhole.push(response.writableFinished);
        closed.resolve();
      });
      response.on("error", () => {});
      response.write("BEGINNING");
      const more = (left: number): void => {
        if (left > 0 && !response.destroyed) response.write(block, () => more(left - 1));
      };
      more(80);
    });
    const error = await errorOf(client.collection("host").get(id));
    expect(error.kind).toBe("unreadable");
    expect(error.message).toContain("larger than 64 MB; it starts with: BEGINNING");
    expect(error.message.length).toBeLessThan(400);
    await closed.promise;
    expect(isWhole).toEqual([false]);
  });

  it("may begin with a byte order mark", async () => {
    const { client } = await connected(() => ({
      body: `\uFEFF${JSON.stringify({ status_code: 200, data: [{ id }] })}`,
    }));
    expect(await client.collection("host").get(id)).toEqual({ id });
  });
});

describe("HTTPS", () => {
  it("accepts a service with a trusted certificate", async () => {
    const { port } = await startSecureService();
    const client = clientThrough(`https://localhost:${port}`, { ca: certificate.cert, env: {} });
    expect(await client.collection("host").get(id)).toEqual({ id });
  });

  it("rejects a service with an untrusted certificate", async () => {
    const { port, requests } = await startSecureService();
    const client = clientThrough(`https://localhost:${port}`, {});
    const error = await errorOf(client.collection("host").delete(id));
    expect(error).toMatchObject({ kind: "transport", effect: "none" });
    expect(error.message).toContain("self-signed certificate");
    expect(requests).toEqual([]);
  });

  it("rejects a service with a certificate for another name", async () => {
    const { port, requests } = await startSecureService();
    const client = clientThrough(`https://127.0.0.1:${port}`, { ca: certificate.cert });
    expect((await errorOf(client.collection("host").get(id))).kind).toBe("transport");
    expect(requests).toEqual([]);
  });
});

describe("a proxy", () => {
  it("tunnels to the service, and sees no credentials", async () => {
    const service = await startSecureService();
    const proxy = await startTunnelProxy(service.port);
    closeLater(proxy);
    const client = clientThrough("https://service.test:8443", {
      ca: certificate.cert,
      env: { HTTPS_PROXY: proxy.url },
    });
    expect(await client.collection("host").get(id)).toEqual({ id });
    expect(proxy.tunnels.map(({ target }) => target)).toEqual(["service.test:8443"]);
    expect(proxy.tunnels[0]?.headers).not.toHaveProperty("authorization");
    expect(service.requests[0]?.headers).toHaveProperty("authorization");
  });

  it("gets its own credentials, which the service does not see", async () => {
    const service = await startSecureService();
    const proxy = await startTunnelProxy(service.port);
    closeLater(proxy);
    const client = clientThrough("https://service.test", {
      ca: certificate.cert,
      env: { HTTPS_PROXY: proxy.url.replace("//", "//me:s3cret@") },
    });
    await client.collection("host").get(id);
    expect(proxy.tunnels[0]?.headers["proxy-authorization"]).toBe(`Basic ${btoa("me:s3cret")}`);
    expect(service.requests[0]?.headers).not.toHaveProperty("proxy-authorization");
  });

  it.each([
    [407, "the proxy answered 407; it requires valid credentials: set HTTPS_PROXY to http://"],
    [403, "the proxy answered 403; it does not allow connections to the service"],
    [502, "the proxy answered 502; it cannot reach the service"],
  ])("that opens no tunnel says why with status %i", async (refuse, meaning) => {
    const proxy = await startTunnelProxy({ refuse });
    closeLater(proxy);
    const client = clientThrough("https://service.test", { env: { HTTPS_PROXY: proxy.url } });
    const error = await errorOf(client.collection("host").get(id));
    expect(error.message).toContain(meaning);
    expect(error.message).toContain(`through the proxy ${proxy.url} (HTTPS_PROXY)`);
  });

  it("is not used for what NO_PROXY names", async () => {
    const service = await startSecureService();
    const proxy = await startTunnelProxy(service.port);
    closeLater(proxy);
    const client = clientThrough(`https://localhost:${service.port}`, {
      ca: certificate.cert,
      env: { HTTPS_PROXY: proxy.url, NO_PROXY: "localhost" },
    });
    await client.collection("host").get(id);
    expect(proxy.tunnels).toEqual([]);
  });

  it("is not used for a service on this machine", async () => {
    const service = await startService(() => list([{ id }]));
    closeLater(service);
    const proxy = await startTunnelProxy(service.port);
    closeLater(proxy);
    const transport = createUndiciTransport(
      { origin: `http://127.0.0.1:${service.port}`, loopback: true },
      { env: { HTTP_PROXY: proxy.url } },
    );
    await clientOf(service.url, { transport }).collection("host").get(id);
    expect(proxy.tunnels).toEqual([]);
  });

  it("that opens the tunnel only after the time-out gets nothing to carry", async () => {
    const service = await startSecureService();
    const held = deferred();
    const proxy = await startTunnelProxy(service.port, { heldUntil: held.promise });
    closeLater(proxy);
    const client = clientThrough("https://service.test", {
      ca: certificate.cert,
      env: { HTTPS_PROXY: proxy.url },
      requestTimeout: 0.5,
    });
    expect((await errorOf(client.collection("host").delete(id))).effect).toBe("none");
    held.resolve();
    // Abandoned requests come earlier in the queue. They had their turn before the response to this request.
    await client.collection("host").get(id);
    expect(service.requests.map(({ method }) => method)).toEqual(["GET"]);
  });

  it("that rejects the tunnel means that nothing was sent", async () => {
    const proxy = await startTunnelProxy({ refuse: 407 });
    closeLater(proxy);
    const client = clientThrough("https://service.test", { env: { HTTPS_PROXY: proxy.url } });
    const error = await errorOf(client.collection("host").delete(id));
    expect(error).toMatchObject({ kind: "transport", effect: "none" });
    expect(error.message).toContain("407");
  });

  it("whose URL cannot be read is refused without showing it", () => {
    const settings = { env: { HTTPS_PROXY: "http://user:s3cret@" } };
    const create = () => createUndiciTransport({ origin: "https://service.test", loopback: false }, settings);
    expect(create).toThrow("HTTPS_PROXY is not the address of an HTTP proxy");
  });
});
