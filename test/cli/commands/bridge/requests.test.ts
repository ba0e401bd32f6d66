import { once } from "node:events";
import { request } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import * as fc from "fast-check";
import { basic, send } from "../../../emulator/api";
import { oldProgram } from "../../../legacy/program";
import { bridges, otherServices, type TestBridge } from "./bridges";

const start = bridges();
const otherService = otherServices();

const authorization = ({ service }: TestBridge) => basic(service.accountSid, service.authToken);

/** Until something is so, looking after each turn of the event loop. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise(setImmediate);
}

describe("credentials", () => {
  test("that are missing or no HTTP Basic are refused before anything is sent", async () => {
    const bridge = await start();
    for (const each of [
      {},
      { authorization: "Basic" },
      { authorization: basic("", "") },
      { authorization: basic("AC", "") },
    ]) {
      const { status, headers } = await send(`${bridge.url}/hosts.json`, {
        headers: each as Record<string, string>,
      });
      expect([status, headers.get("www-authenticate")]).toEqual([401, 'Basic realm="API"']);
    }
    expect(bridge.service.requestCount).toBe(0);
  });

  test("and codes in requests are hidden in the answers to these requests, and then forgotten", async () => {
    const baseUrl = await otherService(async (incoming, outgoing) => {
      const form = new URLSearchParams(await text(incoming));
      const status_message = `Invalid: ${[...form.values()]}, ${incoming.headers.authorization}`;
      outgoing.writeHead(422).end(JSON.stringify({ status_code: 422, status_message }));
    });
    const program = oldProgram(await start({}, { baseUrl }));
    const confirmed = await program.post(`/contact/confirm/CO${"0".repeat(32)}.json`, { authcode: "K7X2M9" });
    const added = await program.post("/contactgroup/add.json", { name: "K7X2M9" });
    expect([confirmed, added].map(({ body }) => body.status_message)).toEqual([
      "Invalid: ***, Basic ***",
      "Invalid: K7X2M9, Basic ***",
    ]);
  });

  test("that the service refuses are refused with its words", async () => {
    const baseUrl = await otherService((_, outgoing) => {
      outgoing.writeHead(401).end('{"status_code":401,"status_message":"This token was withdrawn."}');
    });
    const { status, body, headers } = await oldProgram(await start({}, { baseUrl })).get("/hosts.json");
    expect([status, body.status_message, headers.get("www-authenticate")]).toEqual([
      401,
      "This token was withdrawn.",
      'Basic realm="API"',
    ]);
  });
});

describe("a body", () => {
  test("that is cut off is not carried out", async () => {
    const bridge = await start();
    const { hostname, port } = new URL(bridge.url);
    const socket = connect(Number(port), hostname);
    const head = `POST /3.0/contactgroup/add.json HTTP/1.1\r\nHost: bridge\r\nAuthorization: ${authorization(bridge)}\r\n`;
    const type = "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 100\r\n\r\n";
    await new Promise((resolve) => socket.write(`${head}${type}name=Night`, resolve));
    socket.destroy();
    expect((await oldProgram(bridge).get("/contactgroups.json")).body.total_contact_groups).toBe(1);
    expect(bridge.service.requests.map(({ method }) => method)).toEqual(["GET"]);
  });
});

test("a read whose program has gone is given up", async () => {
  const bridge = await start({ latency: 60_000 });
  const gone = request(`${bridge.url}/hosts.json`, { headers: { authorization: authorization(bridge) } });
  gone.on("error", () => undefined);
  gone.end();
  await until(() => bridge.service.requestCount === 1);
  gone.destroy();
  await until(() => bridge.uses.length === 1);
  expect(bridge.uses).toMatchObject([{ status: 503 }]);
});

test("when it ends, writes in flight are answered, what waits is refused, and nothing new is taken", async () => {
  const bridge = await start({}, { maxWait: 600 });
  const program = oldProgram(bridge);
  bridge.service.faults.arm({ fault: "slow", delay: 200, path: "/contact/groups" });
  const write = program.post("/contactgroup/add.json", { name: "Night" });
  await until(() => bridge.service.requestCount === 1);
  bridge.service.faults.arm({ fault: "429", retryAfter: 500, path: "/rbl/hosts" });
  const waiting = program.get("/hosts.json");
  await until(() => bridge.service.requestCount === 2);
  await bridge.close();
  expect((await write).status).toBe(200);
  expect((await waiting).status).toBe(503);
  await expect(program.get("/hosts.json")).rejects.toThrow();
});

test("for any request, the answer is an envelope of version 3.0, and the bridge goes on", async () => {
  const bridge = await start();
  const { hostname, port } = new URL(bridge.url);
  const word = fc.oneof(
    fc.constantFrom(
      "host",
      "add",
      "hosts",
      "rbl",
      "check",
      "status",
      "update",
      "%",
      "..",
      "{id}",
      "",
      "__proto__",
    ),
    fc.stringMatching(/^[!-"$-~]{0,12}$/),
    fc.constant(`HT${"0".repeat(32)}`),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom("GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"),
      fc.array(word, { maxLength: 4 }),
      fc.dictionary(fc.constantFrom("name", "host", "type", "page", "details", "__proto__"), fc.string()),
      fc.string(),
      async (method, words, query, body) => {
        const path = `/3.0/${words.join("/")}?${new URLSearchParams(query)}`.replace(/[^!-~]/g, "");
        const headers = {
          authorization: authorization(bridge),
          "content-type": "application/x-www-form-urlencoded",
        };
        const length = { "content-length": Buffer.byteLength(body) };
        const sent = request({ hostname, port, method, path, headers: { ...headers, ...length } });
        sent.end(body);
        const [answer] = await once(sent, "response");
        let text = "";
        for await (const chunk of answer) text += chunk;
        expect(JSON.parse(text)).toMatchObject({
          status_code: answer.statusCode,
          version: expect.any(String),
        });
        expect(answer.statusCode).not.toBe(500);
      },
    ),
    { numRuns: 200 },
  );
  expect((await oldProgram(bridge).get("/hosts.json")).status).toBe(200);
});
