import { once } from "node:events";
import { createServer, type IncomingMessage, request as rawRequest } from "node:http";
import http2 from "node:http2";
import { type AddressInfo, connect } from "node:net";
import {
  createReceiver,
  type EventType,
  sampleEvent,
  signatureHeader,
  type WebhookEvent,
} from "../../src/webhooks";
import { emulators } from "../emulator/api";
import { endpoints, secret, serving, signed } from "./endpoint";

const endpoint = endpoints();
const emulator = emulators();

async function post(
  url: string,
  init: RequestInit,
): Promise<{ status: number; headers: Headers; message: string }> {
  const answer = await fetch(url, init);
  const { status_code, status_message } = (await answer.json()) as Record<string, unknown>;
  expect([status_code, answer.headers.get("content-type")]).toEqual([answer.status, "application/json"]);
  return { status: answer.status, headers: answer.headers, message: String(status_message) };
}

async function read(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

describe.each(Object.entries(serving))("a receiver behind %s", (_, serve) => {
  it("hands what the service sends to the handler of its type, and the rest to the other one", async () => {
    const listed: unknown[] = [];
    const { url, handled } = await endpoint(serve, {
      on: {
        "rbl.host.listed": ({ host, total, details }) =>
          void listed.push([host.host, total, details[0]?.host]),
      },
    });
    const service = await emulator({
      webhooks: [{ url, secret }],
      listedOn: () => ["spam.bl.example.net"],
    });
    const host = service.account.add("host", { host: "192.0.2.1" });
    const credentials = Buffer.from(`${service.accountSid}:${service.authToken}`).toString("base64");
    await fetch(`${service.url}/rbl/check/start.json`, {
      method: "POST",
      headers: { authorization: `Basic ${credentials}` },
      body: new URLSearchParams({ host: host.id }),
    });
    while (service.events.sent.length < 3) await new Promise(setImmediate);
    await service.events.idle();
    expect(listed).toEqual([["192.0.2.1", 1, "spam.bl.example.net"]]);
    expect(handled.map((event) => event.event_type)).toEqual([
      "rbl.host.check.started",
      "rbl.host.check.completed",
    ]);
    expect(service.events.sent.map(({ answers }) => answers)).toEqual([[200], [200], [200]]);
  });

  it("hands on the body as it was signed, and the headers", async () => {
    const body = `{ "event_type":"x.y", "event_sid":"TA${"0".repeat(32)}", "event_date":"2027-01-15", "name":"\\u00fc" }\n`;
    const seen: string[] = [];
    const { url } = await endpoint(serve, {
      otherwise: (_event, { rawBody, headers }) =>
        void seen.push(Buffer.from(rawBody).toString(), `${headers.get("x-webhook-signature")}`),
    });
    const sent = signed(body);
    expect(await post(url, sent)).toMatchObject({ status: 200, message: "Event received." });
    expect(seen).toEqual([body, sent.headers["x-webhook-signature"]]);
  });

  it.each([
    ["no signature", () => ({}), "missing"],
    ["a signature of another form", () => ({ "x-webhook-signature": "t=x" }), "missing, or is not"],
    [
      "the signature of another body",
      (body: string) => signed(`${body} `).headers,
      "does not match this body",
    ],
    [
      "the signature of another secret",
      (body: string) => signed(body, "other").headers,
      "does not match this body",
    ],
    [
      "a signature that is older than five minutes",
      (body: string) => ({
        "x-webhook-signature": signatureHeader(body, secret, { now: () => Date.now() - 302_000 }),
      }),
      "too old",
    ],
  ])("answers 401 to %s", async (_name, headers, message) => {
    const { url, handled, refused } = await endpoint(serve);
    const { body } = signed();
    const answer = await post(url, {
      method: "POST",
      body,
      headers: headers(`${body}`) as Record<string, string>,
    });
    expect(answer).toMatchObject({ status: 401, message: expect.stringContaining(message) });
    expect([handled, refused]).toEqual([[], [answer.message]]);
  });

  it("accepts any of several secrets", async () => {
    const { url, handled } = await endpoint(serve, { secret: ["new", secret] });
    expect(await post(url, signed())).toMatchObject({ status: 200 });
    expect(await post(url, signed(undefined, "new"))).toMatchObject({ status: 200 });
    expect(await post(url, signed(undefined, "old"))).toMatchObject({ status: 401 });
    expect(handled).toHaveLength(2);
  });

  it("accepts unsigned events if configured", async () => {
    const { url, handled } = await endpoint(serve, { secret: undefined, allowUnsigned: true });
    const { method, body } = signed();
    expect(await post(url, { method, body })).toMatchObject({ status: 200 });
    expect(handled).toHaveLength(1);
  });

  it.each(["", "{", "[]", '{"event_type":"rbl.host.listed"}'])(
    "answers 400 to %j, well signed",
    async (body) => {
      const { url, handled } = await endpoint(serve);
      expect(await post(url, signed(body))).toMatchObject({ status: 400 });
      expect(handled).toEqual([]);
    },
  );

  const sid = (prefix: string, digits = 32) => prefix + "7".repeat(digits);
  const match = { sid: sid("RB"), host: "bl.example.org", details: "127.0.0.2" };

  it.each<[type: EventType, field: string, sent: unknown, handled: unknown]>([
    ["rbl.host.listed", "check_sid", null, null],
    ["rbl.host.listed", "check_sid", 71, "71"],
    ["rbl.host.listed", "event_sid", undefined, null],
    ["rbl.host.listed", "event_sid", "0190-a7", "0190-a7"],
    ["rbl.host.listed", "event_date", 1_800_000_000, "2027-01-15T08:00:00.000Z"],
    ["rbl.host.listed", "event_date", "1800000000000", "2027-01-15T08:00:00.000Z"],
    ["rbl.host.listed", "host", "192.0.2.9", { sid: null, name: null, host: "192.0.2.9" }],
    ["rbl.host.listed", "listed", 1, true],
    ["rbl.host.listed", "listed", null, true],
    ["rbl.host.listed", "total", "3", 3],
    ["rbl.host.listed", "total", 0.5, 0.5],
    ["rbl.host.listed", "details", match, [match]],
    ["rbl.host.listed", "details", { "0": match, "2": match }, [match, match]],
    ["rbl.host.listed", "details", { [match.sid]: match }, [match]],
    ["rbl.host.listed", "details", {}, []],
    ["rbl.host.listed", "details", [match.host], [{ sid: null, host: match.host, details: null }]],
    ["rbl.host.listed", "details", [match.sid], [{ sid: match.sid, host: null, details: null }]],
    ["billing.balance.alert", "balance", 4.5, "4.5"],
    ["billing.balance.alert", "alert_threshold", null, null],
    [
      "billing.renewal.failed",
      "plan",
      "Ultimate",
      { name: "Ultimate", period: null, expires: null, auto_renew_enabled: null },
    ],
    ["billing.renewal.success", "payment", null, { sid: null, amount: null, status: null, details: null }],
    ["cert.expiration.trigger", "expiry_days", 6.5, 6.5],
    ["cert.expiration.trigger", "expiry_days", "-2", -2],
    ["cert.expiration.trigger", "monitor", sid("CM"), { sid: sid("CM") }],
    ["cert.expiration.trigger", "monitor", "www.example.org", { hostname: "www.example.org" }],
    ["cert.expiration.trigger", "monitor", null, null],
    ["cert.error.trigger", "errors", ["expired"], [{ message: "expired" }]],
    ["cert.error.trigger", "errors", "expired", [{ message: "expired" }]],
    ["cert.error.trigger", "errors", { type: "expired" }, [{ type: "expired" }]],
    ["cert.error.resolve", "current_errors", null, []],
    ["cert.changed", "previous_fingerprint", null, null],
    ["agent.timeout", "agent", null, {}],
    ["agent.timeout", "instances", [sid("AI")], [{ sid: sid("AI") }]],
    ["agent.timeout", "timeout_minutes", 7.5, 7.5],
  ])("hands %s with %s = %j to the handler of its type", async (type, field, sent, handled) => {
    const typed: unknown[] = [];
    const { url, refused } = await endpoint(serve, {
      on: { [type]: (event: WebhookEvent) => void typed.push(event) },
      otherwise: () => Promise.reject(new Error("The event has a handler.")),
    });
    const event = sampleEvent(type);
    expect(await post(url, signed(JSON.stringify({ ...event, [field]: sent })))).toMatchObject({
      status: 200,
    });
    expect(typed).toEqual([{ ...event, [field]: handled }]);
    expect(refused).toEqual([]);
  });

  it("passes a signed body that is not as documented to onUnreadable, and answers 200", async () => {
    const unreadable: string[] = [];
    const onUnreadable = (body: Uint8Array, reason: string) => {
      unreadable.push(new TextDecoder().decode(body), reason);
    };
    const { url, handled } = await endpoint(serve, { onUnreadable });
    const body = JSON.stringify({ ...sampleEvent("rbl.host.listed"), details: 7 });
    expect(await post(url, signed(body))).toMatchObject({ status: 200 });
    expect(handled).toEqual([]);
    expect(unreadable).toEqual([body, expect.stringContaining("details")]);
    expect(await post(url, { method: "POST", body })).toMatchObject({ status: 401 });
    expect(unreadable).toHaveLength(2);
  });

  it("answers 500 if onUnreadable throws, so that the service sends the event again", async () => {
    const logged = jest.spyOn(console, "error").mockImplementation();
    const onUnreadable = () => Promise.reject(new Error("full"));
    const { url } = await endpoint(serve, { onUnreadable });
    expect(await post(url, signed("{"))).toMatchObject({ status: 500 });
    logged.mockRestore();
  });

  it("logs a signed body that is not as documented by default", async () => {
    const logged = jest.spyOn(console, "error").mockImplementation();
    const body = JSON.stringify({ ...sampleEvent("rbl.host.listed"), details: 7 });
    const headers = { "x-webhook-signature": signatureHeader(body, "s") };
    const request = new Request("http://receiver.example/", { method: "POST", body, headers });
    expect((await createReceiver({ secret: "s" }).fetch(request)).status).toBe(400);
    expect(logged).toHaveBeenCalledWith(expect.stringMatching(/rbl\.host\.listed.*details/));
    logged.mockRestore();
  });

  it.each(["PUT", "DELETE", "GET"])("answers 405 to %s, and says what is allowed", async (method) => {
    const { url } = await endpoint(serve);
    const { body, headers } = signed();
    const answer = await post(url, { method, headers, ...(method !== "GET" && { body }) });
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "POST"]);
  });

  it("answers 413 to a body that is larger than 1 MiB, and takes one that is not", async () => {
    const { url, handled } = await endpoint(serve);
    const event = sampleEvent("cert.flapping", { monitor: { name: "" } });
    const fill = 1_048_576 - JSON.stringify(event).length;
    const sized = (size: number) => JSON.stringify({ ...event, monitor: { name: "x".repeat(fill + size) } });
    expect(await post(url, signed(sized(1)))).toMatchObject({ status: 413 });
    expect(handled).toEqual([]);
    expect(await post(url, signed(sized(0)))).toMatchObject({ status: 200 });
    expect(handled).toHaveLength(1);
  });

  it("returns 413 for a body without a length as soon as it is too large", async () => {
    const { url, handled } = await endpoint(serve, { maxBodySize: 1_000 });
    const status = await new Promise((resolve, reject) => {
      // Its end is never sent.
      const sending = rawRequest(url, { method: "POST" }, ({ statusCode }) => resolve(statusCode));
      sending.on("error", reject).write("x".repeat(1_001));
    });
    expect(status).toBe(413);
    expect(handled).toEqual([]);
  });

  it("handles a repeated event once", async () => {
    const { url, handled } = await endpoint(serve);
    const again = signed();
    const answers = await Promise.all([1, 2, 3].map(() => post(url, again)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(answers.map(({ message }) => message).sort()).toEqual([
      "Event received before.",
      "Event received before.",
      "Event received.",
    ]);
    expect(handled).toHaveLength(1);
  });

  it("answers 500 when a handler throws, and tries again when the event comes again", async () => {
    const failed: unknown[] = [];
    let tries = 0;
    const { url } = await endpoint(serve, {
      on: {
        "rbl.host.listed": async () => {
          tries += 1;
          if (tries === 1) throw new Error("the pager is down");
        },
      },
      onFailed: (error, event) => failed.push((error as Error).message, event.event_type),
    });
    const again = signed();
    expect(await post(url, again)).toMatchObject({ status: 500, message: "The event could not be handled." });
    expect(await post(url, again)).toMatchObject({ status: 200, message: "Event received." });
    expect(await post(url, again)).toMatchObject({ message: "Event received before." });
    expect([tries, failed]).toEqual([2, ["the pager is down", "rbl.host.listed"]]);
  });

  it("accepts only the configured types without a signature", async () => {
    const { url, handled } = await endpoint(serve, { unsigned: ["contact.confirm"] });
    const unsigned = (body: string) => ({ ...signed(body), headers: {} });
    const confirm = '{"event_type":"contact.confirm","authcode":"A1b2C3"}';
    expect(await post(url, unsigned(confirm))).toMatchObject({ status: 200 });
    const wrong = { ...signed(confirm), headers: { "x-webhook-signature": "t=1,v1=00" } };
    const refused = [unsigned(`${signed().body}`), unsigned("{}"), unsigned("x"), wrong];
    for (const each of refused) expect(await post(url, each)).toMatchObject({ status: 401 });
    expect(handled).toHaveLength(1);
  });

  it("remembers only so many events", async () => {
    const { url, handled } = await endpoint(serve, { maxRemembered: 2 });
    const [one, two, three] = [signed(), signed(), signed()];
    for (const each of [one, two, three, three, two, one]) await post(url, each);
    expect(handled).toHaveLength(4);
  });

  it("handles confirmations without an id each for itself", async () => {
    const { url, handled } = await endpoint(serve);
    const confirm = signed('{"event_type":"contact.confirm","authcode":"A1B2C3"}');
    for (const each of [confirm, confirm]) expect(await post(url, each)).toMatchObject({ status: 200 });
    expect(handled).toHaveLength(2);
  });

  it("outlives a sender that breaks off", async () => {
    const { url, server } = await endpoint(serve);
    const { port } = new URL(url);
    await new Promise<void>((resolve) => {
      server.once("connection", (socket) => socket.once("close", () => resolve()));
      const socket = connect(Number(port), "127.0.0.1", () => {
        socket.write("POST /hook HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{", () =>
          socket.resetAndDestroy(),
        );
      });
    });
    expect(await post(url, signed())).toMatchObject({ status: 200 });
  });
});

describe("a receiver", () => {
  it.each([[undefined], [""], [[""]], [["a", ""]], [[]], [7]])(
    "cannot be made with the secret %j",
    (given) => {
      expect(() => createReceiver({ secret: given as string })).toThrow(TypeError);
    },
  );

  it("requires a secret unless an option allows unsigned events", () => {
    expect(() => createReceiver({ secret: "", allowUnsigned: true })).toThrow(/non-empty/);
    expect(() => createReceiver({ secret: undefined, allowUnsigned: true })).not.toThrow();
  });

  it("reports that other code has read the body", async () => {
    const { url, refused } = await endpoint(({ node }) =>
      createServer(async (request, response) => {
        await read(request);
        await node(request, response);
      }),
    );
    expect(await post(url, signed())).toMatchObject({ status: 500 });
    expect(refused[0]).toContain("Do not parse the body before the receiver");
    const receiver = createReceiver({ secret, onRefused: () => undefined });
    const request = new Request("http://localhost", signed());
    await request.text();
    expect((await receiver.fetch(request)).status).toBe(500);
  });

  it("behind node:http responds even if onRefused throws", async () => {
    const { url } = await endpoint(({ node }) => createServer(node), {
      onRefused: () => {
        throw new Error("x");
      },
    });
    expect(await post(url, { method: "POST" })).toMatchObject({ status: 500 });
  });

  it("works over HTTP/2", async () => {
    const receiver = createReceiver({ secret });
    const server = http2.createServer(
      (request, response) => void receiver.node(request as never, response as never),
    );
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const session = http2.connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const answered = async (body: string) => {
      const { headers } = signed(body);
      const sent = session.request({ ":method": "POST", ":path": "/hook", ...headers });
      sent.end(body);
      const [answer] = await once(sent, "response");
      sent.resume();
      return answer[":status"];
    };
    const statuses = [await answered(`${signed().body}`), await answered("x".repeat(2_000_000))];
    session.close();
    await new Promise((closed) => server.close(closed));
    expect(statuses).toEqual([200, 413]);
  });

  it("takes the raw body that a server has kept", async () => {
    const { url, handled } = await endpoint(({ node }) =>
      createServer(async (request, response) => {
        await node(Object.assign(request, { rawBody: await read(request) }), response);
      }),
    );
    expect(await post(url, signed())).toMatchObject({ status: 200 });
    expect(handled).toHaveLength(1);
  });

  it("takes the body that express.raw() leaves in the request", async () => {
    const { url, handled } = await endpoint(({ node }) =>
      createServer(async (request, response) => {
        await node(Object.assign(request, { body: await read(request) }), response);
      }),
    );
    expect(await post(url, signed())).toMatchObject({ status: 200 });
    expect(handled).toHaveLength(1);
  });

  it("remembers a signed event, however many unsigned ones follow", async () => {
    let handled = 0;
    const receiver = createReceiver({
      secret,
      unsigned: ["x.y"],
      maxRemembered: 2,
      otherwise: () => {
        handled += 1;
      },
    });
    const send = (init: RequestInit) => receiver.fetch(new Request("http://localhost", init));
    const event = (number: number) =>
      `{"event_type":"x.y","event_sid":"TA${String(number).padStart(32, "0")}","event_date":"2027-01-15"}`;
    await send(signed(event(1)));
    for (let number = 2; number < 6; number += 1) await send({ ...signed(event(number)), headers: {} });
    handled = 0;
    await send(signed(event(1)));
    expect(handled).toBe(0);
  });

  it("goes by the time it is given", async () => {
    const receiver = createReceiver({
      secret,
      now: () => 1_000_000,
      tolerance: 10,
      onRefused: () => undefined,
    });
    const { body } = signed();
    const at = async (seconds: number) => {
      const headers = {
        "x-webhook-signature": signatureHeader(body, secret, { now: () => seconds * 1_000 }),
      };
      return (await receiver.fetch(new Request("http://localhost", { method: "POST", body, headers })))
        .status;
    };
    expect([await at(989), await at(990), await at(1_010), await at(1_011)]).toEqual([401, 200, 200, 401]);
  });

  it("logs errors of a handler with console.error, unless onFailed is set", async () => {
    const written = jest.spyOn(console, "error").mockImplementation(() => undefined);
    const thrown = new Error("the pager is down");
    const receiver = createReceiver({ secret, otherwise: () => Promise.reject(thrown) });
    expect((await receiver.fetch(new Request("http://localhost", signed()))).status).toBe(500);
    expect(written.mock.calls).toEqual([
      ["The handler of the webhook event rbl.host.listed failed:", thrown],
    ]);
    written.mockRestore();
  });
});
