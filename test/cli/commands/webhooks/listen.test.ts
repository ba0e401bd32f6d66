import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { sampleEvent, signatureHeader, verifySignature } from "../../../../src/webhooks";
import { call, emulators } from "../../../emulator/api";
import { createBodies } from "../../../emulator/bodies";
import { receivers } from "../../../emulator/receiver";
import { endCommands, listening, run, secret } from "./rblmonitor";

afterEach(endCommands);
const emulator = emulators();
const receiver = receivers();

async function post(url: string, event: object | string, key = secret): Promise<number> {
  const body = typeof event === "string" ? event : JSON.stringify(event);
  const headers = { "x-webhook-signature": signatureHeader(body, key), "x-request-id": "7" };
  return (await fetch(url, { method: "POST", body, headers })).status;
}

describe("rblmonitor webhooks listen", () => {
  it("prints JSON in which nothing acts on a terminal, and which means the same", async () => {
    const { url, ended } = await listening(["--count", "1", "--json"]);
    const title = "\u001b[2J\u009b31m\u202eexe\u2066\ufeff\u2028\u0085";
    const event = { ...sampleEvent("contact.trigger"), title };
    expect(await post(url, event)).toBe(200);
    const { stdout } = await ended;
    expect(stdout.trimEnd()).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
    expect(JSON.parse(stdout)).toMatchObject({ title });
  });

  it("prints the events of a check as the service sends them, and ends after so many", async () => {
    const { url, ended } = await listening(["--count", "3", "--json"]);
    const service = await emulator({ webhooks: [{ url, secret }], listedOn: () => ["spam.bl.example.net"] });
    const host = service.account.add("host", { host: "192.0.2.1", name: "mx-1" });
    await call(service, "POST", "/rbl/check/start", { host: host.id });
    const { code, stdout } = await ended;
    expect(code).toBe(0);
    const events = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(events.map(({ event_type }) => event_type)).toEqual([
      "rbl.host.check.started",
      "rbl.host.check.completed",
      "rbl.host.listed",
    ]);
    expect(events[2]).toMatchObject({ host: { sid: host.id, name: "mx-1" }, listed: true, total: 1 });
    await service.events.idle();
    expect(service.events.sent.map(({ answers }) => answers)).toEqual([[200], [200], [200]]);
  });

  it("prints for people a line for each field, and each event once", async () => {
    const { url, kill, ended } = await listening();
    const event = sampleEvent("cert.expiration.trigger", {
      event_date: "2027-01-15T08:00:00+00:00",
      expiry_days: 7,
    });
    expect([await post(url, event), await post(url, event)]).toEqual([200, 200]);
    kill("SIGTERM");
    const { code, stdout } = await ended;
    expect(code).toBe(0);
    expect(stdout).toBe(
      `2027-01-15T08:00:00+00:00  cert.expiration.trigger  ${event.event_sid}\n  monitor: ${JSON.stringify(event.monitor)}\n  expiry_days: 7\n`,
    );
  });

  it("ends by Ctrl-C", async () => {
    const { kill, ended } = await listening([], {}, { spawned: true });
    kill("SIGINT");
    expect((await ended).code).toBeNull();
  });

  it("ends when no one reads its output any more", async () => {
    const { url, child, ended } = await listening([], {}, { spawned: true });
    child?.stdout?.destroy();
    // The first is written into the broken pipe, which is how it comes to know.
    await post(url, sampleEvent("cert.flapping"));
    expect(await ended).toMatchObject({ code: 0 });
  });

  it("hides the code that confirms a contact, unless requested", async () => {
    const [hiding, showing] = [
      await listening(["--count", "1"]),
      await listening(["--count", "1", "--show-secrets"]),
    ];
    const codes: string[] = [];
    for (const { url, ended } of [hiding, showing]) {
      const service = await emulator({ webhooks: [{ url, secret }] });
      const contact = { ...createBodies(service).contact, type: "endpoint", contact: url };
      const { id } = (await call(service, "POST", "/contact/contacts", contact)).body.data;
      codes.push(service.account.authcode(id));
      await ended;
    }
    expect(hiding.printed.stdout).toContain('authcode: "(hidden)"');
    expect(JSON.stringify(hiding.printed)).not.toContain(codes[0]);
    expect(showing.printed.stdout).toContain(`authcode: "${codes[1]}"`);
    expect(JSON.stringify([hiding.printed, showing.printed])).not.toContain(secret);
  });

  it("hides secrets in unknown events", async () => {
    const { url, says } = await listening(["--json"]);
    const { event_sid, event_date } = sampleEvent("cert.flapping");
    await post(url, { event_sid, event_date, event_type: "x.y", contact: { api_token: "k-123", name: "n" } });
    expect((await says(/\{.*\}/))[0]).toContain('"contact":{"api_token":"(hidden)","name":"n"}');
  });

  it("lets no event act on the terminal", async () => {
    const { url, says, printed } = await listening();
    const { event_sid, event_date } = sampleEvent("cert.flapping");
    const nasty = "\u001b[2J\u009b\u202e\u2028";
    await post(url, { event_sid, event_date, event_type: `x${nasty}`, [nasty]: nasty });
    await says(": ");
    expect(printed.stdout).toMatch(/^[\x20-\x7e\n]+$/);
    expect(printed.stdout).toContain(
      '  \\u{1b}[2J\\u{9b}\\u{202e}\\u{2028}: "\\u001b[2J\\u{9b}\\u{202e}\\u{2028}"',
    );
  });

  it("says what it refuses and why, and goes on", async () => {
    const { url, printed, says } = await listening();
    const event = sampleEvent("cert.flapping");
    const statuses = [
      await post(url, event, "other"),
      await post(url, "{"),
      (await fetch(url)).status,
      await post(url, event),
    ];
    expect(statuses).toEqual([401, 200, 405, 200]);
    await says("cert.flapping");
    expect(printed.stderr.split("\n").slice(1, 4)).toEqual([
      "Refused with 401: The signature does not match this body and this endpoint's secret.",
      "Unreadable, and answered 200: The body is not JSON in UTF-8.",
      "Refused with 405: The method must be POST.",
    ]);
  });

  it("shows signed events that it cannot read, and hides their secrets", async () => {
    const { url, printed } = await listening();
    const event = { ...sampleEvent("rbl.host.listed"), details: 7, authcode: "A1b2C3" };
    expect(await post(url, event)).toBe(200);
    expect(printed.stderr).toContain("Unreadable, and answered 200:");
    expect(printed.stderr).not.toContain("A1b2C3");
  });

  it("accepts unsigned events if allowed, and reports it", async () => {
    const { url, says, printed } = await listening(["--allow-unsigned"], {
      RBLMONITOR_WEBHOOK_SECRET: undefined,
    });
    const body = JSON.stringify(sampleEvent("cert.flapping"));
    expect((await fetch(url, { method: "POST", body })).status).toBe(200);
    await says("cert.flapping");
    expect(printed.stderr).toContain("signatures are not verified");
  });

  it("accepts a type without a signature if requested, and no other", async () => {
    const { url, says } = await listening(["--unsigned", "contact.confirm"]);
    const send = (body: object) => fetch(url, { method: "POST", body: JSON.stringify(body) });
    expect((await send(sampleEvent("cert.flapping"))).status).toBe(401);
    expect((await send({ event_type: "contact.confirm", authcode: "A1b2C3" })).status).toBe(200);
    await says("contact.confirm");
  });

  it("forwards an event with its headers and its body unchanged, so that it can be verified again", async () => {
    const { url: target, received } = await receiver();
    const { url, says, printed } = await listening(["--forward", `${target}?from=listen`]);
    const body = `{ "event_type": "x.y", "event_sid": "TA${"0".repeat(32)}", "event_date": "2027-01-15", "\\u0061": "ü" }`;
    expect(await post(url, body)).toBe(200);
    await says(`Forwarded to ${new URL(target).origin}: 200.`);
    expect(printed.stderr).not.toContain("from=listen");
    expect(received[0]?.raw).toBe(body);
    expect(verifySignature(String(received[0]?.headers["x-webhook-signature"]), body, secret)).toBe(true);
    expect(received[0]?.headers).toMatchObject({ "x-request-id": "7", host: new URL(target).host });
  });

  it("forwards what came in pieces", async () => {
    const { url: target, received } = await receiver();
    const { url } = await listening(["--forward", target]);
    const body = JSON.stringify(sampleEvent("cert.flapping"));
    const status = await new Promise((resolve, reject) => {
      const headers = { "x-webhook-signature": signatureHeader(body, secret), connection: "close" };
      const sending = request(url, { method: "POST", headers }, ({ statusCode }) => resolve(statusCode));
      sending.on("error", reject).write(body.slice(0, 9));
      sending.end(body.slice(9));
    });
    expect([status, received[0]?.raw]).toEqual([200, body]);
  });

  it("informs the sender when forwarding fails, and forwards again when the event comes again", async () => {
    const { url: target, received } = await receiver([503, 200]);
    const { url, says, printed } = await listening(["--forward", target]);
    const event = sampleEvent("cert.flapping");
    expect([await post(url, event), await post(url, event), await post(url, event)]).toEqual([500, 200, 200]);
    await says(": 200.");
    expect(received).toHaveLength(2);
    // The service sends it again, since it was answered 500; and once more.
    expect(printed.stdout.match(/repeated$/gm)).toHaveLength(1);
    expect(printed.stderr).toContain(
      `Repeated: cert.flapping  ${event.event_sid}. It was not handled again.`,
    );
    expect(printed.stderr).toContain(
      `Forwarded to ${new URL(target).origin}: 503. The sender was answered 500.`,
    );
  });

  it("informs the sender when there is no receiver to forward to", async () => {
    const { url, says } = await listening(["--forward", "http://127.0.0.1:1/"]);
    expect(await post(url, sampleEvent("cert.flapping"))).toBe(500);
    await says("Not forwarded to http://127.0.0.1:1: ECONNREFUSED. The sender was answered 500.");
  });

  it("says so when the port is taken", async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const { code, stderr } = await run(["listen", "--port", String(port)]);
    server.close();
    expect([code, stderr]).toEqual([
      1,
      `rblmonitor: Cannot listen on 127.0.0.1, port ${port}: the port is in use; choose another.\n`,
    ]);
  });

  it.each([
    [["--port", "70000"], {}, "65,535 or less"],
    [["--port", "x"], {}, "not a whole number"],
    [["--host", "256.0.0.1"], {}, "Cannot listen on 256.0.0.1"],
    [["--count", "0"], {}, "1 or more"],
    [["--forward", "localhost:1"], {}, "not an HTTP URL"],
    [["--forward", "ftp://localhost/"], {}, "not an HTTP URL"],
    [["--forward", "http://me:hunter2@localhost/"], {}, "must not contain a user name or password"],
    [["--forward", "ftp://me:hunter2@localhost/"], {}, "not an HTTP URL"],
    [[], { RBLMONITOR_WEBHOOK_SECRET: undefined }, "Set RBLMONITOR_WEBHOOK_SECRET"],
    [[], { RBLMONITOR_WEBHOOK_SECRET: "" }, "or accept whatever comes with --allow-unsigned"],
  ])("refuses %j with %j", async (args, environment, words) => {
    const { code, stdout, stderr } = await run(["listen", ...args], environment);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toContain(words);
    expect(stderr).not.toContain("hunter2");
  });
});
