import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { sampleEvent, signatureHeader } from "../../../../src/webhooks";
import { oldProgram } from "../../../legacy/program";
import { type RunningCommand, startRblmonitor } from "../../rblmonitor";
import { bridges, otherServices } from "./bridges";
import { rawConnection, requestText, statuses } from "./sockets";

const start = bridges();
const otherService = otherServices();
const add = "/3.0/contactgroup/add.json";

/** A service that takes requests and never answers, and the number of requests so far. */
async function hangingService(): Promise<{ readonly baseUrl: string; requests(): number }> {
  let requests = 0;
  const baseUrl = await otherService(() => {
    requests += 1;
  });
  return { baseUrl, requests: () => requests };
}

type Listening = Parameters<typeof requestText>[0];

/** An account without an emulator. */
const nothing = { service: { accountSid: "AC1", authToken: "x" } } as Listening;

/** Connections that are in every state in which a client can leave one. */
async function connectionsLeftOpen(server: Pick<Listening, "url" | "service">, target: string) {
  const listening = server as Listening;
  const beginnings = [
    "",
    "GET /3.0/hosts",
    "POST /3.0/host/add.json HTTP/1.1\r\nHost: bridge\r\nX-A: b",
    requestText(listening, { method: "POST", target, body: "name=" }).replace(
      /Content-Length: \d+/,
      "Content-Length: 99",
    ),
    requestText(listening, { target: "/healthz" }),
    `${requestText(listening, { target: "/healthz" }).repeat(3)}GET /3.0`,
  ];
  return Promise.all(
    beginnings.map(async (text) => {
      const connection = await rawConnection(listening);
      connection.send(text);
      return connection;
    }),
  );
}

describe("the end of a bridge", () => {
  test("waits for no connection without a pending answer", async () => {
    const bridge = await start();
    const open = await connectionsLeftOpen(bridge, add);
    await open.at(-1)?.says("ok");
    await bridge.close();
    for (const { ended } of open) await ended;
    expect(bridge.service.requestCount).toBe(0);
  });

  test("answers a write to a service that hangs, and says that it may have been done", async () => {
    const { baseUrl, requests } = await hangingService();
    const bridge = await start({}, { baseUrl, requestTimeout: 600 });
    const write = oldProgram(bridge).post("/contactgroup/add.json", { name: "Night" });
    while (requests() === 0) await new Promise(setImmediate);
    await bridge.close(undefined, AbortSignal.timeout(10));
    const { status, body } = await write;
    expect([status, body.status_message]).toEqual([502, expect.stringContaining("may have succeeded")]);
  });

  test("carries out no pipelined request", async () => {
    const { baseUrl, requests } = await hangingService();
    const bridge = await start({}, { baseUrl });
    const { send, ended } = await rawConnection(bridge);
    send(requestText(bridge).repeat(5));
    while (requests() === 0) await new Promise(setImmediate);
    await bridge.close();
    expect(statuses(await ended)).toEqual([503, 503, 503, 503, 503]);
    expect(requests()).toBe(1);
  });
});

describe("whatever is open, the process ends with its summary", () => {
  const running: RunningCommand[] = [];
  afterEach(() => {
    for (const { child } of running.splice(0)) child?.kill("SIGKILL");
  });
  const started = (args: readonly string[], env: NodeJS.ProcessEnv = {}) => {
    const command = startRblmonitor(args, { spawned: true, env: { PATH: process.env.PATH, ...env } });
    running.push(command);
    return command;
  };

  test.each(["SIGTERM", "SIGINT"] as const)("bridge, by %s", async (signal) => {
    const { baseUrl, requests } = await hangingService();
    const args = ["bridge", "--port", "0", "--base-url", baseUrl, "--request-timeout", "600"];
    const { accountSid, authToken } = nothing.service;
    const account = { RBLMONITOR_ACCOUNT_SID: accountSid, RBLMONITOR_AUTH_TOKEN: authToken };
    const command = started(args, account);
    const [, url = ""] = await command.says(/Listening on (\S+)\n/);
    const write = oldProgram({ ...nothing, url }).post("/contactgroup/add.json", { name: "Night" });
    const answered = write.then(({ status }) => status);
    const open = await connectionsLeftOpen({ ...nothing, url }, add);
    await open.at(-1)?.says("ok");
    while (requests() === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    command.kill(signal);
    const { code, stdout } = await command.ended;
    expect([code, await answered]).toEqual([signal === "SIGTERM" ? 0 : null, 502]);
    expect(stdout).toContain("1 request of version 3.0:");
  });

  test.each(["SIGTERM", "SIGINT"] as const)("webhooks listen, by %s", async (signal) => {
    let forwarded = 0;
    const target = createServer(() => {
      forwarded += 1;
    }).listen(0, "127.0.0.1");
    await once(target, "listening");
    const forward = `http://127.0.0.1:${(target.address() as AddressInfo).port}/`;
    const secret = "s-123";
    const args = ["webhooks", "listen", "--port", "0", "--forward", forward];
    const command = started(args, { RBLMONITOR_WEBHOOK_SECRET: secret });
    const [, url = ""] = await command.says(/Listening on (\S+)\n/);
    await connectionsLeftOpen({ ...nothing, url }, "/");
    const body = JSON.stringify(sampleEvent("cert.flapping"));
    const headers = { "x-webhook-signature": signatureHeader(body, secret) };
    const delivery = fetch(url, { method: "POST", headers, body }).catch(() => undefined);
    while (forwarded === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    command.kill(signal);
    const { code, stdout } = await command.ended;
    expect(code).toBe(signal === "SIGTERM" ? 0 : null);
    expect(stdout).toContain("cert.flapping");
    await delivery;
    target.close();
    target.closeAllConnections();
  });
});
