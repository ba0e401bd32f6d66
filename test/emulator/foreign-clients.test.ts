import type { Emulator } from "../../src/emulator/emulator";
import { eventTypes, isKnownEvent, parseEvent } from "../../src/webhooks";
import { basic, call, emulators, send } from "./api";
import { receivers } from "./receiver";

/*
 * Requests as public clients of the service send them, and the answers that these clients rely on.
 */

const start = emulators();
const receiver = receivers();

/** Sends a request to a path below the server's root, with the suffix that the client gives it. */
function sendTo(service: Emulator, method: string, path: string, form?: Record<string, string>) {
  return send(new URL(path, service.url).href, {
    method,
    headers: { authorization: basic(service.accountSid, service.authToken) },
    ...(form && { body: new URLSearchParams(form) }),
  });
}

function listHost(service: Emulator, host: string) {
  return service.account.add("host", { host, listed: true });
}

describe("version 3.0", () => {
  test.each(["hosts.xml", "hosts"])("answers %s", async (path) => {
    const service = await start();
    const { id } = service.account.add("host", { host: "192.0.2.1", name: "R & D <1> \u0001\u000b" });
    const answer = await fetch(`${service.legacyUrl}/${path}`, {
      headers: { authorization: basic(service.accountSid, service.authToken) },
    });
    expect(answer.status).toBe(200);
    const text = await answer.text();
    if (path === "hosts") expect(JSON.parse(text).data).toEqual([expect.objectContaining({ id })]);
    else
      expect(text).toContain(
        `<data><item><id>${id}</id><host>192.0.2.1</host><name>R &#38; D &#60;1&#62; \ufffd\ufffd</name>`,
      );
  });

  test("answers plain text as it is, whatever suffix follows", async () => {
    const service = await start();
    const answer = await fetch(`${service.legacyUrl}/listings.nagios.xml`, {
      headers: { authorization: basic(service.accountSid, service.authToken) },
    });
    expect([answer.status, await answer.text()]).toEqual([200, "OK - no hosts listed"]);
  });

  test.each(["1", "True", "true"])("takes %s for a flag", async (flag) => {
    const service = await start();
    const answer = await sendTo(service, "POST", "/3.0/contactgroup/add.json", {
      name: "A",
      is_default: flag,
    });
    expect(answer.status).toBe(200);
    expect(service.account.find(answer.body.data.id)).toMatchObject({ is_default: true });
  });
});

describe("the details of a check", () => {
  test.each([
    ["4.0", "/4.0/rbl/check/", "/4.0/rbl/check/status/ID.json?details="],
    ["3.0", "/3.0/check/", "/3.0/check/status/ID.json?details="],
  ])(
    "in version %s are those that its start asked for, unless its status asks otherwise",
    async (version, path, status) => {
      const service = await start({ checkDuration: 0 });
      const flags = version === "3.0" ? ["0", "1"] : ["false", "true"];
      const started = await sendTo(service, "POST", `${path}start.json`, {
        host: "192.0.2.1",
        details: `${flags[1]}`,
      });
      const ended = async () => {
        const { body } = await sendTo(
          service,
          "GET",
          status.replace(/\?.*/, "").replace("ID", started.body.data.id),
        );
        return (body.data ?? body).status === "completed";
      };
      while (!(await ended())) await new Promise(setImmediate);
      const get = async (query: string) => {
        const answer = await sendTo(service, "GET", query.replace("ID", started.body.data.id));
        return "listed_details" in (answer.body.data ?? answer.body);
      };
      expect(await get(status.replace(/\?.*/, ""))).toBe(true);
      expect([await get(`${status}${flags[0]}`), await get(`${status}${flags[1]}`)]).toEqual([false, true]);
    },
  );
});

test("a paused certificate monitor has no new errors, and has them once it is resumed", async () => {
  const service = await start();
  const { id } = service.account.add("certificate_monitor", { hostname: "a.example.com" });
  const errors = async () => (await call(service, "GET", "/cert/errors")).body.total_errors;
  await call(service, "POST", `/cert/monitors/${id}/pause`);
  service.certificateErrors.expect("a.example.com", ["expired"]);
  expect(await errors()).toBe(0);
  await call(service, "POST", `/cert/monitors/${id}/resume`);
  expect(await errors()).toBe(1);
});

test.each([...eventTypes])(
  "an event of type %s that is sent by hand is one that our receiver accepts",
  async (type) => {
    const service = await start();
    const event = service.events.sendSample(type);
    expect(isKnownEvent(parseEvent(JSON.stringify(event)))).toBe(true);
    expect(event.event_sid).toMatch(type === "contact.confirm" ? /^EA/ : /^TA/);
    expect("event_date" in event).toBe(!type.startsWith("contact."));
  },
);

describe("flags", () => {
  test.each([
    ["1", true],
    ["0", false],
    ["true", true],
    ["True", true],
    ["FALSE", false],
  ])("are accepted as %s", async (text, flag) => {
    const service = await start();
    const group = service.account.add("contact_group", { is_default: !flag });
    const answer = await call(service, "PUT", `/contact/groups/${group.id}`, { is_default: text });
    expect(answer.status).toBe(200);
    if (flag) expect(service.account.find(group.id)).toMatchObject({ is_default: true });
  });

  test("are accepted in any spelling in the details of a check", async () => {
    const service = await start({ checkDuration: 0 });
    const { body } = await call(service, "POST", "/rbl/check/start", { host: "192.0.2.1", details: "True" });
    const answer = await call(service, "GET", `/rbl/check/status/${body.data.id}?details=1`);
    expect(answer.status).toBe(200);
  });
});

describe("unknown query parameters of an operation", () => {
  test.each([
    "/cert/errors?page=1",
    ...["ids=1", "search=mail", "sort=name", "status=active", "monitor_id=7"].map(
      (query) => `/rbl/hosts?${query}`,
    ),
  ])("are ignored in %s", async (path) => {
    const service = await start();
    expect((await call(service, "GET", path)).status).toBe(200);
  });
});

describe("counts", () => {
  test("of listings are a plain number, without .json in the path", async () => {
    const service = await start();
    expect((await sendTo(service, "GET", "/4.0/rbl/listings/count")).text).toBe("0");
    listHost(service, "192.0.2.1");
    const answer = await sendTo(service, "GET", "/4.0/rbl/listings/count");
    expect(answer).toMatchObject({ status: 200, text: "1" });
    expect(answer.headers.get("content-type")).toMatch(/^text\/plain/);
    expect(answer.headers.get("ratelimit-limit")).not.toBeNull();
  });

  test("of certificate errors are a plain number", async () => {
    const service = await start();
    const monitor = service.account.add("certificate_monitor");
    service.certificateErrors.raise(monitor.id, [{ type: "expired", message: "Expired." }]);
    expect((await sendTo(service, "GET", "/4.0/cert/errors/count")).text).toBe("1");
  });
});

describe("a certificate monitor", () => {
  const create = (service: Emulator, hostname: string) =>
    call(service, "POST", "/cert/monitors", {
      hostname,
      protocol: "https",
      name: "Shop",
      profile: service.account.objects("certificate_profile")[0]?.id ?? "",
      contact_group: service.account.objects("contact_group")[0]?.id ?? "",
    });

  test.each([
    ["[2001:db8::1]", 443],
    ["[2001:db8::1]:8443", 8443],
    ["shop.example.com:8443", 8443],
    ["shop.example.com", 443],
  ])("of %s is accepted, and its answers carry port %d", async (hostname, port) => {
    const answer = await create(await start(), hostname);
    expect(answer.body.data).toMatchObject({ hostname, port });
  });
});

describe("a new contact of type endpoint", () => {
  test("is sent its code as the service sends it: signed by default, and without a date", async () => {
    const inbox = await receiver();
    const service = await start();
    const { body } = await call(service, "POST", "/contact/contacts", {
      contact: inbox.url,
      type: "endpoint",
      schedule: "start_and_end",
      contact_group: service.account.objects("contact_group")[0]?.id ?? "",
    });
    await service.events.idle();
    const [sent] = inbox.received;
    const { event_sid, authcode, url, ...event } = JSON.parse(sent?.raw ?? "{}");
    expect(event_sid).toMatch(/^EA[0-9a-f]{32}$/);
    expect(authcode).toMatch(/^[A-Za-z0-9]{6}$/);
    expect(new URL(url).pathname).toBe(`/main/confirm/contact/${body.data.id}/${authcode}`);
    expect(event).toEqual({
      event_type: "contact.confirm",
      title: expect.any(String),
      message: expect.any(String),
    });
    expect(sent?.headers).toHaveProperty("x-webhook-signature");
  });
});

describe("version 3.0", () => {
  test.each(["/3.0/rblprofiles.json", "/3.0/monitoringprofiles.json"])(
    "lists profiles at %s",
    async (path) => {
      const answer = await sendTo(await start(), "GET", path);
      expect(answer.body).toMatchObject({ status_code: 200, total_rbl_profiles: 1, page_size: 20 });
    },
  );

  test("gets a profile by its other name, with a page size of 20", async () => {
    const service = await start();
    const [profile] = service.account.objects("monitoring_profile");
    const answer = await sendTo(service, "GET", `/3.0/monitoringprofile/${profile?.id}.json`);
    expect(answer.body).toMatchObject({ page_size: 20, data: [{ id: profile?.id }] });
  });

  test("adds a profile at a path with a slash before .json", async () => {
    const form = { name: "Mail", frequency: "24_hours" };
    const answer = await sendTo(await start(), "POST", "/3.0/monitoringprofile/add/.json", form);
    expect(answer.body).toMatchObject({ status_message: "OK", data: { id: expect.stringMatching(/^RP/) } });
  });

  test.each([
    [0, "OK - no hosts listed", "0"],
    [1, "CRITICAL - 1 host listed!", "1"],
    [2, "CRITICAL - 2 hosts listed!", "2"],
  ])("answers Nagios and Zabbix with text for %d listed hosts", async (listed, nagios, zabbix) => {
    const service = await start();
    for (let number = 0; number < listed; number += 1) listHost(service, `192.0.2.${number}`);
    expect((await sendTo(service, "GET", "/3.0/listings.nagios")).text).toBe(nagios);
    expect((await sendTo(service, "GET", "/3.0/listings.zabbix")).text).toBe(zabbix);
  });

  test("accepts an empty contact group for a new contact, and a type that does not match the host", async () => {
    const service = await start();
    const contact = {
      contact: "noc@example.com",
      type: "email",
      schedule: "start_and_end",
      contact_group: "",
    };
    expect((await sendTo(service, "POST", "/3.0/contact/add.json", contact)).status).toBe(200);
    const host = { host: "mail.example.com", name: "Mail", type: "rbl" };
    expect((await sendTo(service, "POST", "/3.0/host/add.json", host)).status).toBe(200);
  });

  test("shows the counts of a check that still runs", async () => {
    const service = await start({ checkDuration: 60_000 });
    const started = await sendTo(service, "POST", "/3.0/check/start.json", { host: "192.0.2.1" });
    const status = await sendTo(service, "GET", `/3.0/check/status/${started.body.data.id}.json`);
    const counts = { checked_count: 0, listed: 0, listed_count: 0 };
    expect(status.body.data).toMatchObject({ status: "processing", ...counts });
  });
});
