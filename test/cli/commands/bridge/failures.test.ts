import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { systemClock } from "../../../../src/client/clock";
import { oldProgram } from "../../../legacy/program";
import { bridges, otherServices } from "./bridges";

const start = bridges();
const otherService = otherServices();

const night = { name: "Night" };
const add = "/contactgroup/add.json";

const envelope = (status: number, message: unknown = expect.any(String)) => ({
  status_code: status,
  status_message: message,
  version: expect.stringMatching(/^3\.\d+$/),
});

describe("an error of the service", () => {
  test.each([
    [
      "is passed on with its status and its words",
      "/contactgroup/delete/{default}.json",
      409,
      /cannot be deleted/,
    ],
    ["about what is not there likewise", `/host/pause/HT${"0".repeat(32)}.json`, 404, /does not exist/],
  ])("%s", async (_, path, status, words) => {
    const bridge = await start();
    const [group] = bridge.service.account.objects("contact_group");
    const answer = await oldProgram(bridge).post(path.replace("{default}", group?.id ?? ""));
    expect([answer.status, answer.body]).toEqual([status, envelope(status, expect.stringMatching(words))]);
  });

  test("500 to a create is passed on, and the create is not sent again", async () => {
    const bridge = await start();
    bridge.service.faults.arm({ fault: "500-after" });
    const { status, body } = await oldProgram(bridge).post(add, night);
    expect([status, body]).toEqual([500, envelope(500, expect.stringMatching(/Server error.*check before/))]);
    expect(bridge.service.account.objects("contact_group")).toHaveLength(2);
    expect(bridge.service.requestCount).toBe(1);
  });

  test("to a read is overcome by asking again", async () => {
    const bridge = await start();
    bridge.service.faults.arm({ fault: "500-before" });
    expect((await oldProgram(bridge).get("/hosts.json")).status).toBe(200);
    expect(bridge.service.requestCount).toBe(2);
  });
});

describe("a service without an answer", () => {
  test("is 502 when it is down", async () => {
    const bridge = await start();
    bridge.service.faults.arm({ fault: "refuse" });
    for (const answer of [
      await oldProgram(bridge).get("/hosts.json"),
      await oldProgram(bridge).post(add, night),
    ]) {
      expect([answer.status, answer.body]).toEqual([
        502,
        envelope(502, expect.stringContaining("cannot connect")),
      ]);
      expect(answer.body.status_message).not.toContain("check before");
    }
  });

  test("is 502 when the connection breaks, and a create is not sent again", async () => {
    const bridge = await start();
    bridge.service.faults.arm({ fault: "drop-after" });
    const { status, body } = await oldProgram(bridge).post(add, night);
    expect([status, body]).toEqual([
      502,
      envelope(502, expect.stringContaining("check before you send it again")),
    ]);
    expect(bridge.service.account.objects("contact_group")).toHaveLength(2);
  });

  test("is 504 when it takes too long", async () => {
    const bridge = await start({ latency: 60_000 }, { requestTimeout: 0.05 });
    const { status, body } = await oldProgram(bridge).post(add, night);
    expect([status, body]).toEqual([504, envelope(504)]);
  });

  test.each(["cut-json", "other-shape", "empty", "cut-body"] as const)(
    "is 502 when it is unreadable: %s",
    async (fault) => {
      const bridge = await start();
      bridge.service.faults.arm({ fault });
      expect((await oldProgram(bridge).post(add, night)).status).toBe(502);
    },
  );

  test("is 502 when a list has something that is not one of its objects", async () => {
    const baseUrl = await otherService((_, outgoing) => {
      outgoing.end('{"status_code":200,"status_message":"Hosts","data":[{"host":"192.0.2.1"}]}');
    });
    const bridge = await start({}, { baseUrl });
    expect((await oldProgram(bridge).get("/hosts.json")).status).toBe(502);
  });
});

describe("a service that answers rubbish", () => {
  const list = '{"status_code":200,"status_message":"Hosts","page":1,"total_pages":1,"total":0,"data":[]}';
  const head = (length: number) => `HTTP/1.1 200 OK\r\nContent-Length: ${length}\r\n\r\n`;
  const rubbish: Readonly<Record<string, string | Buffer>> = {
    nothing: "",
    "no HTTP": "SSH-2.0-OpenSSH_9.6\r\n",
    "bytes by chance": Buffer.from(Array.from({ length: 4_096 }, (_, index) => (index * 7919) % 256)),
    "a header without end": `HTTP/1.1 200 OK\r\nX-A: ${"b".repeat(200_000)}`,
    "20,000 headers": `HTTP/1.1 200 OK\r\n${"X-A: b\r\n".repeat(20_000)}\r\n`,
    "more than it announces": head(10) + list,
    "less than it announces": head(100_000) + list,
    "two lengths": `HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n${list}`,
    "a status that is none": "HTTP/1.1 999 Rubbish\r\nContent-Length: 2\r\n\r\n{}",
    "a redirect": "HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n",
    "a switch of protocols": "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n",
    "chunks without sizes": `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${list}`,
    "deep nesting": head(200_000) + "[".repeat(200_000),
    "a page": `${head(21)}<html>Hello</html>   `,
    "an object called __proto__": `${head(22)}{"__proto__":{"a":1}}  `,
    "objects that are none": `${head(60)}${'{"status_code":200,"data":[1,null,"x",[],{}],"total":"many"}'.padEnd(60)}`,
    "retry in the year 9999":
      "HTTP/1.1 429 Slow\r\nRetry-After: 99999999999999999999\r\nContent-Length: 2\r\n\r\n{}",
  };

  test.each(Object.keys(rubbish))("is answered for, and the bridge goes on: %s", async (name) => {
    const sockets: Socket[] = [];
    const service = createServer((socket) => {
      sockets.push(socket);
      socket.on("error", () => undefined);
      socket.on("data", () => socket.end(rubbish[name] ?? ""));
    }).listen(0, "127.0.0.1");
    await once(service, "listening");
    const baseUrl = `http://127.0.0.1:${(service.address() as AddressInfo).port}/4.0`;
    const bridge = await start({}, { baseUrl, maxWait: 0, requestTimeout: 2 });
    const program = oldProgram(bridge);
    for (const { status, body } of [await program.get("/hosts.json"), await program.post(add, night)]) {
      expect(status).toBeGreaterThanOrEqual(400);
      expect(body).toEqual(envelope(status));
    }
    expect((await fetch(bridge.url.replace("/3.0", "/healthz"))).status).toBe(200);
    for (const socket of sockets) socket.destroy();
    service.close();
  });
});

describe("a rate limit", () => {
  test("is waited for as long as a request may", async () => {
    const slept: number[] = [];
    let passed = 0;
    const clock = {
      ...systemClock,
      now: () => systemClock.now() + passed,
      sleep: (milliseconds: number) => {
        slept.push(milliseconds);
        passed += 2_000;
        return Promise.resolve();
      },
    };
    const bridge = await start({}, { clock, maxWait: 10 });
    bridge.service.faults.arm({ fault: "429", retryAfter: 1 });
    expect((await oldProgram(bridge).get("/hosts.json")).status).toBe(200);
    expect([slept.length, bridge.service.requestCount]).toEqual([1, 2]);
  });

  test("that asks for a longer wait is passed on with Retry-After, and holds off who comes next", async () => {
    const bridge = await start({}, { maxWait: 10 });
    bridge.service.faults.arm({ fault: "429", retryAfter: 120 });
    for (const answer of [
      await oldProgram(bridge).get("/hosts.json"),
      await oldProgram(bridge).post(add, night),
    ]) {
      expect([answer.status, answer.body]).toEqual([429, envelope(429)]);
      expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(100);
    }
    expect(bridge.service.requestCount).toBe(1);
  });

  test("that no used hour explains is passed on for a write, which may have had its effect, and is not repeated", async () => {
    const bridge = await start({}, { maxWait: 10 });
    bridge.service.faults.arm({ fault: "429", retryAfter: 1 });
    expect((await oldProgram(bridge).post(add, night)).status).toBe(429);
    expect(bridge.service.requestCount).toBe(1);
  });
});
