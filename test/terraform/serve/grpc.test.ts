import http2, { type ClientHttp2Session, type ClientHttp2Stream } from "node:http2";
import { connect } from "node:net";
import {
  CallFunction_Request,
  CallFunction_Response,
} from "../../../src/terraform/protocol/generated/tfplugin6";
import { timeoutOf } from "../../../src/terraform/serve/grpc/call";
import { buildFixture, type Fixture } from "./fixture";
import { type RunningPlugin, startPlugin, until } from "./plugin-client";

const MEBIBYTE = 1024 * 1024;
const CALL = "/tfplugin6.Provider/CallFunction";

let fixture: Fixture;
let plugin: RunningPlugin;
let session: ClientHttp2Session;

beforeAll(async () => {
  fixture = await buildFixture();
});

beforeEach(async () => {
  // Most tests leave it running for the next.
  if (plugin?.process.exitCode !== null)
    plugin = await startPlugin({ command: fixture.command, env: { PLUGIN_CLIENT_CERT: undefined } });
  session = http2.connect("http://localhost", {
    createConnection: () => connect(plugin.address),
    // In MB: the client itself would not bear more than 10.
    maxSessionMemory: 1_000,
  });
  session.on("error", () => {});
});

afterEach(async () => {
  session.destroy();
  if (plugin.process.killed) await plugin.stop();
});

afterAll(async () => {
  await plugin.stop();
  fixture.remove();
});

/** An answer as it comes over HTTP/2. */
interface Answer {
  readonly headers: Readonly<Record<string, unknown>>;
  readonly trailers: Readonly<Record<string, unknown>>;
  readonly body: Buffer;
}

function open(path: string, headers: Readonly<Record<string, string>> = {}): ClientHttp2Stream {
  const stream = session.request({
    ":method": "POST",
    ":path": path,
    "content-type": "application/grpc",
    te: "trailers",
    ...headers,
  });
  stream.on("error", () => {});
  return stream;
}

function answerOn(stream: ClientHttp2Stream): Promise<Answer> {
  const pieces: Buffer[] = [];
  let headers: Answer["headers"] = {};
  let trailers: Answer["trailers"] = {};
  stream.on("response", (sent) => {
    headers = sent;
  });
  stream.on("trailers", (sent) => {
    trailers = sent;
  });
  stream.on("data", (piece: Buffer) => pieces.push(piece));
  return new Promise((resolve) => {
    stream.once("close", () => resolve({ headers, trailers, body: Buffer.concat(pieces) }));
  });
}

/** Sends bytes as a request. */
function send(path: string, body: Buffer, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
  const stream = open(path, headers);
  const answer = answerOn(stream);
  stream.end(body);
  return answer;
}

/** A message with its heading. */
function framed(message: Uint8Array, { compressed = 0, length = message.length } = {}): Buffer {
  const heading = Buffer.from([compressed, 0, 0, 0, 0]);
  heading.writeUInt32BE(length, 1);
  return Buffer.concat([heading, message]);
}

/** The request of one of the fixture's behaviours. */
function asked(name: string, argument: Uint8Array = new Uint8Array()): Uint8Array {
  const value = { msgpack: argument, json: new Uint8Array() };
  return CallFunction_Request.encode({ name, arguments: [value] }).finish();
}

/** What the fixture returned. */
function returned({ body }: Answer): string {
  const { result } = CallFunction_Response.decode(body.subarray(5));
  return Buffer.from(result?.msgpack ?? []).toString();
}

/** Waits until the plugin writes a word, from now on. */
function logged(word: string): Promise<unknown> {
  const before = plugin.stderr().length;
  return until(() => plugin.stderr().includes(word, before));
}

/** Whether the plugin still answers. */
async function isWell(): Promise<boolean> {
  return returned(await send(CALL, framed(asked("echo", Buffer.from("well"))))) === "well";
}

describe("the answer to a call", () => {
  it("is one message between headers and trailers", async () => {
    const answer = await send(CALL, framed(asked("echo", Buffer.from("hello"))));
    expect(answer.headers).toMatchObject({ ":status": 200, "content-type": "application/grpc" });
    expect([answer.body[0], answer.body.readUInt32BE(1)]).toEqual([0, answer.body.length - 5]);
    expect(returned(answer)).toBe("hello");
    expect(answer.trailers).toMatchObject({ "grpc-status": "0" });
  });

  it("consists only of headers if it has no message: they contain the status", async () => {
    const { headers, trailers, body } = await send(
      "/tfplugin6.Provider/InventedLater",
      framed(asked("echo")),
    );
    expect(headers).toMatchObject({ ":status": 200, "grpc-status": "12" });
    expect([trailers, body.length]).toEqual([{}, 0]);
  });

  it("is sent immediately for an unknown method, before the end of the request", async () => {
    const stream = open("/plugin.GRPCBroker/StartStream");
    const answered = new Promise((resolve) => stream.once("response", resolve));
    stream.write(framed(Buffer.from("x")));
    expect(await answered).toMatchObject({ "grpc-status": "12" });
    stream.close();
  });

  it("encodes any error message in ASCII", async () => {
    const { headers } = await send(CALL, framed(asked("throw oddly")));
    expect(headers["grpc-status"]).toBe("13");
    expect(decodeURIComponent(String(headers["grpc-message"]))).toBe("100 % schlecht: ü\n\ufffd");
  });
});

describe("the message of an error", () => {
  it.each([
    ["in ASCII", "x".repeat(MEBIBYTE), "x".repeat(4_096)],
    ["of characters that take several bytes", "€".repeat(100_000), "€".repeat(4_096 / 9)],
    ["of characters that take four bytes", `xx${"😀".repeat(50_000)}`, `xx${"😀".repeat(4_094 / 12)}`],
    ["of percent signs", "%".repeat(100_000), "%".repeat(4_096 / 3)],
    ["that is as long as it may be", "x".repeat(4_096), "x".repeat(4_096)],
  ])("%s is cut after 4 KB of its header, between two characters", async (_name, message, expected) => {
    const { headers } = await send(CALL, framed(asked("throw what is given", Buffer.from(message))));
    expect(String(headers["grpc-message"]).length).toBeLessThanOrEqual(4_096);
    expect(decodeURIComponent(String(headers["grpc-message"]))).toBe(expected);
    expect(headers["grpc-status"]).toBe("13");
  });
});

describe("a call that goes wrong", () => {
  // Node 20 allows at most a thousand.
  const cancelled = process.version.startsWith("v20.") ? 900 : 3_000;
  const echo = framed(asked("echo", Buffer.from("x")));
  const large = framed(asked("echo", Buffer.alloc(MEBIBYTE)));
  const many = (count: number, one: () => unknown) => Promise.all(Array.from({ length: count }, one));
  const reset = async (stream: ClientHttp2Stream) => {
    const answer = answerOn(stream);
    stream.close(http2.constants.NGHTTP2_CANCEL);
    await answer;
  };
  const ways: Readonly<Record<string, () => Promise<unknown>>> = {
    "fails with a message of a megabyte": () =>
      many(5, () => send(CALL, framed(asked("throw what is given", Buffer.alloc(MEBIBYTE, "x"))))),
    "is cancelled as soon as it began": () => many(cancelled, () => reset(open(CALL))),
    "is cancelled while it is answered": () =>
      many(20, async () => {
        const stream = open(CALL);
        stream.once("data", () => stream.close(http2.constants.NGHTTP2_CANCEL));
        const answer = answerOn(stream);
        stream.end(large);
        await answer;
      }),
    "has hundreds of headers": () =>
      many(300, () =>
        send(CALL, echo, Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`x-${n}`, "x"]))),
      ),
    "has a header of 48 KB": () => many(20, () => send(CALL, echo, { "x-long": "x".repeat(48_000) })),
    "is refused while its request goes on": () =>
      many(20, () => send(CALL, framed(Buffer.alloc(MEBIBYTE)), { "grpc-timeout": "soon" })),
    "goes to no method, with a large request": () => many(20, () => send("/no/Method", large)),
    "is over before its request has ended": () =>
      many(20, async () => {
        const stream = open(CALL, { "grpc-timeout": "1m" });
        const answer = answerOn(stream);
        stream.write(echo.subarray(0, 3));
        await new Promise((resolve) => stream.once("response", resolve));
        stream.end(large);
        await answer;
      }),
    "is damaged": () => many(1_500, () => send(CALL, Buffer.from([0, 255, 255, 255, 255, 1]))),
  };

  it.each(Object.entries(ways))("that %s leaves the others on its connection alone", async (_name, go) => {
    const other = send(CALL, framed(asked("finish when stopped")));
    await logged("waiting");
    await go();
    expect([session.closed, session.destroyed]).toEqual([false, false]);
    expect(await isWell()).toBe(true);
    plugin.process.kill("SIGTERM");
    expect(returned(await other)).toBe("finished");
  });
});

describe("a request", () => {
  it.each([
    ["without a message", () => Buffer.alloc(0), "12"],
    ["of two messages", () => Buffer.concat([framed(asked("echo")), framed(asked("echo"))]), "12"],
    ["that is compressed", () => framed(asked("echo"), { compressed: 1 }), "12"],
    ["that ends within its heading", () => Buffer.from([0, 0]), "13"],
    ["that ends within its message", () => framed(asked("echo"), { length: 100 }), "13"],
    ["that is not of its type", () => framed(Buffer.from([0x0a, 0xff])), "13"],
  ])("%s is refused, and the next is served", async (_name, body, status) => {
    const { headers } = await send(CALL, body());
    expect(headers).toMatchObject({ ":status": 200, "grpc-status": status });
    expect(await isWell()).toBe(true);
  });

  it("gets a header that accepts only uncompressed messages", async () => {
    const { headers } = await send(CALL, framed(asked("echo"), { compressed: 1 }), {
      "grpc-encoding": "gzip",
    });
    expect(headers["grpc-accept-encoding"]).toBe("identity");
  });

  it("may come in many pieces", async () => {
    const stream = open(CALL);
    const answer = answerOn(stream);
    for (const byte of framed(asked("echo", Buffer.from("pieces")))) {
      stream.write(Buffer.from([byte]));
      await new Promise(setImmediate);
    }
    stream.end();
    expect(returned(await answer)).toBe("pieces");
  });

  it("of more than 256 MiB is refused as soon as there is more", async () => {
    const stream = open(CALL);
    const answer = answerOn(stream);
    const piece = Buffer.alloc(16 * MEBIBYTE);
    for (let sent = 0; sent <= 256 && !stream.destroyed; sent += 16) {
      await new Promise((resolve) => stream.write(piece, resolve));
    }
    stream.end();
    expect((await answer).headers).toMatchObject({ "grpc-status": "8" });
    expect(await isWell()).toBe(true);
  });

  it.each([
    ["does not have gRPC's content type", { "content-type": "text/plain" }],
    ["has another method", { ":method": "PUT" }],
  ])("that %s is refused with an HTTP status", async (_name, headers) => {
    expect((await send(CALL, framed(asked("echo")), headers)).headers[":status"]).toBe(415);
  });
});

describe("the time that a client allows", () => {
  it("ends a call that takes longer, and aborts its handler", async () => {
    const aborted = logged("aborted");
    const { headers } = await send(CALL, framed(asked("wait for cancellation")), { "grpc-timeout": "50m" });
    expect(headers).toMatchObject({ "grpc-status": "4" });
    await aborted;
  });

  it("does not matter to a call that takes less", async () => {
    const answer = await send(CALL, framed(asked("echo", Buffer.from("quick"))), { "grpc-timeout": "1H" });
    expect(returned(answer)).toBe("quick");
  });

  it("is rejected if it is invalid, and the handler is not called", async () => {
    const { headers } = await send(CALL, framed(asked("print")), { "grpc-timeout": "soon" });
    expect(headers).toMatchObject({ "grpc-status": "13" });
    expect(await isWell()).toBe(true);
    expect(plugin.stderr()).not.toContain("printed");
  });

  it.each([
    ["2H", 7_200_000],
    ["3M", 180_000],
    ["4S", 4_000],
    ["5m", 5],
    ["6000u", 6],
    ["7000000n", 7],
    // A time that exceeds the maximum of a timer sets no limit.
    ["99999999H", undefined],
    [undefined, undefined],
  ])("is %s: %s milliseconds", (header, milliseconds) => {
    expect(timeoutOf(header)).toEqual(milliseconds === undefined ? undefined : expect.closeTo(milliseconds));
  });

  it.each(["", "5", "m", "123456789m", "-1m", "1.5S", "5 m"])("is not '%s'", (header) => {
    expect(() => timeoutOf(header)).toThrow("grpc-timeout");
  });
});

describe("a connection", () => {
  it("handles many concurrent calls", async () => {
    const words = Array.from({ length: 300 }, (_, index) => `word ${index}`);
    const answers = await Promise.all(
      words.map((word) => send(CALL, framed(asked("echo", Buffer.from(word))))),
    );
    expect(answers.map(returned)).toEqual(words);
  });

  it("sends large concurrent responses to a slow client", async () => {
    const large = Buffer.alloc(3 * MEBIBYTE, "rblmonitor");
    const answers = [1, 2, 3, 4].map(() => send(CALL, framed(asked("echo", large))));
    for (const answer of answers) expect(returned(await answer)).toBe(large.toString());
  });

  it("answers pings", async () => {
    expect(await isWell()).toBe(true);
    await new Promise<void>((resolve, reject) => {
      session.ping((error) => (error ? reject(error) : resolve()));
    });
  });

  it("receives GOAWAY when the plugin ends, and is served until then, also after SIGTERM", async () => {
    const goneAway = new Promise((resolve) => session.once("goaway", resolve));
    const answer = send(CALL, framed(asked("finish when stopped")));
    await logged("waiting");
    plugin.process.kill("SIGTERM");
    expect(returned(await answer)).toBe("finished");
    void send("/plugin.GRPCController/Shutdown", framed(Buffer.alloc(0)));
    expect(await goneAway).toBe(0);
    expect(await plugin.exited).toMatchObject({ code: 0 });
  });
});

describe("the health service", () => {
  const check = (service: string) =>
    send(
      "/grpc.health.v1.Health/Check",
      framed(Buffer.from([0x0a, service.length, ...Buffer.from(service)])),
    );

  it.each(["plugin", ""])("says that '%s' is well", async (service) => {
    const { body, trailers } = await check(service);
    expect([...body.subarray(5)]).toEqual([0x08, 1]);
    expect(trailers).toMatchObject({ "grpc-status": "0" });
  });

  it("rejects others", async () => {
    expect((await check("elsewhere")).headers).toMatchObject({ "grpc-status": "5" });
  });

  it("goes on saying so, until the plugin ends", async () => {
    const stream = open("/grpc.health.v1.Health/Watch");
    const answer = answerOn(stream);
    stream.end(framed(Buffer.from([0x0a, 6, ...Buffer.from("plugin")])));
    await new Promise((resolve) => stream.once("data", resolve));
    expect(stream.closed).toBe(false);
    plugin.shutDown();
    expect((await answer).trailers).toMatchObject({ "grpc-status": "0" });
    await plugin.exited;
  });
});
