import { createHmac } from "node:crypto";
import { call, emulators } from "./api";
import { type Received, receivers } from "./receiver";

const start = emulators();
const receiver = receivers();

/** Verifies a signature with the raw body (docs/design/api.md#webhook-signatures). */
function isSigned({ headers, raw }: Received, secret: string): boolean {
  const match = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers["x-webhook-signature"]));
  return match?.[2] === createHmac("sha256", secret).update(`${match?.[1]}.${raw}`).digest("hex");
}

describe("a webhook", () => {
  test("is a JSON POST signed with the endpoint's own secret, at the time of sending", async () => {
    const [first, second] = [await receiver(), await receiver()];
    const webhooks = [
      { url: first.url, secret: "one" },
      { url: second.url, secret: "two" },
    ];
    const service = await start({ webhooks, now: () => 1_800_000_000_999 });
    service.events.sendSample("billing.balance.alert", { balance: "4.00", alert_threshold: "5.00" });
    await service.events.idle();
    for (const [{ received }, secret] of [
      [first, "one"],
      [second, "two"],
    ] as const) {
      const [request] = received;
      expect(request).toMatchObject({ method: "POST", headers: { "content-type": "application/json" } });
      const [, signedAt] = /^t=(\d+),v1=/.exec(String(request?.headers["x-webhook-signature"])) ?? [];
      // Not the emulated time, which receivers would refuse.
      expect(Math.abs(Date.now() / 1_000 - Number(signedAt))).toBeLessThan(300);
      expect(request !== undefined && isSigned(request, secret)).toBe(true);
      expect(request?.body).toEqual({
        event_sid: expect.stringMatching(/^TA[0-9a-f]{32}$/),
        event_type: "billing.balance.alert",
        event_date: "2027-01-15T08:00:00+00:00",
        balance: "4.00",
        alert_threshold: "5.00",
      });
    }
  });

  test("to a callback is signed with the account's secret", async () => {
    const { url, received } = await receiver();
    const service = await start();
    await call(service, "POST", "/rbl/check/start", { host: "192.0.2.1", callback: url });
    while (received.length === 0) await new Promise(setImmediate);
    expect(received[0] !== undefined && isSigned(received[0], service.signingSecret)).toBe(true);
  });

  test("is recorded with its responses", async () => {
    const { url } = await receiver([500]);
    const service = await start({ webhooks: [{ url, secret: "s" }] });
    service.events.sendSample("agent.timeout");
    await service.events.idle();
    expect(service.events.sent).toEqual([
      { url, event: expect.objectContaining({ event_type: "agent.timeout" }), answers: [500] },
    ]);
  });

  test("without a receiver is ignored", async () => {
    const service = await start({ webhooks: [{ url: "http://127.0.0.1:1/", secret: "s" }] });
    service.events.sendSample("agent.timeout");
    await service.events.idle();
    expect(service.events.sent[0]?.answers).toEqual([0]);
  });
});

describe("certificate errors", () => {
  async function monitored() {
    const { url, received } = await receiver();
    const service = await start({ webhooks: [{ url, secret: "s" }] });
    const monitor = service.account.add("certificate_monitor", { hostname: "www.example.org", name: "Shop" });
    const list = async () => (await call(service, "GET", "/cert/errors")).body;
    const bodies = async () => {
      await service.events.idle();
      return received.map(({ body }) => body);
    };
    return { service, monitor, list, bodies };
  }
  const expired = { type: "expired", message: "The certificate has expired." };
  const mismatch = { type: "name_mismatch", message: "The certificate is for another name." };

  test("are absent at first, and the list is not paged", async () => {
    const { list } = await monitored();
    expect(await list()).toEqual({
      ...{ status_code: 200, status_message: "Certificate Errors", total_errors: 0, data: [] },
    });
  });

  test("are listed once they are raised, with an event of the new and the active ones", async () => {
    const { service, monitor, list, bodies } = await monitored();
    service.certificateErrors.raise(monitor.id, [expired]);
    service.certificateErrors.raise(monitor.id, [mismatch]);
    expect(await list()).toMatchObject({
      total_errors: 2,
      data: [
        { monitor: monitor.id, ...expired },
        { monitor: monitor.id, ...mismatch },
      ],
    });
    expect((await bodies())[1]).toMatchObject({
      event_type: "cert.error.trigger",
      monitor: { sid: monitor.id, name: "Shop", hostname: "www.example.org", protocol: "https" },
      errors: [mismatch],
      current_errors: [expired, mismatch],
    });
  });

  test("are gone once they are resolved, with an event of the remaining ones", async () => {
    const { service, monitor, list, bodies } = await monitored();
    service.certificateErrors.raise(monitor.id, [expired, mismatch]);
    service.certificateErrors.resolve(monitor.id, ["expired"]);
    expect((await bodies())[1]).toMatchObject({
      event_type: "cert.error.resolve",
      resolved_errors: [expired],
      current_errors: [mismatch],
    });
    service.certificateErrors.resolve(monitor.id);
    expect((await bodies())[2]).toMatchObject({ resolved_errors: [mismatch], current_errors: [] });
    expect((await list()).total_errors).toBe(0);
  });

  test("are gone with their monitor", async () => {
    const { service, monitor, list } = await monitored();
    service.certificateErrors.raise(monitor.id, [expired]);
    await call(service, "DELETE", `/cert/monitors/${monitor.id}`);
    expect((await list()).total_errors).toBe(0);
  });

  test("cannot be raised on a missing monitor", async () => {
    const { service, list } = await monitored();
    expect(() => service.certificateErrors.raise("CM1", [expired])).toThrow(/no certificate monitor/);
    expect((await list()).total_errors).toBe(0);
  });

  test("are not the only events about a certificate", async () => {
    const { service, monitor, bodies } = await monitored();
    service.certificateErrors.send("cert.expiration.trigger", monitor.id, { expiry_days: 7 });
    expect((await bodies())[0]).toMatchObject({
      event_type: "cert.expiration.trigger",
      monitor: { sid: monitor.id },
      expiry_days: 7,
    });
  });
});
