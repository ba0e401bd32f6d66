import { addInitialObjects } from "../../src/emulator/account/initial-objects";
import { schedule } from "../../src/emulator/checks/schedule";
import { startingSettings } from "../../src/emulator/options";
import { emptyService } from "../../src/emulator/service";
import { emulators } from "./api";
import { receivers } from "./receiver";

const hour = 3_600_000;
const start = emulators();
const receiver = receivers();

/** An account with a clock that tests advance. `chance` is the result of every random number. */
async function scheduled(chance: number) {
  const inbox = await receiver();
  const settings = startingSettings({ webhooks: [{ url: inbox.url, secret: "s" }] });
  const time = { now: Date.UTC(2026, 10, 21), chance };
  const now = () => time.now;
  const stopping = new AbortController();
  const outside = { now, random: () => time.chance, changed: () => undefined, stopping: stopping.signal };
  const service = emptyService({ ...outside, settings, signingSecret: "s" });
  const { account, events } = service;
  addInitialObjects(account);
  const run = schedule(service);
  const types = () => events.sent.map(({ event }) => event.event_type);
  return { account, events, run, stopping, time, types, inbox };
}

test("the last thousand events are kept, without older ones", async () => {
  const { events, stopping, types } = await scheduled(0);
  stopping.abort();
  for (let n = 1; n <= 1_001; n += 1) events.sendTo("http://127.0.0.1:1/", `event ${n}`, {});
  await events.idle();
  expect(types()).toHaveLength(1_000);
  expect([types()[0], types().at(-1)]).toEqual(["event 2", "event 1001"]);
});

describe("a host", () => {
  test("is checked at the frequency of its profile, and not while it is paused", async () => {
    const { account, run, time, types } = await scheduled(0.99);
    const profile = account.add("monitoring_profile", { frequency: "2_hours" });
    const { id } = account.add("host", { host: "192.0.2.1", profile: profile.id });
    const completed = () => types().filter((type) => type === "rbl.host.check.completed").length;
    run();
    expect(completed()).toBe(1);
    time.now += 2 * hour - 1;
    run();
    expect(completed()).toBe(1);
    time.now += 1;
    run();
    expect(completed()).toBe(2);
    account.change(id, { paused: true });
    time.now += 2 * hour;
    run();
    expect(completed()).toBe(2);
  });

  test("is listed and delisted now and then, and its endpoint contacts are notified", async () => {
    const { account, events, run, time, types } = await scheduled(0);
    const contacts = await receiver();
    account.add("contact", { type: "endpoint", contact: contacts.url });
    const { id } = account.add("host", { host: "192.0.2.1" });
    run();
    expect(account.get("host", id)).toMatchObject({ listed: true });
    time.now += 24 * hour;
    run();
    expect(account.get("host", id)).toMatchObject({ listed: false });
    expect(types()).toEqual(expect.arrayContaining(["rbl.host.listed", "rbl.host.delisted"]));
    await events.idle();
    // Only a summary, as documented.
    const summary = { event_type: "contact.trigger", url: expect.stringContaining("https://") };
    expect(contacts.received.map(({ body }) => body)).toEqual([
      {
        ...summary,
        ...{ event_sid: expect.any(String), title: "192.0.2.1 is listed", message: expect.any(String) },
      },
      {
        ...summary,
        ...{
          event_sid: expect.any(String),
          title: "192.0.2.1 is no longer listed",
          message: expect.any(String),
        },
      },
    ]);
  });
});

describe("a certificate", () => {
  test("ages: its thresholds and its end are reported, and so is its renewal", async () => {
    const { account, run, time, types } = await scheduled(0.5);
    const { id } = account.add("certificate_monitor", { hostname: "shop.example.com" });
    for (let day = 0; day < 50; day += 1) {
      run();
      time.now += 24 * hour;
    }
    const triggers = types().filter((type) => type === "cert.expiration.trigger");
    // 45 days are left at first; the default thresholds are 30, 14, 7, 1 and 0.
    expect(triggers).toHaveLength(5);
    expect(types()).toContain("cert.error.trigger");
    expect(account.get("certificate_monitor", id)?.expiry_days).toBeLessThan(0);
    time.chance = 0;
    run();
    expect(types().slice(-2)).toEqual(["cert.expiration.resolve", "cert.error.resolve"]);
  });

  test("of a profile that does not alert on expiration is quiet", async () => {
    const { account, run, time, types } = await scheduled(0.3);
    const profile = account.add("certificate_profile", { alert_on_expiration: false });
    account.add("certificate_monitor", { profile: profile.id });
    for (let day = 0; day < 25; day += 1) {
      run();
      time.now += 24 * hour;
    }
    expect(types()).not.toContain("cert.expiration.trigger");
  });
});

test("errors that the monitor's profile does not alert on are listed and not reported", async () => {
  const service = await start({ webhooks: [{ url: "http://127.0.0.1:9/", secret: "s" }] });
  const profile = service.account.add("certificate_profile", { alert_on_name_mismatch: false });
  service.account.add("certificate_monitor", { hostname: "shop.example.com", profile: profile.id });
  service.certificateErrors.expect("shop.example.com", ["name_mismatch"]);
  expect(service.events.sent).toEqual([]);
  service.certificateErrors.expect("shop.example.com", ["name_mismatch", "ca_failure"]);
  expect(service.events.sent).toHaveLength(1);
});

test("hosts are listed only on sources of their type", async () => {
  const { account, run, time } = await scheduled(0);
  const hosts = ["192.0.2.1", "2001:db8::1", "www.example.org"].map((host) => account.add("host", { host }));
  // The first random number lists a host, and the second one selects a source.
  for (const chance of [0, 0.4, 0.99]) {
    let call = 0;
    Object.defineProperty(time, "chance", { get: () => (call++ % 2 === 0 ? 0 : chance), configurable: true });
    run();
    const types = hosts.map(({ id }) =>
      account.get("host", id)?.listings.map(({ sid }) => account.get("source", sid)?.type),
    );
    expect(types).toEqual([["rbl"], ["rbl_v6"], ["uribl"]]);
    for (const { id } of hosts) account.change(id, { listed: false, listings: [] });
    time.now += 24 * hour;
  }
});

test("a live emulator checks its hosts by itself", async () => {
  const service = await start({ live: true, demo: true });
  const before = service.events.sent.length;
  const [host] = service.account.objects("host");
  service.account.change(host?.id ?? "", { lastChecked: null });
  while (service.account.objects("host")[0]?.lastChecked === null)
    await service.events.idle().then(() => new Promise(setImmediate));
  expect(before).toBe(0);
});

describe("the account of the demo", () => {
  test("has something to act on for each command", async () => {
    const { account } = await start({ demo: true });
    const hosts = account.objects("host");
    expect(hosts.filter(({ listed }) => listed)).toHaveLength(3);
    expect(hosts.filter(({ parent }) => parent !== null)).toHaveLength(4);
    const contacts = account.objects("contact");
    expect(new Set(contacts.map(({ type }) => type)).size).toBeGreaterThan(3);
    expect(contacts.filter(({ confirmed }) => !confirmed)).toHaveLength(1);
    expect(contacts.filter(({ paused }) => paused)).toHaveLength(2);
    expect(
      account.objects("certificate_monitor").filter(({ expiry_days: days }) => Number(days) < 14),
    ).toHaveLength(3);
  });
});
