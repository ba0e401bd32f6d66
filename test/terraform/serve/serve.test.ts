import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import http2 from "node:http2";
import { connect } from "node:net";
import { status } from "@grpc/grpc-js";
import { StdioData } from "../../../src/terraform/protocol/generated/plugin";
import { CallFunction_Request } from "../../../src/terraform/protocol/generated/tfplugin6";
import { pluginEnvironment } from "../../../src/terraform/serve/handshake";
import { buildFixture, type Fixture } from "./fixture";
import { connectPlugin } from "./grpc-client";
import { type RunningPlugin, runToEnd, startPlugin, until } from "./plugin-client";

const MEBIBYTE = 1024 * 1024;

let fixture: Fixture;
let plugin: RunningPlugin | undefined;

beforeAll(async () => {
  fixture = await buildFixture();
});

afterEach(async () => {
  await plugin?.stop();
  plugin = undefined;
});

afterAll(() => fixture.remove());

async function start(env: NodeJS.ProcessEnv = {}, args: readonly string[] = []): Promise<RunningPlugin> {
  plugin = await startPlugin({ command: fixture.command, args, env });
  return plugin;
}

/** Calls one of the fixture's behaviours. */
async function ask(running: RunningPlugin, name: string, argument: Uint8Array = new Uint8Array()) {
  const { result, error } = await running.call("callFunction", {
    name,
    arguments: [{ msgpack: argument, json: new Uint8Array() }],
  });
  if (error !== undefined) throw new Error(error.text);
  return Buffer.from(result?.msgpack ?? []);
}

/** Calls a method that takes and gives an empty message. */
function callEmpty(running: RunningPlugin, path: string): Promise<void> {
  const empty = () => Buffer.alloc(0);
  return new Promise((resolve, reject) => {
    running.grpc.makeUnaryRequest(path, empty, empty, {}, (error) => (error ? reject(error) : resolve()));
  });
}

/** The call of a behaviour that ends only with the call. */
const WAIT = {
  path: "/tfplugin6.Provider/CallFunction",
  serialize: (request: CallFunction_Request) => Buffer.from(CallFunction_Request.encode(request).finish()),
  request: { name: "wait for cancellation", arguments: [] },
};

const SHUTDOWN = "/plugin.GRPCController/Shutdown";

/** A message as gRPC sends it: not compressed, and its length before it. */
function framed(message: Buffer): Buffer {
  const heading = Buffer.alloc(5);
  heading.writeUInt32BE(message.length, 1);
  return Buffer.concat([heading, message]);
}

describe("a plugin that is started", () => {
  it("prints only the handshake line on standard output", async () => {
    const running = await start();
    await running.call("getProviderSchema", {});
    expect(running.stdout()).toMatch(/^1\|6\|unix\|\/[^|\n]+\|grpc\|[A-Za-z0-9+/]{300,}\n$/);
  });

  it("exits with 1 and an explanation, if Terraform did not start it", async () => {
    const exit = await runToEnd({ command: fixture.command, env: { TF_PLUGIN_MAGIC_COOKIE: undefined } });
    expect(exit).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringContaining("1.2.3 is a Terraform plugin"),
    });
  });

  it("does not take another cookie for Terraform's", async () => {
    const exit = await runToEnd({ command: fixture.command, env: { TF_PLUGIN_MAGIC_COOKIE: "chocolate" } });
    expect(exit).toMatchObject({ code: 1, stdout: "" });
  });

  it("serves in plaintext with an empty sixth field, if Terraform passes no certificate", async () => {
    const running = await start({ PLUGIN_CLIENT_CERT: undefined });
    expect(running.handshake).toMatch(/\|grpc\|$/);
    await expect(running.call("getProviderSchema", {})).resolves.toHaveProperty("provider");
  });

  it("does not start with an invalid client certificate", async () => {
    const exit = await runToEnd({ command: fixture.command, env: { PLUGIN_CLIENT_CERT: "no certificate" } });
    expect(exit).toMatchObject({ code: 1, stdout: "" });
    expect(exit.stderr).toContain("There is no PEM certificate");
  });

  it("is served on a port where the path of a socket would be too long", async () => {
    const running = await start({ PLUGIN_UNIX_SOCKET_DIR: `/tmp/${"long".repeat(30)}` });
    expect(running.handshake).toMatch(/^1\|6\|tcp\|127\.0\.0\.1:\d+\|grpc\|/);
    await expect(running.call("getProviderSchema", {})).resolves.toHaveProperty("provider");
  });
});

describe("with --debug, a plugin", () => {
  it("prints the variable for Terraform and OpenTofu, and serves any client", async () => {
    const env = { TF_PLUGIN_MAGIC_COOKIE: undefined, PLUGIN_CLIENT_CERT: undefined };
    const running = await start(env, ["--debug"]);
    const notice = await until(() => /TF_REATTACH_PROVIDERS='(.*)'/.exec(running.stdout())?.[1]);
    const printed = JSON.parse(notice);
    const { Addr, ...reattach } = printed["registry.terraform.io/rblmonitor/rblmonitor"];
    // OpenTofu ignores an entry of Terraform's registry without a word.
    expect(printed["registry.opentofu.org/rblmonitor/rblmonitor"]).toEqual({ Addr, ...reattach });
    expect(reattach).toEqual({ Protocol: "grpc", ProtocolVersion: 6, Pid: running.process.pid, Test: true });

    const client = connectPlugin(`1|6|${Addr.Network}|${Addr.String}|grpc|`);
    await expect(client.call("getProviderSchema", {})).resolves.toHaveProperty("provider");
  });

  it("does not start on a port, where other users could read the token, and explains how to fix it", async () => {
    const env = { TF_PLUGIN_MAGIC_COOKIE: undefined, PLUGIN_UNIX_SOCKET_DIR: `/tmp/${"long".repeat(30)}` };
    const exit = await runToEnd({ command: fixture.command, args: ["--debug"], env });
    expect(exit).toMatchObject({ code: 1, stdout: "" });
    expect(exit.stderr).toMatch(/^The plugin cannot create a Unix socket in .* Set TMPDIR to a short path/);
  });

  it.each(["SIGINT", "SIGHUP", "SIGTERM"] as const)("ends with %s", async (signal) => {
    const running = await start({}, ["--debug"]);
    running.process.kill(signal);
    expect(await running.exited).toMatchObject({ code: 0, signal: null });
  });
});

describe("a call", () => {
  let running: RunningPlugin;
  beforeAll(async () => {
    running = await startPlugin({ command: fixture.command });
  });
  afterAll(() => running.stop());

  it.each([
    ["RPCs of later protocols", "/tfplugin6.Provider/InventedLater"],
    ["RPCs that have no handler", "/tfplugin6.Provider/OpenEphemeralResource"],
    ["streaming RPCs that have no handler", "/tfplugin6.Provider/InvokeAction"],
    ["the broker", "/plugin.GRPCBroker/StartStream"],
  ])("to %s is UNIMPLEMENTED", async (_name, path) => {
    await expect(callEmpty(running, path)).rejects.toMatchObject({ code: status.UNIMPLEMENTED });
  });

  it.each([5, 100])("may bring and take %i MiB", async (size) => {
    const sent = Buffer.alloc(size * MEBIBYTE, "rblmonitor");
    const received = await ask(running, "echo", sent);
    expect(received.equals(sent)).toBe(true);
  });

  it("whose handler throws fails with INTERNAL and the message, and the next one is served", async () => {
    await expect(ask(running, "throw")).rejects.toMatchObject({
      code: status.INTERNAL,
      details: "thrown in a handler",
    });
    await expect(ask(running, "echo", Buffer.from("still here"))).resolves.toEqual(Buffer.from("still here"));
    await until(() => running.stderr().includes("thrown in a handler"));
  });

  it("is aborted when the client cancels it", async () => {
    const call = running.grpc.makeUnaryRequest(WAIT.path, WAIT.serialize, Boolean, WAIT.request, () => {});
    await until(() => running.stderr().includes("waiting"));
    call.cancel();
    await until(() => running.stderr().includes("aborted"));
  });

  it("is aborted when its connection ends", async () => {
    const { address, stderr } = await start({ PLUGIN_CLIENT_CERT: undefined });
    const connection = connect(address);
    const session = http2.connect("http://localhost", { createConnection: () => connection });
    const stream = session.request({
      ":method": "POST",
      ":path": WAIT.path,
      "content-type": "application/grpc",
    });
    stream.on("error", () => {});
    stream.end(framed(WAIT.serialize(WAIT.request)));
    await until(() => stderr().includes("waiting"));
    connection.destroy();
    await until(() => stderr().includes("aborted"));
  });
});

describe("the process", () => {
  it("redirects prints from standard output", async () => {
    const running = await start();
    await ask(running, "print");
    await until(() => running.stderr().includes("printed by process.stdout"));
    await until(() => running.stderr().includes("printed by console.log"));
    expect(running.stdout()).toBe(`${running.handshake}\n`);
  });

  it("survives and logs uncaught errors and rejections", async () => {
    const running = await start();
    await ask(running, "crash");
    await until(() => running.stderr().includes("thrown outside of any handler"));
    await until(() => running.stderr().includes("rejected outside of any handler"));
    await expect(ask(running, "echo")).resolves.toHaveLength(0);
  });

  it.each(["SIGINT", "SIGHUP"] as const)("survives %s", async (signal) => {
    const running = await start({ TF_LOG: "DEBUG" });
    running.process.kill(signal);
    await until(() => running.stderr().includes(`${signal} is Terraform's`));
    await expect(ask(running, "echo")).resolves.toHaveLength(0);
  });

  it("ends cleanly with SIGTERM", async () => {
    const running = await start();
    await ask(running, "echo");
    running.close();
    running.process.kill("SIGTERM");
    expect(await running.exited).toMatchObject({ code: 0, signal: null });
    expect(existsSync(running.address)).toBe(false);
  });

  it("ends on SIGTERM before a client has connected", async () => {
    const running = await start();
    running.process.kill("SIGTERM");
    expect(await running.exited).toMatchObject({ code: 0, signal: null });
  });

  it("stops and goes on answering after SIGTERM, until its client has left", async () => {
    const running = await start();
    const answer = ask(running, "finish when stopped");
    await until(() => running.stderr().includes("waiting"));
    running.process.kill("SIGTERM");
    expect((await answer).toString()).toBe("finished");
    expect((await ask(running, "finish when stopped")).toString()).toBe("finished");
    running.close();
    expect(await running.exited).toMatchObject({ code: 0, signal: null });
  });

  it("stops calls that arrive only after SIGTERM, and answers Shutdown", async () => {
    const running = await start();
    await callEmpty(running, "/grpc.health.v1.Health/Check");
    running.process.kill("SIGTERM");
    await until(() => !existsSync(running.address));
    expect((await ask(running, "finish when stopped")).toString()).toBe("finished");
    await callEmpty(running, SHUTDOWN);
    expect(await running.exited).toMatchObject({ code: 0, signal: null });
  });

  it("ends immediately on the second SIGTERM", async () => {
    const running = await start();
    const unanswered = ask(running, "wait for cancellation").catch(() => {});
    await until(() => running.stderr().includes("waiting"));
    running.process.kill("SIGTERM");
    await until(() => !existsSync(running.address));
    running.process.kill("SIGTERM");
    expect(await running.exited).toMatchObject({ code: 0, signal: null });
    await unanswered;
  });

  it("answers Shutdown and ends", async () => {
    const running = await start();
    await callEmpty(running, SHUTDOWN);
    expect(await running.exited).toMatchObject({ code: 0, signal: null });
    expect(existsSync(running.address)).toBe(false);
  });

  it("ends with Shutdown even if a call is never answered", async () => {
    const running = await start();
    const unanswered = ask(running, "wait for cancellation").catch(() => {});
    await until(() => running.stderr().includes("waiting"));
    await callEmpty(running, SHUTDOWN);
    expect(await running.exited).toMatchObject({ code: 0, signal: null });
    await unanswered;
  });

  it("ends when the process that started it is gone", async () => {
    const parent = `
      const child = require("node:child_process").spawn(process.argv[1], { stdio: ["ignore", "pipe", "ignore"] });
      child.stdout.once("data", (line) => process.stdout.write(line, () => process.exit()));`;
    const { PATH } = process.env;
    const { stdout } = spawn(process.execPath, ["-e", parent, fixture.command], {
      env: { PATH, ...pluginEnvironment() },
      stdio: ["ignore", "pipe", "inherit"],
    });
    let line = "";
    for await (const text of stdout) line += text;
    const socket = line.split("|")[3] ?? "";
    expect(socket).toMatch(/plugin-/);
    await until(() => !existsSync(socket));
  });

  it("keeps the stream of its output open and silent", async () => {
    const running = await start();
    const stream = running.grpc.makeServerStreamRequest(
      "/plugin.GRPCStdio/StreamStdio",
      () => Buffer.alloc(0),
      StdioData.decode,
      {},
    );
    const events: string[] = [];
    stream.on("data", () => events.push("data"));
    stream.on("error", () => events.push("error"));
    stream.on("end", () => events.push("end"));
    await ask(running, "print");
    expect(events).toEqual([]);
    stream.cancel();
  });
});

describe("the log", () => {
  const lines = (running: RunningPlugin) => running.stderr().trim().split("\n").filter(Boolean);

  it("is JSON, a line each, with hclog's keys", async () => {
    const running = await start({ TF_LOG_PROVIDER: "INFO" });
    await ask(running, "log");
    await until(() => running.stderr().includes("an info line"));
    expect(lines(running).map((line) => JSON.parse(line))).toEqual([
      {
        "@level": "info",
        "@message": "an info line",
        "@module": "fixture",
        "@timestamp": expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
        count: "10",
        cause: expect.stringContaining("Error: because"),
      },
    ]);
  });

  it("logs only errors by default", async () => {
    const running = await start();
    await ask(running, "log");
    await ask(running, "throw").catch(() => {});
    await until(() => running.stderr().includes("thrown in a handler"));
    expect(lines(running).map((line) => JSON.parse(line)["@level"])).toEqual(["error"]);
  });
});
