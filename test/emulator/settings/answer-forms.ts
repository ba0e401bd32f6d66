import { oldProgram } from "../../legacy/program";
import { call } from "../api";
import { defaults } from "../bodies";
import { addressHost, create, read, type Shown } from "./shown";

const longName = " R&D <mail>, a name of more than 40 charactérs";

/** The forms of responses: names, forms and order of fields, and paging. */
export const answerForms = {
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
  storedNames: {
    observe: async (service) => (await create(service, "contact_group", { name: longName })).data.name,
    values: {
      verbatim: longName,
      trimmed: longName.trim(),
      escaped: " R&amp;D &lt;mail&gt;, a name of more than 40 charactérs",
      cut: " R&D <mail>, a name of more than 40 char",
      decomposed: longName.replace("é", "e\u0301"),
    },
  },
  storedContacts: {
    observe: async (service) => {
      const contact = async (type: string, destination: string) =>
        (await create(service, "contact", { type, contact: destination })).data.contact;
      return [
        await contact("email", "Ops@Example.com"),
        await contact("sms", "+1 555-0100"),
        await contact("slack", "https://hooks.example.com?a=1&b=2"),
      ];
    },
    values: {
      verbatim: ["Ops@Example.com", "+1 555-0100", "https://hooks.example.com?a=1&b=2"],
      plain: ["ops@example.com", "15550100", "https://hooks.example.com/?a=1&b=2"],
      escaped: ["Ops@Example.com", "+1 555-0100", "https://hooks.example.com?a&#061;1&amp;b&#061;2"],
      masked: ["Ops@Example.com", "+1 555-0100", "********&b=2"],
    },
  },
  storedHosts: {
    observe: async (service) => [
      (await create(service, "host", { host: "192.0.2.1" })).data.host,
      (await create(service, "host", { host: "mail.xn--mnchen-3ya.example" })).data.host,
    ],
    values: {
      verbatim: ["192.0.2.1", "mail.xn--mnchen-3ya.example"],
      long: ["192.0.2.1/32", "MAIL.XN--MNCHEN-3YA.EXAMPLE."],
      unicode: ["192.0.2.1", "mail.münchen.example"],
    },
  },
  storedWords: {
    observe: async (service) => (await create(service, "contact", { type: "email" })).data.type,
    values: { verbatim: "email", upper: "EMAIL" },
  },
  storedLists: {
    observe: async (service) => {
      const { data } = await create(service, "host", { tags: "Team A,team a" });
      return [data.tags, data.contact_group.length];
    },
    values: {
      verbatim: [["Team A", "team a"], 1],
      slugs: [["team-a"], 1],
      added: [["Team A", "team a", "127.0.0.1"], 1],
    },
  },
  storedFlags: {
    observe: async (service) => {
      const { data } = await create(service, "certificate_profile", { alert_on_expiration: "false" });
      return [data.alert_on_expiration, (await create(service, "contact")).data.schedule];
    },
    values: { verbatim: [false, "start_and_end"], forced: [true, "every_check"] },
  },
  readLag: {
    observe: async (service) => {
      const { id } = (await create(service, "contact_group", { name: "Old" })).data;
      service.clock.advance(2_000);
      await call(service, "PUT", `/contact/groups/${id}`, { name: "New" });
      const names = async () => [
        (await read(service, "contact_group", id)).name,
        (await read(service, "contact_group", id)).name,
      ];
      const right = await names();
      service.clock.advance(2_000);
      return [right, await names()];
    },
    values: {
      0: [
        ["New", "New"],
        ["New", "New"],
      ],
      2: [
        ["New", "Old"],
        ["New", "New"],
      ],
    },
  },
  memberLag: {
    observe: async (service) => {
      const { body } = await create(service, "host", { host: "192.0.2.0/30" });
      const listed = async () => (await call(service, "GET", "/rbl/hosts")).body.total;
      const atOnce = await listed();
      service.clock.advance(2_000);
      return [body.data.length, atOnce, await listed()];
    },
    values: { 0: [4, 4, 4], 2: [1, 1, 4] },
  },
  listLag: {
    observe: async (service) => {
      await create(service, "contact_group");
      const counts: number[] = [];
      for (let request = 0; request < 4; request += 1)
        counts.push((await call(service, "GET", "/contact/groups")).body.data.length);
      return counts;
    },
    values: { 0: [2, 2, 2, 2], 3: [1, 1, 1, 2] },
  },
  listOmits: {
    observe: async (service) => {
      for (const confirmed of [true, false]) service.account.add("contact", { confirmed });
      service.account.add("contact", { confirmed: true, paused: true });
      return (await call(service, "GET", "/contact/contacts")).body.data.map(
        ({ status }: { status: string }) => status,
      );
    },
    values: {
      nothing: ["active", "pending", "paused"],
      paused: ["active", "pending"],
      pending: ["active", "paused"],
    },
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
  pausedWord: {
    observe: async (service) => {
      const { id } = service.account.add("host", { ...addressHost, paused: true });
      return (await read(service, "host", id)).status;
    },
    values: {
      paused: "paused",
      inactive: "inactive",
      "Paused by user": "Paused by user",
      0: 0,
      hibernating: "hibernating",
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
      split: ["example.org", "[2001:db8::1]"],
      bare: ["example.org", "2001:db8::1"],
      refused: [undefined, undefined],
    },
  },
  frequency: {
    observe: async (service) => (await create(service, "monitoring_profile")).data.frequency,
    values: { "by-plan": "1_hour", fixed: "24_hours", absent: undefined },
  },
  argsReturned: {
    observe: async (service) => (await create(service, "contact", { "args[key]": "k" })).data.args,
    values: { absent: undefined, masked: { key: "********" }, whole: { key: "k" } },
  },
  createReturns: {
    observe: async (service) => [
      Object.keys((await create(service, "host")).data).length > 1,
      Object.keys((await create(service, "source")).data).length > 1,
    ],
    values: { whole: [true, true], id: [false, false] },
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
  portalSettings: {
    observe: async (service) => {
      const { id } = service.account.add("contact_group", { quiet_hours: "22-06" });
      await call(service, "PUT", `/contact/groups/${id}`, { name: "New" });
      expect(service.account.find(id)?.quiet_hours).toBe("22-06");
      return (await read(service, "contact_group", id)).quiet_hours;
    },
    values: { hidden: undefined, shown: "22-06" },
  },
  maxPageSize: {
    observe: async (service) => {
      for (let n = 0; n < 120; n += 1) service.account.add("contact_group", {});
      const { body } = await call(service, "GET", "/contact/groups?page_size=1000");
      return [body.page_size, body.total_pages, body.data.length];
    },
    values: { 1000: [1000, 1, 121], 100: [100, 2, 100], 50: [50, 3, 50], 10: [10, 13, 10] },
  },
  emptyTotalPages: {
    observe: async (service) => (await call(service, "GET", "/rbl/hosts")).body.total_pages,
    values: { 1: 1, 0: 0 },
  },
  listedPeriod: {
    observe: async (service) => {
      const firstListed = Date.UTC(2026, 10, 18, 11, 44, 3);
      service.account.add("host", { ...addressHost, listed: true, firstListed });
      const { data } = (await oldProgram({ url: service.legacyUrl, service }).get("/hosts.json")).body;
      return data[0].listed_period;
    },
    values: { singular: "3 day 01:00:57", plural: "3 days 01:00:57" },
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
      running: ["running", "completed"],
      "in-progress": ["in_progress", "completed"],
      failed: ["processing", "failed"],
    },
  },
  checkDetails: {
    observe: async (service) => {
      service.configure({ checkDuration: 0, listedOn: () => ["spam.bl.example.net"] });
      const { body } = await call(service, "POST", "/rbl/check/start", { ...addressHost, details: "true" });
      for (;;) {
        const { data } = (await call(service, "GET", `/rbl/check/status/${body.data.id}`)).body;
        if (data.status !== "completed") continue;
        const details: { listed: boolean }[] = data.listed_details;
        return [details.length, details.filter(({ listed }) => listed).length];
      }
    },
    values: { listing: [1, 1], all: [30, 1] },
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
} satisfies Partial<Shown>;
