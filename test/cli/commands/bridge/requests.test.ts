import { once } from "node:events";
import { request } from "node:http";
import { connect } from "node:net";
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
  test("are those of each request: programs of several accounts share a bridge", async () => {
    const bridge = await start();
    const wrong = oldProgram(bridge, { accountSid: bridge.service.accountSid, authToken: "another" });
    expect((await wrong.get("/hosts.json")).status).toBe(401);
    expect((await oldProgram(bridge).get("/hosts.json")).status).toBe(200);
    expect((await wrong.get("/hosts.json")).status).toBe(401);
  });

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

  test("that are no longer accepted are on trial again", async () => {
    let refuses = false;
    const baseUrl = await otherService((_, outgoing) => {
      const status = refuses ? 401 : 200;
      outgoing.writeHead(status);
      outgoing.end(
        `{"status_code":${status},"status_message":"x","page":1,"total_pages":1,"total":0,"data":[]}`,
      );
    });
    const bridge = await start({}, { baseUrl });
    const program = oldProgram(bridge);
    expect((await program.get("/hosts.json")).status).toBe(200);
    refuses = true;
    const found: number[] = [];
    for (let number = 0; number < 61; number += 1) found.push((await program.get("/hosts.json")).status);
    expect([found[0], found[59], found[60]]).toEqual([401, 401, 429]);
  });
});

describe("a body", () => {
  test("that is too large is refused, and the next request is answered", async () => {
    const bridge = await start();
    const headers = {
      authorization: authorization(bridge),
      "content-type": "application/x-www-form-urlencoded",
    };
    const { status } = await send(`${bridge.url}/contactgroup/add.json`, {
      ...{ method: "POST", headers, body: `name=${"x".repeat(1_100_000)}` },
    });
    expect(status).toBe(413);
    expect((await oldProgram(bridge).get("/hosts.json")).status).toBe(200);
    expect(bridge.service.requests.map(({ method }) => method)).toEqual(["GET"]);
  });

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
  const bridge = await start({}, { maxWait: 600_000 });
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
