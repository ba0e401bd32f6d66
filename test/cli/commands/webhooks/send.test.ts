import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eventTypes, parseEvent, verifySignature } from "../../../../src/webhooks";
import { receivers } from "../../../emulator/receiver";
import { endpoints, serving } from "../../../webhooks/endpoint";
import { endCommands, listening, run, secret } from "./rblmonitor";

afterEach(endCommands);
const receiver = receivers();
const endpoint = endpoints();

describe("rblmonitor webhooks send", () => {
  it("sends a signed sample of every event, which a receiver accepts", async () => {
    const { url, handled } = await endpoint(serving["node:http"] as never, { secret });
    const { code, stdout, stderr } = await run(["send", url], {}, "", { spawned: true });
    expect([code, stderr]).toEqual([0, ""]);
    expect(handled.map((event) => event.event_type)).toEqual(eventTypes);
    expect(
      stdout
        .trimEnd()
        .split("\n")
        .map((line) => line.split("  ").slice(0, 2)),
    ).toEqual(eventTypes.map((type) => ["200", type]));
  });

  it("sends the types that are named, or that begin so, in that order", async () => {
    const { url, received } = await receiver();
    await run(["send", url, "agent.timeout", "rbl.host.check", "agent"]);
    expect(received.map(({ body }) => body.event_type)).toEqual([
      "agent.timeout",
      "rbl.host.check.started",
      "rbl.host.check.completed",
      "agent.timeout.resolve",
    ]);
  });

  it("sends events for contacts as the service does: without a date, and a confirmation with its own id", async () => {
    const { url, received } = await receiver();
    await run(["send", url, "contact"]);
    const summary = { title: expect.any(String), message: expect.any(String) };
    expect(received.map(({ body }) => body)).toEqual([
      {
        ...summary,
        event_sid: expect.stringMatching(/^EA[0-9a-f]{32}$/),
        event_type: "contact.confirm",
        title: expect.stringMatching(/confirm/i),
        url: expect.stringMatching(/\/main\/confirm\/contact\/CO[0-9a-f]{32}\/A1b2C3$/),
        authcode: "A1b2C3",
      },
      {
        ...summary,
        event_sid: expect.stringMatching(/^TA[0-9a-f]{32}$/),
        event_type: "contact.trigger",
        url: expect.any(String),
      },
    ]);
  });

  it("signs them rightly, wrongly, as long ago as wanted, or not at all", async () => {
    const { url, received } = await receiver();
    const age = ["--age", "600"];
    for (const how of [[], ["--signature", "wrong"], age, ["--signature", "none"]]) {
      await run(["send", url, "cert.flapping", ...how]);
    }
    const [right, wrong, old, none] = received.map(({ raw, headers }) => {
      const header = headers["x-webhook-signature"] as string | undefined;
      return [
        header !== undefined,
        ...[300, 700].map((tolerance) => verifySignature(header, raw, secret, { tolerance })),
      ];
    });
    expect({ right, wrong, old, none }).toEqual({
      right: [true, true, true],
      wrong: [true, false, false],
      old: [true, false, true],
      none: [false, false, false],
    });
  });

  it("sends the same event as often as wanted", async () => {
    const { url, received } = await receiver();
    await run(["send", url, "cert.changed", "cert.flapping", "--repeat", "2"]);
    const sids = received.map(({ raw }) => parseEvent(raw).event_sid);
    expect(sids).toEqual([sids[0], sids[0], sids[2], sids[2]]);
    expect(sids[0]).not.toBe(sids[2]);
  });

  it("sends a body of your own, byte by byte", async () => {
    const { url, received } = await receiver();
    const folder = await mkdtemp(join(tmpdir(), "send-"));
    const file = join(folder, "event.json");
    await writeFile(file, '{ "event_type" : "x.y" }\n');
    const { code, stdout } = await run(["send", url, "--body", file]);
    await rm(folder, { recursive: true });
    expect([code, stdout]).toEqual([0, `200  ${file}  {}\n`]);
    expect(received[0]?.raw).toBe('{ "event_type" : "x.y" }\n');
  });

  it("says in JSON, and by its exit code, what was not accepted", async () => {
    const { url } = await receiver([200, 500]);
    const { code, stdout } = await run(["send", url, "agent", "--json"]);
    expect([
      code,
      stdout
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line)),
    ]).toEqual([
      2,
      [
        { event: "agent.timeout", status: 200, answer: "{}" },
        { event: "agent.timeout.resolve", status: 500, answer: "{}" },
      ],
    ]);
  });

  it("reports a missing answer", async () => {
    const { code, stdout } = await run(["send", "http://127.0.0.1:1/", "cert.flapping"]);
    expect(code).toBe(2);
    expect(stdout).toMatch(/^--- {2}cert\.flapping {2}\S.*\n$/);
  });

  it("reads no more of an answer than it shows, also of one without end", async () => {
    let isOver = false;
    const server = createServer((request, response) => {
      request.resume();
      response.on("close", () => {
        isOver = true;
      });
      const more = () => {
        while (!isOver && response.write("x".repeat(65_536)));
      };
      response.on("drain", more);
      more();
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const { code, stdout } = await run(["send", `http://127.0.0.1:${port}/`, "cert.flapping"]);
    server.closeAllConnections();
    server.close();
    expect([code, stdout]).toEqual([0, `200  cert.flapping  ${"x".repeat(200)}…\n`]);
  });

  it("is refused by listen as a receiver should refuse", async () => {
    const { url, kill, ended } = await listening();
    const reported = async (...args: string[]) =>
      (await run(["send", url, "cert.flapping", ...args])).stdout.slice(0, 3);
    expect(await reported("--signature", "wrong")).toBe("401");
    expect(await reported("--signature", "none")).toBe("401");
    expect(await reported("--age", "302")).toBe("401");
    expect(await reported("--age", "200")).toBe("200");
    // The sender's clock is ahead.
    expect(await reported("--age", "-200")).toBe("200");
    expect(await reported("--age", "-360")).toBe("401");
    kill("SIGTERM");
    expect((await ended).stdout.match(/cert\.flapping/g)).toHaveLength(2);
  });

  it.each([
    [
      ["http://127.0.0.1:1/", "cert.fading"],
      {},
      'Unknown type of event "cert.fading". Types: rbl.host.check.started',
    ],
    [["http://127.0.0.1:1/", "cert.f"], {}, 'Unknown type of event "cert.f"'],
    [["nowhere"], {}, "not an HTTP URL"],
    [["http://me:hunter2@localhost/"], {}, "must not contain a user name or password"],
    [[], {}, "missing required argument 'url'"],
    [["http://127.0.0.1:1/", "--signature", "bad"], {}, "Allowed choices are right, wrong, none"],
    [
      ["http://127.0.0.1:1/", "--body", "none.json"],
      {},
      "Cannot read the body none.json: no such file or directory.",
    ],
    [["http://127.0.0.1:1/", "cert", "--body", "none.json"], {}, "give one of them"],
    [["http://127.0.0.1:1/"], { RBLMONITOR_WEBHOOK_SECRET: undefined }, "Set RBLMONITOR_WEBHOOK_SECRET"],
  ])("refuses %j with %j", async (args, environment, words) => {
    const { code, stdout, stderr } = await run(["send", ...args], environment);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toContain(words);
    expect(stderr).not.toContain("hunter2");
  });
});
