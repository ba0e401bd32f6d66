import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { resolve } from "node:path";
import { startEmulator } from "../../src/emulator/emulator";

/** More than the ten listeners after which Node warns. */
const many = 40;
const running: ChildProcess[] = [];
afterEach(() => {
  for (const child of running.splice(0)) child.kill("SIGKILL");
});

/** Starts a server of rblmonitor, and resolves to its output when it listens. */
async function start(args: readonly string[], ready: RegExp, env: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, ["--trace-warnings", resolve("dist/cli/rblmonitor"), ...args], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  running.push(child);
  let output = "";
  const found = new Promise<RegExpMatchArray>((done) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => {
        output += text;
        const match = ready.exec(output);
        if (match !== null) done(match);
      });
  });
  const match = await found;
  const end = async () => {
    const closed = once(child, "close");
    child.kill("SIGTERM");
    await closed;
    return output.split("\n").filter((line) => line.includes("Warning"));
  };
  return { match, end };
}

function listening(server: Server): Promise<string> {
  return new Promise((done) => {
    server.listen(0, "127.0.0.1", () => done(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
  });
}

describe("no warning of listeners", () => {
  it("comes from a bridge that serves many requests at a time", async () => {
    const service = await startEmulator({ limits: "off", latency: 100 });
    const { accountSid, authToken } = service;
    const { match, end } = await start(
      ["bridge", "--port", "0", "--base-url", service.url, "--account-sid", accountSid],
      /Listening on (\S+)/,
      { RBLMONITOR_AUTH_TOKEN: authToken },
    );
    const headers = { authorization: `Basic ${btoa(`${accountSid}:${authToken}`)}` };
    const answers = Array.from({ length: many }, () => fetch(`${match[1]}/hosts.json`, { headers }));
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(Array(many).fill(200));
    expect(await end()).toEqual([]);
    await service.close();
  });

  it("comes from an emulator of whose webhook endpoints many do not accept an event", async () => {
    let received = 0;
    let haveAll: () => void = () => undefined;
    const all = new Promise<void>((done) => {
      haveAll = done;
    });
    const receiver = createServer((_request, response) => {
      received += 1;
      response.writeHead(500).end();
      // Each is sent four times.
      if (received === 4 * many) haveAll();
    });
    const url = await listening(receiver);
    const webhooks = Array.from({ length: many }, (_, n) => ["--webhook", `${url}/${n}=secret`]).flat();
    const { match, end } = await start(
      ["emulator", "--port", "0", "--control", "--set", "webhookRetries=three", ...webhooks],
      /_SID=(\S+)\n.*_TOKEN=(\S+)\n[\s\S]*Control endpoint: (\S+)\/ /,
    );
    const [, sid, token, control] = match;
    const { status } = await fetch(`${control}/events`, {
      method: "POST",
      headers: { authorization: `Basic ${btoa(`${sid}:${token}`)}`, "content-type": "application/json" },
      body: JSON.stringify({ type: "billing.balance.alert" }),
    });
    expect(status).toBe(200);
    await all;
    const warnings = await end();
    receiver.closeAllConnections();
    receiver.close();
    expect(warnings).toEqual([]);
  });
});
