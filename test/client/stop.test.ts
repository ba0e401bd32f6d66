import { getEventListeners } from "node:events";
import type { Client } from "../../src/client/client";
import type { ClientOptions } from "../../src/client/options";
import { readAllPages } from "../../src/client/paging";
import { createUndiciTransport } from "../../src/client/undici-transport";
import { clientOf, closeAll, closeLater, connected, errorOf } from "./support/client";
import { deferred, stillClock } from "./support/clock";
import { failure, list, sid, success } from "./support/replies";
import { startTunnelProxy } from "./support/tunnel-proxy";
import { warningsDuring } from "./support/warnings";

afterEach(closeAll);

const id = sid("HT");
const host = { host: "192.0.2.1", name: "web", profile: sid("RP"), contact_group: [sid("CG")] };

describe.each(["the client's signal", "the call's signal"])("%s", (whose) => {
  function stopping() {
    const stop = new AbortController();
    const ofClient = whose === "the client's signal";
    return {
      stop,
      client: ofClient ? { signal: stop.signal } : {},
      call: ofClient ? {} : { signal: stop.signal },
    };
  }

  it("ends a read in flight immediately", async () => {
    const { stop, client: options, call } = stopping();
    const arrived = deferred();
    const { client } = await connected(() => () => arrived.resolve(), options);
    const reading = errorOf(client.collection("host").get(id, call));
    await arrived.promise;
    stop.abort();
    expect(await reading).toMatchObject({ kind: "stopped", effect: "none" });
  });

  it("lets a write in flight finish", async () => {
    const { stop, client: options, call } = stopping();
    const arrived = deferred();
    const answered = deferred();
    const { client } = await connected(
      () => (response) => {
        arrived.resolve();
        answered.promise.then(() => response.end(JSON.stringify({ status_code: 200, data: [{ id }] })));
      },
      options,
    );
    const creating = client.collection("host").create(host, call);
    await arrived.promise;
    stop.abort();
    await new Promise(setImmediate);
    answered.resolve();
    expect(await creating).toEqual([{ id }]);
  });

  it("lets a write in flight run into its time-out", async () => {
    const { stop, client: options, call } = stopping();
    const arrived = deferred();
    const { client } = await connected(() => () => arrived.resolve(), { ...options, requestTimeout: 0.5 });
    const creating = errorOf(client.collection("host").create(host, call));
    await arrived.promise;
    stop.abort();
    expect(await creating).toMatchObject({ kind: "timeout", effect: "possible" });
  });

  it("lets nothing new start", async () => {
    const { stop, client: options, call } = stopping();
    const { client, requests } = await connected(() => success([{ id }]), options);
    stop.abort();
    const error = await errorOf(client.collection("host").create(host, call));
    expect(error).toMatchObject({ kind: "stopped", effect: "none", operation: "create host" });
    expect(requests).toEqual([]);
  });

  it("ends the wait for a rate limit immediately", async () => {
    const { stop, client: options, call } = stopping();
    const clock = stillClock();
    const { client } = await connected(
      () => failure(429, "No.", { "retry-after": "60", "ratelimit-remaining": "0" }),
      {
        ...options,
        clock,
      },
    );
    const creating = errorOf(client.collection("host").create(host, call));
    await clock.asleep;
    stop.abort();
    expect(await creating).toMatchObject({ kind: "stopped", effect: "none" });
  });

  it("ends the wait before a write is sent again, which may have happened", async () => {
    const { stop, client: options, call } = stopping();
    const clock = stillClock();
    const { client, requests } = await connected(() => failure(500), { ...options, clock });
    const updating = errorOf(client.collection("host").update(id, { name: "n" }, call));
    await clock.asleep;
    stop.abort();
    expect(await updating).toMatchObject({ kind: "stopped", effect: "possible" });
    expect(requests).toHaveLength(1);
  });

  it("ends a list between its pages", async () => {
    const { stop, client: options, call } = stopping();
    const { client, requests } = await connected(() => list([{ id }], { total_pages: 9, total: 9 }), options);
    const read = readAllPages(async (number) => {
      const page = await client.collection("host").page(number, call);
      stop.abort();
      return page;
    });
    expect((await errorOf(read)).kind).toBe("stopped");
    expect(requests).toHaveLength(1);
  });
});

describe("a write that waits for its connection", () => {
  async function unconnected(options: Partial<ClientOptions>) {
    const proxy = await startTunnelProxy("silence");
    closeLater(proxy);
    const base = { origin: "https://service.test", loopback: false };
    const transport = createUndiciTransport(base, { env: { HTTPS_PROXY: proxy.url } });
    return { proxy, client: clientOf(`${base.origin}/4.0`, { ...options, transport }) };
  }

  it("is not sent after a stop", async () => {
    const stop = new AbortController();
    const { client, proxy } = await unconnected({ signal: stop.signal });
    const deleting = errorOf(client.collection("host").delete(id));
    await proxy.asked;
    stop.abort();
    expect(await deleting).toMatchObject({ kind: "stopped", effect: "none" });
  });

  it("had no effect if it times out, and so is retried", async () => {
    const { client } = await unconnected({ requestTimeout: 0.05 });
    const error = await errorOf(client.collection("host").create(host));
    expect(error).toMatchObject({ kind: "timeout", effect: "none" });
    expect(client.requestsSent).toBe(3);
  });

  it("does not keep the client from closing", async () => {
    const { client, proxy } = await unconnected({});
    const deleting = errorOf(client.collection("host").delete(id));
    await proxy.asked;
    await client.close();
    expect((await deleting).kind).toBe("stopped");
  });
});

it("a signal that lives on holds nothing of operations that have ended, however many listen at a time", async () => {
  const [ofClient, ofCalls] = [new AbortController(), new AbortController()];
  const { client } = await connected(() => list([{ id }]), { signal: ofClient.signal });
  const options = { signal: ofCalls.signal };
  const warnings = await warningsDuring(() =>
    Promise.all(Array.from({ length: 20 }, () => client.collection("host").get(id, options))),
  );
  expect(getEventListeners(ofCalls.signal, "abort")).toEqual([]);
  expect(getEventListeners(ofClient.signal, "abort")).toHaveLength(1);
  expect(warnings).toEqual([]);
});

it("a signal may be that of many clients, without a warning, until they are closed", async () => {
  const { signal } = new AbortController();
  const clients: Client[] = [];
  const warnings = await warningsDuring(async () => {
    for (let count = 0; count < 12; count += 1)
      clients.push(clientOf("https://api.example.com/4.0", { signal }));
  });
  expect([getEventListeners(signal, "abort").length, warnings]).toEqual([12, []]);
  for (const client of clients) await client.close();
  expect(getEventListeners(signal, "abort")).toEqual([]);
});

describe("a client with an already aborted signal", () => {
  it("sends nothing", async () => {
    const { client, requests } = await connected(() => list([{ id }]), { signal: AbortSignal.abort() });
    expect((await errorOf(client.collection("host").get(id))).kind).toBe("stopped");
    expect(requests).toEqual([]);
  });
});

describe("a closed client", () => {
  it("sends nothing any more", async () => {
    const { client, requests } = await connected(() => list([{ id }]));
    await client.close();
    expect((await errorOf(client.collection("host").get(id))).kind).toBe("stopped");
    expect(requests).toEqual([]);
  });

  it("can be closed again", async () => {
    const { client } = await connected(() => list([]));
    await client.close();
    await expect(client.close()).resolves.toBeUndefined();
  });

  it("has broken its writes if it gives up", async () => {
    const arrived = deferred();
    const { client } = await connected(() => () => arrived.resolve());
    const deleting = errorOf(client.collection("host").delete(id));
    await arrived.promise;
    const giveUp = new AbortController();
    const closing = client.close(giveUp.signal);
    giveUp.abort();
    await closing;
    expect(await deleting).toMatchObject({ effect: "possible" });
  });

  it("has let its writes finish", async () => {
    const arrived = deferred();
    const { client } = await connected(() => (response) => {
      arrived.resolve();
      setImmediate(() => response.end(JSON.stringify({ status_code: 200 })));
    });
    const ended: string[] = [];
    const deleting = client.collection("host").delete(id);
    deleting.then(() => ended.push("write"));
    await arrived.promise;
    await client.close();
    ended.push("client");
    expect(ended).toEqual(["write", "client"]);
    await expect(deleting).resolves.toBeUndefined();
  });
});
