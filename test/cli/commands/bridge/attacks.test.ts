import { basic } from "../../../emulator/api";
import { oldProgram } from "../../../legacy/program";
import { bridges, otherServices, type TestBridge } from "./bridges";
import { rawConnection, requestText, statuses } from "./sockets";

const start = bridges();
const otherService = otherServices();
/** Short enough for a test; the bridge uses seconds. */
const impatient = {
  limits: { headersTimeout: 300, requestTimeout: 600, connectionsCheckingInterval: 20, answerTimeout: 300 },
};

const add = "/3.0/contactgroup/add.json";
const invented = (number: number) => basic(`AC${number}`, "x");
const hostsOf = async (bridge: TestBridge) => (await oldProgram(bridge).get("/hosts.json")).status;
const seenBy = ({ service }: TestBridge) => service.requests.map(({ method, path }) => `${method} ${path}`);

/** Opens a request whose body never ends. */
async function unfinished(bridge: TestBridge, authorization?: string) {
  const connection = await rawConnection(bridge);
  const post = { method: "POST", target: add, body: "name=" };
  const head = requestText(bridge, authorization === undefined ? post : { ...post, authorization });
  connection.send(head.replace(/Content-Length: \d+/, "Content-Length: 1000"));
  return connection;
}

describe("slow clients", () => {
  test("with unfinished bodies take no place from others", async () => {
    const bridge = await start({}, { maxConcurrentRequests: 1 });
    for (let number = 0; number < 100; number += 1) await unfinished(bridge);
    expect(await hostsOf(bridge)).toBe(200);
    expect(seenBy(bridge)).toEqual(["GET /rbl/hosts"]);
  });

  test.each([
    ["that send nothing", ""],
    ["that never finish their headers", "GET /3.0/hosts.json HTTP/1.1\r\nHost: bridge\r\nX-A: b"],
    ["that never finish the request line", "GET /3.0/hosts"],
    [
      "that never finish their body",
      `POST ${add} HTTP/1.1\r\nHost: bridge\r\nContent-Length: 10\r\n\r\nname=`,
    ],
    [
      "that never finish a chunk",
      `POST ${add} HTTP/1.1\r\nHost: bridge\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nna`,
    ],
  ])("%s lose their connection", async (_, text) => {
    const bridge = await start({}, impatient);
    const { send, ended } = await rawConnection(bridge);
    send(text);
    await ended;
    expect(bridge.service.requestCount).toBe(0);
  });

  test("that send their headers byte by byte lose their connection", async () => {
    const bridge = await start({}, impatient);
    const { send, ended, socket } = await rawConnection(bridge);
    send("GET /3.0/hosts.json HTTP/1.1\r\nX-A: ");
    const drip = setInterval(() => socket.writable && send("a"), 5);
    await ended;
    clearInterval(drip);
  });

  test("that do not read a large answer lose their connection", async () => {
    const bridge = await start({}, impatient);
    for (let number = 0; number < 1000; number += 1)
      bridge.service.account.add("host", { host: `h${number}.example.org`, name: "x".repeat(255) });
    const { socket, send, ended } = await rawConnection(bridge);
    socket.pause();
    const list = requestText(bridge, { target: "/3.0/hosts.json?page_size=1000" });
    for (let number = 0; number < 10; number += 1) send(list);
    while (bridge.connections > 0) await new Promise(setImmediate);
    socket.resume();
    await ended;
  });

  test("that close their half of the connection hold nothing", async () => {
    const bridge = await start({}, impatient);
    for (const text of ["", "GET /3.0/hosts", requestText(bridge)]) {
      const { socket, ended } = await rawConnection(bridge);
      socket.end(text);
      await ended;
    }
    while (bridge.connections > 0) await new Promise(setImmediate);
    expect(await hostsOf(bridge)).toBe(200);
  });
});

describe("many connections from one address", () => {
  test("are so many at most, others are served, and a connection that ends makes room", async () => {
    const bridge = await start({}, { limits: { connectionsPerAddress: 3 } });
    const kept = [await rawConnection(bridge), await rawConnection(bridge), await rawConnection(bridge)];
    const refused = await rawConnection(bridge);
    refused.send(requestText(bridge));
    expect(await refused.ended).toBe("");
    const elsewhere = await rawConnection(bridge, "127.0.0.2");
    elsewhere.send(requestText(bridge));
    await elsewhere.says("200 OK");
    kept[0]?.socket.destroy();
    for (;;) {
      const next = await rawConnection(bridge);
      next.send(requestText(bridge));
      const answered = await next.says("200 OK").then(
        () => true,
        () => false,
      );
      if (answered) break;
    }
  });
});

describe("pipelined requests", () => {
  test("are not carried out: their programs must send them again", async () => {
    const bridge = await start({ latency: 20 });
    const { send, ended } = await rawConnection(bridge);
    const names = ["A", "B", "C"];
    const adds = names.map((name) =>
      requestText(bridge, { method: "POST", target: add, body: `name=${name}` }),
    );
    const list = requestText(bridge, { target: "/3.0/contactgroups.json", headers: ["Connection: close"] });
    send([...adds, list].join(""));
    const received = await ended;
    expect(statuses(received)).toEqual([200, 503, 503, 503]);
    expect(bridge.service.account.objects("contact_group").map(({ name }) => name)).toContain("A");
    expect(bridge.service.account.objects("contact_group").map(({ name }) => name)).not.toContain("B");
  });

  test("are read no further than some answers that are not taken", async () => {
    const bridge = await start({ latency: 60_000 });
    const { socket, send } = await rawConnection(bridge);
    socket.pause();
    const flood = requestText(bridge).repeat(1_000);
    let sent = 0;
    // The system's own buffers take some megabytes.
    for (; sent < 100 && !socket.writableNeedDrain; sent += 1) {
      send(flood);
      await new Promise(setImmediate);
    }
    expect(sent).toBeLessThan(100);
    expect(bridge.service.requestCount).toBeLessThan(2);
  });
});

describe("forms of requests", () => {
  test("HTTP/1.0 is answered as such", async () => {
    const bridge = await start();
    const { send, ended } = await rawConnection(bridge);
    send(requestText(bridge, { version: "1.0" }).replace("Host: bridge\r\n", ""));
    const received = await ended;
    expect(statuses(received)).toEqual([200]);
    expect(received).toMatch(/^Content-Length: \d+\r$/m);
    expect(received).not.toMatch(/^Transfer-Encoding/im);
  });

  test.each(["http://bridge:4012", "HTTP://BRIDGE", "https://elsewhere.example"])(
    "a target in absolute form is taken by its path: %s",
    async (origin) => {
      const bridge = await start();
      const { send, says } = await rawConnection(bridge);
      send(requestText(bridge, { target: `${origin}/3.0/hosts.json?page=1` }));
      await says("HTTP/1.1 200 OK");
    },
  );

  test.each([
    "*",
    "/",
    "/3.0",
    "3.0/hosts.json",
    "http://",
    "http://bridge",
    "//3.0/hosts.json",
    "/3.0/../hosts",
    "/3.0/%00",
  ])("a target that names no operation is 404, and costs no request: %s", async (target) => {
    const bridge = await start();
    const { send, ended } = await rawConnection(bridge);
    send(requestText(bridge, { method: "OPTIONS", target, headers: ["Connection: close"] }));
    expect([404, 400]).toContain(statuses(await ended)[0]);
    expect(bridge.service.requestCount).toBe(0);
  });

  const smuggled = "GET /3.0/hosts.json HTTP/1.1\r\nHost: bridge\r\n\r\n";
  test.each([
    ["a length and chunks", ["Content-Length: 5", "Transfer-Encoding: chunked"], `0\r\n\r\n${smuggled}`],
    ["two lengths", ["Content-Length: 0", "Content-Length: 50"], smuggled],
    ["two lengths in one", ["Content-Length: 0, 50"], smuggled],
    ["a length with a sign", ["Content-Length: +5"], smuggled],
    ["a hexadecimal length", ["Content-Length: 0x5"], smuggled],
    ["a length beyond all numbers", ["Content-Length: 99999999999999999999999"], smuggled],
    ["chunks before another encoding", ["Transfer-Encoding: chunked, identity"], `0\r\n\r\n${smuggled}`],
    ["an unknown encoding", ["Transfer-Encoding: xchunked"], `0\r\n\r\n${smuggled}`],
    ["a space before the colon", ["Transfer-Encoding : chunked"], `0\r\n\r\n${smuggled}`],
    ["a folded header", ["X-A: b\r\n Transfer-Encoding: chunked"], `0\r\n\r\n${smuggled}`],
    ["a bare line feed", ["X-A: b\nTransfer-Encoding: chunked"], `0\r\n\r\n${smuggled}`],
    ["a bare carriage return", ["X-A: b\rTransfer-Encoding: chunked"], `0\r\n\r\n${smuggled}`],
    ["a zero in a header", ["X-A: b\0c"], smuggled],
    ["a chunk size that is none", ["Transfer-Encoding: chunked"], `zz\r\n\r\n${smuggled}`],
    ["a chunk longer than its size", ["Transfer-Encoding: chunked"], `1\r\nname=A\r\n0\r\n\r\n${smuggled}`],
  ])("%s: refused, the connection ends, and nothing reaches the service", async (_, headers, body) => {
    const bridge = await start({}, impatient);
    const { send, ended } = await rawConnection(bridge);
    send(requestText(bridge, { method: "POST", target: add, headers }) + body);
    const found = statuses(await ended);
    expect(found.length).toBeLessThan(2);
    expect(found[0] ?? 400).toBeGreaterThanOrEqual(400);
    expect(bridge.service.requestCount).toBe(0);
  });

  test.each([
    ["a tunnel", "CONNECT service:443 HTTP/1.1\r\nHost: service:443\r\n\r\n"],
    ["HTTP/2 without TLS", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
    ["TLS", Buffer.from("16030100050100000103", "hex")],
    ["a method that is none", "FETCH /3.0/hosts.json HTTP/1.1\r\nHost: bridge\r\n\r\n"],
    ["HTTP/0.9", "GET /3.0/hosts.json\r\n\r\n"],
    ["no host", "GET /3.0/hosts.json HTTP/1.1\r\n\r\n"],
    ["a target of 64 kB", `GET /3.0/${"x".repeat(65_536)} HTTP/1.1\r\nHost: bridge\r\n\r\n`],
    [
      "an expectation that is none",
      "GET /healthz HTTP/1.1\r\nHost: b\r\nExpect: x\r\nConnection: close\r\n\r\n",
    ],
  ])("%s: the connection ends, and nothing reaches the service", async (_, text) => {
    const bridge = await start({}, impatient);
    const { send, ended } = await rawConnection(bridge);
    send(text);
    expect(statuses(await ended)[0] ?? 400).toBeGreaterThanOrEqual(400);
    expect(bridge.service.requestCount).toBe(0);
    expect(await hostsOf(bridge)).toBe(200);
  });

  test("a requested change of protocol does not take place", async () => {
    const bridge = await start();
    const { send, says } = await rawConnection(bridge);
    send(requestText(bridge, { headers: ["Connection: Upgrade", "Upgrade: websocket"] }));
    await says("HTTP/1.1 200 OK");
  });

  test("a client that waits to be allowed to send its body is allowed, and answered", async () => {
    const bridge = await start();
    const { send, says } = await rawConnection(bridge);
    const [head = "", body = ""] = requestText(bridge, {
      method: "POST",
      target: add,
      headers: ["Expect: 100-continue"],
      body: "name=Night",
    }).split("\r\n\r\n");
    send(`${head}\r\n\r\n`);
    await says("100 Continue");
    send(body);
    await says("HTTP/1.1 200 OK");
  });

  test("a query of 2,000 names is refused", async () => {
    const bridge = await start();
    const names = Array.from({ length: 2_000 }, (_, number) => number.toString(36));
    expect((await oldProgram(bridge).get(`/hosts.json?${names.join("&")}`)).status).toBe(400);
    expect(bridge.service.requestCount).toBe(0);
  });

  test.each([
    ["one header of 64 kB", [`X-A: ${"b".repeat(65_536)}`]],
    ["20,000 headers", Array.from({ length: 20_000 }, (_, number) => `X-${number}: b`)],
  ])("%s is refused, and others are served", async (_, headers) => {
    const bridge = await start();
    const { send, ended } = await rawConnection(bridge);
    send(requestText(bridge, { headers }));
    expect([[], [431]]).toContainEqual(statuses(await ended));
    expect(await hostsOf(bridge)).toBe(200);
  });

  test("credentials behind a thousand headers are none", async () => {
    const bridge = await start();
    // Node reads no further headers; its newer releases refuse the request.
    const url = await otherService(({ headers }, response) =>
      response.writeHead("authorization" in headers ? 200 : 401).end(),
    );
    const many = Array.from({ length: 1_000 }, (_, number) => `X: ${number}`);
    const lines = ["GET /3.0/hosts.json HTTP/1.1", "Host: bridge", "Connection: close", ...many];
    const [ofBridge, ofNode] = await Promise.all(
      [bridge, { url }].map(async (server) => {
        const { send, ended } = await rawConnection(server);
        send([...lines, `Authorization: ${invented(1)}`, "", ""].join("\r\n"));
        return statuses(await ended);
      }),
    );
    expect(ofBridge).toEqual(ofNode);
    expect(ofNode).not.toContain(200);
    expect(bridge.service.requestCount).toBe(0);
  });
});

describe("a body", () => {
  const posted = async (bridge: TestBridge, body: string | Uint8Array) => {
    const { accountSid, authToken } = bridge.service;
    const headers = {
      authorization: basic(accountSid, authToken),
      "content-type": "application/x-www-form-urlencoded",
    };
    return (await fetch(`${bridge.url}/contactgroup/add.json`, { method: "POST", headers, body })).status;
  };

  test("of 20,000 different names is refused before anything is looked up", async () => {
    const bridge = await start();
    const names = Array.from({ length: 20_000 }, (_, number) => number.toString(36));
    expect(await posted(bridge, names.join("&"))).toBe(400);
    expect(await posted(bridge, names.map((name) => `${name}=`).join("&"))).toBe(400);
    expect(bridge.service.requestCount).toBe(0);
  });

  test("of a megabyte is refused, and the next request is answered", async () => {
    const bridge = await start();
    for (const body of ["a&".repeat(500_000), "&".repeat(200_000), `name=${"x".repeat(1_100_000)}`])
      expect(await posted(bridge, body)).toBe(413);
    expect(await hostsOf(bridge)).toBe(200);
    expect(seenBy(bridge)).toEqual(["GET /rbl/hosts"]);
  });

  test("of many empty fields is none", async () => {
    const bridge = await start();
    expect(await posted(bridge, `${"&".repeat(50_000)}name=Night`)).toBe(200);
  });

  test.each([
    ["bytes", Buffer.from([...Buffer.from("name=K"), 0xfc, ...Buffer.from("che")])],
    ["a percent sign", "name=K%FCche"],
    ["half a character", "name=%ED%A0%80"],
  ])("that is not UTF-8 is refused: %s", async (_, body) => {
    const bridge = await start();
    expect(await posted(bridge, body)).toBe(400);
    expect(bridge.service.requestCount).toBe(0);
  });

  test.each(["__proto__", "constructor", "toString", "hasOwnProperty"])(
    "with the name %s changes only the answer",
    async (name) => {
      const bridge = await start();
      expect(await posted(bridge, `name=Night&${name}=1`)).toBe(200);
      expect(await posted(bridge, `${name}=Night`)).toBe(422);
      expect(bridge.service.account.objects("contact_group").map((group) => group.name)).toEqual([
        "Default",
        "Night",
      ]);
    },
  );

  test("names that are refused are repeated in short", async () => {
    const bridge = await start();
    const long = "n".repeat(50_000);
    const { body } = await oldProgram(bridge).post("/contactgroup/add.json", { name: "A", is_default: long });
    expect(body.status_code).toBe(422);
    const headers = { authorization: basic(bridge.service.accountSid, bridge.service.authToken) };
    const twice = new URLSearchParams([
      [long, "1"],
      [long, "2"],
    ]);
    const answer = await fetch(`${bridge.url}/contactgroup/add.json`, {
      method: "POST",
      headers,
      body: twice,
    });
    expect(answer.status).toBe(400);
    expect((await answer.text()).length).toBeLessThan(1_000);
  });
});

describe("a page", () => {
  const withGroups = async (number: number) => {
    const bridge = await start();
    for (let added = 1; added < number; added += 1) bridge.service.account.add("contact_group", {});
    const page = async (size: string) =>
      (await oldProgram(bridge).get(`/contactgroups.json?page_size=${size}`)).body;
    return { page, asked: () => bridge.service.requests.map(({ query }) => query.page_size) };
  };

  test.each(["1001", "1000000000", "1e9", "0xFFFFFF"])("has 1,000 objects at most: %s", async (size) => {
    const { page, asked } = await withGroups(1_000);
    const { page_size, total_pages, data } = await page(size);
    expect([page_size, total_pages, data.length]).toEqual([1_000, 1, 1_000]);
    expect(asked()).toEqual(["1000"]);
  });

  test("that is larger is refused if it leaves objects out, since a program would take it for everything", async () => {
    const { page } = await withGroups(1_001);
    expect(await page("1001")).toMatchObject({
      status_code: 422,
      status_message: "Validation failed: page_size: must be at most 1000 for this list.",
    });
    expect(await page("1000")).toMatchObject({ page_size: 1_000, total_pages: 2 });
  });

  test("of a size that is not a number is refused", async () => {
    const { page, asked } = await withGroups(1);
    expect((await page("5000x")).status_code).toBe(400);
    expect(asked()).toEqual([]);
  });
});

test("large pages take the places of many requests, so that their answers do not fill the memory", async () => {
  const latency = ({ path }: { path: string }) => (path === "/rbl/hosts" ? 60_000 : 0);
  const bridge = await start({ latency }, { maxConcurrentRequests: 5 });
  const program = oldProgram(bridge);
  const waiting = [program.get("/hosts.json?page_size=301"), program.get("/hosts.json?page_size=100")];
  while (bridge.service.requestCount < 2) await new Promise(setImmediate);
  expect((await program.get("/contacts.json")).status).toBe(429);
  await bridge.close();
  await Promise.all(waiting);
});

describe("other credentials than those of the account", () => {
  const from = async (bridge: TestBridge, authorization: string, ...headers: string[]) => {
    const connection = await rawConnection(bridge);
    connection.send(requestText(bridge, { headers: ["Connection: close", ...headers], authorization }));
    return connection.ended;
  };
  const others: Readonly<Record<string, (sid: string, token: string) => string>> = {
    "another token": (sid) => basic(sid, "0".repeat(64)),
    "another account": (_, token) => basic(`AC${"0".repeat(32)}`, token),
    "the beginning of the token": (sid, token) => basic(sid, token.slice(0, -1)),
    "more than the token": (sid, token) => basic(sid, `${token}0`),
    "a token in upper case": (sid, token) => basic(sid, token.toUpperCase()),
    "a line break": (sid, token) => basic(sid, `${token}\n`),
    "both without a colon": (sid, token) => `Basic ${btoa(sid + token)}`,
    "another scheme": (sid, token) => basic(sid, token).replace("Basic", "Bearer"),
    "plain text": (sid, token) => `Basic ${sid}:${token}`,
  };

  test.each(Object.keys(others))("are refused without a request to the service: %s", async (name) => {
    const bridge = await start();
    const { accountSid, authToken } = bridge.service;
    const received = await from(bridge, others[name]?.(accountSid, authToken) ?? "");
    expect(statuses(received)).toEqual([401]);
    expect(received).toContain('WWW-Authenticate: Basic realm="API"\r\n');
    expect(received).toMatch(
      /\r\n\r\n\{"status_code":401,"status_message":"Authentication failed: .*","version":"3\.6"\}$/,
    );
    expect(bridge.service.requestCount).toBe(0);
  });

  test("are refused however many come, and cost the account nothing", async () => {
    const bridge = await start({}, { maxConcurrentRequests: 1 });
    const answers = Array.from({ length: 200 }, (_, number) => from(bridge, invented(number)));
    expect((await Promise.all(answers)).flatMap(statuses)).toEqual(Array(200).fill(401));
    expect(bridge.service.requestCount).toBe(0);
    expect(await hostsOf(bridge)).toBe(200);
  });

  test("are refused before the body comes", async () => {
    const bridge = await start();
    const { says } = await unfinished(bridge, invented(1));
    await says("HTTP/1.1 401 ");
  });

  test("do not count as programs of the usage, whatever they call themselves", async () => {
    const bridge = await start();
    await from(bridge, invented(1), "User-Agent: invented/1");
    expect(bridge.uses).toMatchObject([{ status: 401, program: null }]);
  });
});

test("the log has the address of a program that a trusted proxy adds, and no other", async () => {
  const through = async (bridge: TestBridge, forwarded: string) => {
    await fetch(`${bridge.url}/hosts.json`, { headers: { "x-forwarded-for": forwarded } });
    return bridge.uses.at(-1)?.address;
  };
  const trusting = await start({}, { trustProxy: true });
  expect(await through(trusting, "198.51.100.1, 192.0.2.1")).toBe("192.0.2.1");
  expect(await through(trusting, "198.51.100.1,2001:db8::1")).toBe("2001:db8:0:0::/64");
  expect(await through(trusting, "192.0.2.1, secret")).toBe("127.0.0.1");
  expect(await through(await start(), "192.0.2.1")).toBe("127.0.0.1");
});

test("so many requests wait for the service at a time, and supervisors are answered", async () => {
  const bridge = await start(
    { latency: ({ path }) => (path === "/rbl/hosts" ? 60_000 : 0) },
    { maxConcurrentRequests: 3, metrics: true },
  );
  const program = oldProgram(bridge);
  const waiting = [1, 2, 3].map(() => program.get("/hosts.json"));
  while (bridge.service.requestCount < 3) await new Promise(setImmediate);
  const { status, headers } = await program.get("/contacts.json");
  expect([status, headers.get("retry-after")]).toEqual([429, "1"]);
  const metrics = await fetch(bridge.url.replace("3.0", "metrics"));
  expect(await metrics.text()).toContain("rblmonitor_bridge_requests_under_way 3\n");
  await bridge.close();
  expect((await Promise.all(waiting)).map((answer) => answer.status)).toEqual([503, 503, 503]);
});
