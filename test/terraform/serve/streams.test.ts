import { status } from "@grpc/grpc-js";
import { buildFixture, type Fixture } from "./fixture";
import { type RunningPlugin, startPlugin, until } from "./plugin-client";

let fixture: Fixture;
let plugin: RunningPlugin;

beforeAll(async () => {
  fixture = await buildFixture();
});

beforeEach(async () => {
  plugin = await startPlugin({ command: fixture.command, env: { TF_LOG_PROVIDER: "TRACE" } });
});

afterEach(() => plugin.stop());

afterAll(() => fixture.remove());

/** Opens a stream of one of the fixture's kinds. */
function open(typeName: string) {
  const stream = plugin.stream("listResource", { typeName, includeResourceObject: false, limit: 0 });
  // An error is seen where the stream is read.
  stream.on("error", () => {});
  return stream;
}

/** The texts of a stream, and the error that ended it. */
async function readToEnd(stream: ReturnType<typeof open>) {
  const texts: string[] = [];
  try {
    for await (const { displayName } of stream) texts.push(displayName.trimEnd());
    return { texts };
  } catch (error) {
    return { texts, error };
  }
}

/** Reads the first event, and nothing more. */
function first(stream: ReturnType<typeof open>): Promise<string> {
  return new Promise((resolve) => {
    stream.once("data", ({ displayName }) => {
      stream.pause();
      resolve(displayName);
    });
  });
}

/** The final number of events of the endless stream. */
async function settledCount(): Promise<number> {
  const count = () => plugin.stderr().split("event ").length - 1;
  for (;;) {
    const before = count();
    await new Promise((resolve) => setTimeout(resolve, 200));
    if (before > 0 && count() === before) return before;
  }
}

describe("a stream of events", () => {
  it("arrives completely and in order, and is logged", async () => {
    expect(await readToEnd(open("three"))).toEqual({ texts: ["one", "two", "three"] });
    // The log comes through another pipe than the stream.
    await until(() => plugin.stderr().includes('"rpc":"listResource"'));
  });

  it("may be empty", async () => {
    expect(await readToEnd(open("empty"))).toEqual({ texts: [] });
  });

  it("is read concurrently with others on its connection", async () => {
    const all = await Promise.all(Array.from({ length: 20 }, () => readToEnd(open("three"))));
    expect(new Set(all.map(({ texts }) => texts.join()))).toEqual(new Set(["one,two,three"]));
  });

  it("that fails midway keeps the sent events, and ends with INTERNAL and the message", async () => {
    const { texts, error } = await readToEnd(open("fail midway"));
    expect(texts).toEqual(["one", "two"]);
    expect(error).toMatchObject({ code: status.INTERNAL, details: "thrown midway" });
    await until(() => plugin.stderr().includes("Call failed because of a bug in the provider"));
    expect((await readToEnd(open("three"))).texts).toHaveLength(3);
  });

  it("ends when the client cancels it", async () => {
    const stream = open("wait for cancellation");
    expect(await first(stream)).toBe("waiting");
    stream.cancel();
    await until(() => plugin.stderr().includes("aborted"));
    expect((await readToEnd(open("three"))).texts).toHaveLength(3);
  });

  it("counts as a running call: after SIGTERM it is finished", async () => {
    const stream = open("finish when stopped");
    const rest = readToEnd(stream);
    await until(() => plugin.stderr().includes('"rpc":"listResource"'));
    plugin.process.kill("SIGTERM");
    expect(await rest).toEqual({ texts: ["waiting", "finished"] });
    plugin.close();
    expect(await plugin.exited).toMatchObject({ code: 0, signal: null });
  });
});

describe("a stream whose reader stops reading", () => {
  it("pauses, and goes on when the reader does", async () => {
    const stream = open("endless");
    await first(stream);
    const paused = await settledCount();
    // What the windows of HTTP/2 and the buffers of both ends hold: megabytes would be a defect.
    expect(paused).toBeLessThan(200);
    stream.on("data", () => {}).resume();
    await until(() => plugin.stderr().includes(`event ${paused * 3}.`));
    stream.cancel();
    await until(() => plugin.stderr().includes("endless ended"));
  });

  it("leaves other calls alone", async () => {
    const stream = open("endless");
    await first(stream);
    await settledCount();
    expect((await readToEnd(open("three"))).texts).toHaveLength(3);
    stream.cancel();
  });

  it("ends when the client cancels it", async () => {
    const stream = open("endless");
    await first(stream);
    await settledCount();
    expect(plugin.stderr()).not.toContain("endless ended");
    stream.cancel();
    await until(() => plugin.stderr().includes("endless ended"));
  });

  it("does not wait for the reader after a request to stop", async () => {
    const stream = open("endless");
    await first(stream);
    await settledCount();
    await plugin.call("stopProvider", {});
    await until(() => plugin.stderr().includes("endless ended"));
    const { texts, error } = await readToEnd(stream);
    expect([texts.at(-1), error]).toEqual(["stopped", undefined]);
  });
});
