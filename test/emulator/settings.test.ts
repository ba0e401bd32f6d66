import type { Emulator } from "../../src/emulator/emulator";
import { type GapSettings, gapSettings, parseGapSetting, settingTable } from "../../src/emulator/settings";
import { type Kind, kinds } from "../../src/service/kinds";
import { call, emulators } from "./api";
import { createBodies, defaults } from "./bodies";
import { receivers } from "./receiver";

const start = emulators();
const receiver = receivers();

async function create(service: Emulator, kind: Kind, fields: Record<string, string> = {}) {
  const form = { ...createBodies(service)[kind], ...fields };
  const { body, status } = await call(service, "POST", kinds[kind].path, form);
  return { status, body, data: kind === "host" ? body.data?.[0] : body.data };
}

async function deleteStatus(service: Emulator, kind: Kind, id: string): Promise<number> {
  return (await call(service, "DELETE", `${kinds[kind].path}/${id}`)).status;
}

const read = async (service: Emulator, kind: Kind, id: string) =>
  (await call(service, "GET", `${kinds[kind].path}/${id}`)).body.data[0];

/** What each setting shows of itself, and what that is for each of its values. */
type Shows<N extends keyof GapSettings> = {
  readonly observe: (service: Emulator) => Promise<unknown>;
  readonly values: { readonly [V in `${GapSettings[N]}`]: unknown };
};

const addressHost = { host: "192.0.2.1" };

const shows: { readonly [N in keyof GapSettings]: Shows<N> } = {
  idKey: {
    observe: async (service) => Object.keys((await create(service, "contact_group")).data)[0],
    values: { id: "id", sid: "sid" },
  },
  lists: {
    observe: async (service) => {
      const { data } = await create(service, "host", { tags: "" });
      const profile = await create(service, "certificate_profile", { expiration_thresholds: "30,7" });
      const { group } = defaults(service);
      const text = JSON.stringify([data.contact_group, data.tags, profile.data.expiration_thresholds]);
      return JSON.parse(text.replaceAll(group, "CG"));
    },
    values: {
      strings: [["CG"], [], ["30", "7"]],
      csv: ["CG", "", "30,7"],
      numbers: [["CG"], [], [30, 7]],
      objects: [
        [{ id: "CG", name: "Default" }],
        [],
        [
          { id: "30", name: "30" },
          { id: "7", name: "7" },
        ],
      ],
      "null-when-empty": [["CG"], null, ["30", "7"]],
      absent: [null, null, null],
    },
  },
  listItemOrder: {
    observe: async (service) => (await create(service, "host", { tags: "b,a,c" })).data.tags,
    values: { "as-given": ["b", "a", "c"], reversed: ["c", "a", "b"], shuffled: ["a", "b", "c"] },
  },
  booleans: {
    observe: async (service) => {
      const { data } = await create(service, "certificate_profile", { alert_on_expiration: "false" });
      return [data.alert_on_changes, data.alert_on_expiration, (await create(service, "host")).data.listed];
    },
    values: {
      boolean: [true, false, false],
      number: [1, 0, 0],
      "digit-text": ["1", "0", "0"],
      "word-text": ["true", "false", "false"],
    },
  },
  statusWords: {
    observe: async (service) => {
      const { id } = service.account.add("host", addressHost);
      const words = [(await read(service, "host", id)).status];
      service.account.change(id, { paused: true });
      words.push((await read(service, "host", id)).status, (await create(service, "contact")).data.status);
      return words;
    },
    values: {
      lower: ["active", "paused", "pending"],
      capitalised: ["Active", "Paused", "Pending"],
      upper: ["ACTIVE", "PAUSED", "PENDING"],
      unknown: ["monitoring", "Paused", "awaiting_authorization"],
    },
  },
  sourceTypes: {
    observe: async (service) => {
      const { body } = await call(service, "GET", "/rbl/sources");
      return [...new Set(body.data.map((source: { type: string }) => source.type))];
    },
    values: {
      documented: ["rbl", "rbl_v6", "uribl"],
      extended: ["rbl", "rwl_v6", "domain_blocklist"],
    },
  },
  customFlag: {
    observe: async (service) => [
      (await read(service, "source", defaults(service).source)).custom,
      (await create(service, "source")).data.custom,
    ],
    values: { number: [0, 1], boolean: [false, true], absent: [undefined, undefined] },
  },
  builtInRefusal: {
    observe: (service) => deleteStatus(service, "source", defaults(service).source),
    values: { 409: 409, 403: 403, 422: 422 },
  },
  pausedSources: {
    observe: async (service) => {
      const { id } = service.account.add("source", { paused: true });
      const { body } = await call(service, "GET", "/rbl/sources");
      return [body.total, (await read(service, "source", id)).status];
    },
    values: { listed: [31, "paused"], unlisted: [30, "paused"] },
  },
  monitorPort: {
    observe: async (service) =>
      (await create(service, "certificate_monitor", { protocol: "imaps" })).data.port,
    values: { absent: undefined, present: 993 },
  },
  monitorHostnamePort: {
    observe: async (service) => [
      (await create(service, "certificate_monitor", { hostname: "example.org:8443" })).data?.hostname,
      (await create(service, "certificate_monitor", { hostname: "[2001:db8::1]:443" })).data?.hostname,
    ],
    values: {
      kept: ["example.org:8443", "[2001:db8::1]:443"],
      split: ["example.org", "2001:db8::1"],
      refused: [undefined, undefined],
    },
  },
  thresholdsBeyondRange: {
    observe: async (service) =>
      (await create(service, "certificate_profile", { expiration_thresholds: "91" })).status,
    values: { refused: 422, accepted: 200 },
  },
  defaultCertificateProfile: {
    observe: (service) => deleteStatus(service, "certificate_profile", defaults(service).certificateProfile),
    values: { kept: 409, deletable: 200 },
  },
  subnetCreate: {
    observe: async (service) => {
      const { body } = await create(service, "host", { host: "192.0.2.2/31" });
      const ids = body.data.map((host: { id: string }) => host.id);
      expect(service.account.objects("host").map((host) => host.id)).toEqual(ids);
      return body.data.map((host: { host: string; type: string; parent: string | null }) => [
        host.host,
        host.type,
        ids.indexOf(host.parent),
      ]);
    },
    values: {
      flat: [
        ["192.0.2.2", "rbl", -1],
        ["192.0.2.3", "rbl", -1],
      ],
      one: [["192.0.2.2/31", "ip_range", -1]],
      "parent-and-children": [
        ["192.0.2.2/31", "ip_range", -1],
        ["192.0.2.2", "rbl", 0],
        ["192.0.2.3", "rbl", 0],
      ],
    },
  },
  parentDelete: {
    observe: async (service) => {
      service.configure({ subnetCreate: "parent-and-children" });
      const { data } = await create(service, "host", { host: "192.0.2.0/31" });
      await deleteStatus(service, "host", data.id);
      return service.account.objects("host").length;
    },
    values: { "keeps-children": 2, cascades: 0 },
  },
  sameHost: {
    observe: async (service) => {
      await create(service, "host");
      return (await create(service, "host")).status;
    },
    values: { conflict: 409, validation: 422, accept: 200 },
  },
  inUseStatus: {
    observe: (service) => deleteStatus(service, "contact_group", defaults(service).group),
    values: { 409: 409, 422: 422 },
  },
  checkWords: {
    observe: async (service) => {
      service.configure({ checkDuration: 300 });
      const { body } = await call(service, "POST", "/rbl/check/start", addressHost);
      const words: string[] = [];
      for (;;) {
        const { data } = (await call(service, "GET", `/rbl/check/status/${body.data.id}`)).body;
        if (words.at(-1) !== data.status) words.push(data.status);
        if (data.listed !== undefined) return words;
      }
    },
    values: {
      documented: ["processing", "completed"],
      capitalised: ["Processing", "Completed"],
      "unknown-while-running": ["queued", "completed"],
      unknown: ["queued", "finished"],
    },
  },
  checkResultsWhileProcessing: {
    observe: async (service) => {
      service.configure({ checkDuration: 60_000 });
      const { body } = await call(service, "POST", "/rbl/check/start", addressHost);
      const status = await call(service, "GET", `/rbl/check/status/${body.data.id}`);
      return [status.body.data.status, status.body.data.listed];
    },
    values: { absent: ["processing", undefined], partial: ["processing", false] },
  },
  maxPageSize: {
    observe: async (service) => {
      for (let n = 0; n < 120; n += 1) service.account.add("contact_group", {});
      const { body } = await call(service, "GET", "/contact/groups?page_size=1000");
      return [body.page_size, body.total_pages, body.data.length];
    },
    values: { 1000: [1000, 1, 121], 100: [100, 2, 100], 50: [50, 3, 50] },
  },
  emptyTotalPages: {
    observe: async (service) => (await call(service, "GET", "/rbl/hosts")).body.total_pages,
    values: { 1: 1, 0: 0 },
  },
  argsEncoding: {
    observe: async (service) => [
      (await create(service, "contact", { "args[key]": "k" })).status,
      (await create(service, "contact", { args: '{"key":"k"}' })).status,
    ],
    values: { both: [200, 200], brackets: [200, 422], json: [422, 200] },
  },
  argsReturned: {
    observe: async (service) => (await create(service, "contact", { "args[key]": "k" })).data.args,
    values: { absent: undefined, masked: { key: "********" }, whole: { key: "k" } },
  },
  emptyList: {
    observe: async (service) => {
      const { data } = await create(service, "host", { tags: "a" });
      await call(service, "PUT", `/rbl/hosts/${data.id}`, { tags: "" });
      return (await read(service, "host", data.id)).tags;
    },
    values: { clears: [], ignored: ["a"] },
  },
  validationStatus: {
    observe: async (service) => (await create(service, "host", { name: "" })).status,
    values: { 422: 422, 400: 400, 500: 500 },
  },
  eventPrefix: {
    observe: async (service) => {
      const { url, received } = await receiver();
      service.configure({ webhooks: [{ url, secret: "s" }] });
      service.account.sendEvent("agent.timeout");
      await service.account.eventsDelivered();
      return received[0]?.body.event_sid.slice(0, 2);
    },
    values: { TA: "TA", EA: "EA", EV: "EV" },
  },
  newContact: {
    observe: async (service) => (await create(service, "contact")).data.status,
    values: { pending: "pending", active: "active" },
  },
  endpointConfirmation: {
    observe: async (service) => {
      const { url, received } = await receiver();
      await create(service, "contact", { type: "endpoint", contact: url });
      await service.account.eventsDelivered();
      return received.length;
    },
    values: { sent: 1, none: 0 },
  },
  webhookRetries: {
    observe: async (service) => {
      const { url, received } = await receiver([500, 404, 200]);
      service.configure({ webhooks: [{ url, secret: "s" }], webhookRetryDelay: 1 });
      service.account.sendEvent("agent.timeout");
      await service.account.eventsDelivered();
      return [service.account.eventsSent[0]?.answers, new Set(received.map(({ raw }) => raw)).size];
    },
    values: { none: [[500], 1], three: [[500, 404, 200], 1] },
  },
  webhookObjects: {
    observe: async (service) => {
      const { url, received } = await receiver();
      service.configure({ webhooks: [{ url, secret: "s" }] });
      const { id } = service.account.add("certificate_monitor", { hostname: "www.example.org" });
      service.account.raiseCertificateErrors(id, [{ type: "expired", message: "Expired." }]);
      await service.account.eventsDelivered();
      return [Object.keys(received[0]?.body.monitor), Object.keys(received[0]?.body.errors[0])];
    },
    values: {
      lean: [
        ["sid", "name", "hostname", "protocol"],
        ["monitor", "hostname", "protocol", "type", "message"],
      ],
      rich: [
        ["sid", "name", "hostname", "protocol", "port", "tags", "profile"],
        ["monitor", "hostname", "protocol", "type", "message", "chain"],
      ],
    },
  },
  frequency: {
    observe: async (service) => (await create(service, "monitoring_profile")).data.frequency,
    values: { "by-plan": "1_hour", fixed: "24_hours", absent: undefined },
  },
  portalSettings: {
    observe: async (service) => {
      const { id } = service.account.add("contact_group", { quiet_hours: "22-06" });
      await call(service, "PUT", `/contact/groups/${id}`, { name: "New" });
      expect(service.account.find(id)?.quiet_hours).toBe("22-06");
      return (await read(service, "contact_group", id)).quiet_hours;
    },
    values: { hidden: undefined, shown: "22-06" },
  },
  listOrder: {
    observe: async (service) => {
      for (let n = 0; n < 5; n += 1) service.account.add("host", { host: `192.0.2.${n}` });
      const page = async (number: number) =>
        (await call(service, "GET", `/rbl/hosts?page_size=2&page=${number}`)).body.data.map(
          ({ host }: { host: string }) => host.at(-1),
        );
      return [await page(1), await page(3), await page(4)];
    },
    values: { "oldest-first": [["0", "1"], ["4"], []], "newest-first": [["4", "3"], ["0"], []] },
  },
  names: {
    observe: async (service) => [
      (await create(service, "host", { host: "Mail.Example.org." })).data.host,
      (await create(service, "host", { host: "192.0.2.1" })).data.host,
      (await create(service, "certificate_monitor", { hostname: "WWW.example.org" })).data.hostname,
    ],
    values: {
      "as-given": ["Mail.Example.org.", "192.0.2.1", "WWW.example.org"],
      canonical: ["mail.example.org", "192.0.2.1", "www.example.org"],
    },
  },
  extraFields: {
    observe: async (service) => {
      const fields = Object.keys((await create(service, "contact_group")).data);
      return fields.filter((field) => !["id", "name", "is_default"].includes(field));
    },
    values: {
      legacy: ["total_members", "total_hosts"],
      none: [],
      unknown: ["_links", "version", "__typename", "flags"],
    },
  },
  createReturns: {
    observe: async (service) => [
      Object.keys((await create(service, "host")).data).length > 1,
      Object.keys((await create(service, "source")).data).length > 1,
    ],
    values: { whole: [true, true], id: [false, false] },
  },
  unknownFields: {
    observe: async (service) => [
      (await create(service, "contact_group", { colour: "red" })).status,
      (await call(service, "GET", "/rbl/hosts?colour=red")).status,
    ],
    values: { validation: [422, 400], "bad-request": [400, 400], ignored: [200, 200] },
  },
  pausePaused: {
    observe: async (service) => {
      const { id } = service.account.add("host", { ...addressHost, paused: true });
      return (await call(service, "POST", `/rbl/hosts/${id}/pause`)).status;
    },
    values: { conflict: 409, accept: 200 },
  },
  omittedContactGroup: {
    observe: async (service) => {
      const { contact_group: _, ...body } = createBodies(service).host;
      const answer = await call(service, "POST", "/rbl/hosts", body);
      return answer.body.data?.[0].contact_group.length ?? answer.status;
    },
    values: { refused: 422, "default-group": 1 },
  },
};

const cases = Object.entries(shows).flatMap(([name, { observe, values }]) =>
  Object.entries(values).map(([value, expected]) => ({ name, value, observe, expected })),
);

test.each(cases)("$name=$value shows", async ({ name, value, observe, expected }) => {
  // The ranks of a shuffle: one for the only contact group, then three for the tags.
  const ranks = [0, 0.5, 0.1, 0.9];
  const service = await start({ ...parseGapSetting(`${name}=${value}`), random: () => ranks.shift() ?? 0 });
  expect(await observe(service)).toEqual(expected);
});

test("all settings can be changed while the service runs", async () => {
  const service = await start();
  service.configure({ idKey: "sid", lists: "csv" });
  expect((await create(service, "contact")).data).toMatchObject({
    sid: expect.any(String),
    contact_group: defaults(service).group,
  });
});

describe("the table of settings", () => {
  test("has the default of each setting first", async () => {
    expect(gapSettings.idKey).toEqual(["id", "sid"]);
    const service = await start();
    expect(Object.keys((await create(service, "contact_group")).data)).toContain("id");
  });

  test("covers every open point that a service shows", () => {
    const covered = new Set(Object.values(settingTable).map(({ gap }) => gap));
    // 13 is `random`, 23 the given credentials, 24 the limits, 27 the plan and the allowed addresses.
    const elsewhere = [13, 23, 24, 27];
    const open = Array.from({ length: 27 }, (_, index) => index + 1).filter(
      (gap) => !elsewhere.includes(gap),
    );
    expect(open.filter((gap) => !covered.has(gap as never))).toEqual([]);
  });
});

describe("a setting in words", () => {
  test("has the type of its value", () => {
    expect(parseGapSetting("inUseStatus=422")).toEqual({ inUseStatus: 422 });
    expect(parseGapSetting("idKey=sid")).toEqual({ idKey: "sid" });
  });

  test.each(["colour=red", "toString=x", "idKey=uuid", "idKey", ""])("%j is refused", (text) => {
    expect(() => parseGapSetting(text)).toThrow(/There is no setting|is not a value of/);
  });
});
