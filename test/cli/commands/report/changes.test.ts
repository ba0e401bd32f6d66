import type { Report } from "../../../../src/cli/commands/report/account-report";
import { ServiceError } from "../../../../src/client/errors";
import { type Emulator, startEmulator } from "../../../../src/emulator/emulator";
import { fillCompany, idIn, listingsBy, talkative } from "./accounts";
import { lineOf, reportOf } from "./report-of";

let service: Emulator;
beforeEach(async () => {
  service = await startEmulator({ limits: "off", ...talkative });
  fillCompany(service);
});
afterEach(() => service.close());

/** A report as another program may have changed it. */
type Changed = { [part in keyof Report]?: unknown };

async function changesSince(earlier: Report) {
  const { since } = await reportOf(service, undefined, {}, earlier);
  const texts = (some: readonly { object: string; text: string }[] = []) =>
    some.map(({ object, text }) => `${object}: ${text}`);
  return { new: texts(since?.new), gone: texts(since?.gone), unknown: since?.unknown };
}

const find = (kind: Parameters<typeof idIn>[1], name: string) => idIn(service, kind, name);
const sources = (count: number) => listingsBy(service, count);

describe("the changes since an earlier report", () => {
  it("names new and gone listings, also of a host that is on other blocklists still", async () => {
    const earlier = await reportOf(service);
    const names = sources(4).map(({ host }) => host);
    service.account.change(find("host", "192.0.2.5"), { listings: sources(4).slice(1) });
    service.account.change(find("host", "192.0.2.7"), { listed: true, listings: sources(1) });
    service.account.change(find("host", "shop.example.com"), { listed: false, listings: [] });
    expect(await changesSince(earlier)).toEqual({
      new: expect.arrayContaining([`192.0.2.5: listed by ${names[3]}`, `192.0.2.7: listed by ${names[0]}`]),
      gone: expect.arrayContaining([
        `192.0.2.5: listed by ${names[0]}`,
        `shop.example.com: listed by ${names[0]}`,
      ]),
      unknown: [],
    });
  });

  it("does not call the problems of a deleted object solved", async () => {
    const earlier = await reportOf(service);
    const [{ host: source } = { host: "" }] = sources(1);
    service.account.remove(find("host", "shop.example.com"));
    service.account.remove(find("certificate_monitor", "shop.example.com"));
    expect((await changesSince(earlier)).gone).toEqual([
      `shop.example.com: listed by ${source} (no longer monitored)`,
      "shop.example.com: expired (no longer monitored)",
      "shop.example.com: name mismatch (no longer monitored)",
    ]);
  });

  it("names a deleted monitor also where the hostname keeps another one", async () => {
    const watched = { hostname: "mail.example.com", protocol: "smtps" };
    const { id } = service.account.add("certificate_monitor", watched);
    const earlier = await reportOf(service);
    const named = ["mail.example.com: not watched: deleted"];
    const without = earlier.objects.filter((object) => object.id === id).map(({ watched }) => watched);
    service.account.remove(id);
    expect([without, (await changesSince(earlier)).new]).toEqual([["yes"], named]);
    service.account.add("certificate_monitor", watched);
    expect((await changesSince(earlier)).new).toEqual([]);
  });

  it("names new and gone certificate errors", async () => {
    const earlier = await reportOf(service);
    service.certificateErrors.resolve(find("certificate_monitor", "shop.example.com"), ["expired"]);
    service.certificateErrors.raise(find("certificate_monitor", "www.example.com"), [
      { type: "self_signed", message: "Self-signed." },
    ]);
    expect(await changesSince(earlier)).toEqual({
      new: ["www.example.com: self signed"],
      gone: ["shop.example.com: expired"],
      unknown: [],
    });
  });

  it("names groups that stopped or began to reach someone", async () => {
    const earlier = await reportOf(service);
    service.account.change(find("contact", "agency@example.org"), { paused: false });
    for (const contact of ["ops@example.com", "web@example.com", "#alerts"])
      service.account.change(find("contact", contact), { paused: true });
    expect(await changesSince(earlier)).toEqual({
      new: ["Web team: reaches no one: 3 contacts paused"],
      gone: ["Former agency: reaches no one: 1 contact paused"],
      unknown: [],
    });
  });

  it("names hosts and certificates that are watched no more, and no recreated host", async () => {
    const earlier = await reportOf(service);
    service.account.change(find("host", "192.0.2.1"), { paused: true });
    service.account.remove(find("host", "192.0.2.2"));
    const { id = "", ...host } = service.account.find(find("host", "192.0.2.3")) ?? {};
    service.account.remove(id);
    service.account.add("host", { ...host, name: "mx-3" } as never);
    service.account.change(find("certificate_monitor", "api.example.com"), { paused: true });
    expect(await changesSince(earlier)).toEqual({
      new: expect.arrayContaining([
        "192.0.2.1: not watched: paused",
        "192.0.2.2: not watched: deleted",
        "api.example.com: not watched: paused",
      ]),
      gone: [],
      unknown: [],
    });
    expect((await changesSince(earlier)).new).toHaveLength(3);
  });

  it.each<[string, (report: Changed) => void, string]>([
    [
      "is incomplete",
      (kept) => Object.assign(kept, { complete: false }),
      "The earlier report is incomplete.",
    ],
    [
      "lacks the certificate errors",
      (kept) => Object.assign(kept, { certificates: null }),
      "What is new is not known for: Certificates.",
    ],
    [
      "lacks some listings",
      (kept) => Object.assign(kept.listed as object, { total: 9 }),
      "What is new is not known for: Listed hosts.",
    ],
  ])("does not know what is new if the earlier report %s", async (_, change, unknown) => {
    const earlier: Changed = structuredClone(await reportOf(service));
    change(earlier);
    service.account.change(find("host", "192.0.2.1"), { paused: true });
    expect((await changesSince(earlier as Report)).unknown).toContain(unknown);
  });

  it("need action if they are new, a look if only objects are not watched, and none if problems are gone", async () => {
    const earlier = await reportOf(service);
    const line = async () => lineOf(await reportOf(service, undefined, {}, earlier), "changes");
    expect(await line()).toBe("fine: Nothing new since 2026-11-21 14:03 UTC.");
    service.account.change(find("host", "shop.example.com"), { listed: false, listings: [] });
    expect(await line()).toBe("fine: 1 problem gone since 2026-11-21 14:03 UTC.");
    service.account.change(find("host", "192.0.2.1"), { paused: true });
    expect(await line()).toBe("attention: 1 new problem, 1 problem gone since 2026-11-21 14:03 UTC.");
    service.account.change(find("host", "192.0.2.7"), { listed: true, listings: sources(1) });
    expect(await line()).toBe("action: 2 new problems, 1 problem gone since 2026-11-21 14:03 UTC.");
  });

  it("leave out unused groups, and objects that a state declares as paused", async () => {
    const earlier = await reportOf(service);
    const paused = find("host", "192.0.2.1");
    service.account.add("contact_group", { name: "Unused" });
    service.account.change(paused, { paused: true });
    const declared = [{ ids: [paused], values: { paused: true } }] as never;
    const states = { states: [], rules: [], notes: [], secrets: [], repeated: [], declared };
    expect((await reportOf(service, states, {}, earlier)).since?.new).toEqual([]);
  });

  it("have the labels of hosts", async () => {
    const earlier = await reportOf(service);
    service.account.change(find("host", "192.0.2.7"), { listed: true, listings: sources(1) });
    const { since, summary } = await reportOf(service, undefined, {}, earlier);
    expect(since?.new.map(({ object, label }) => [object, label])).toEqual([["192.0.2.7", "mx-7"]]);
    const [problem] = summary.find(({ topic }) => topic === "changes")?.problems ?? [];
    expect(problem).toMatchObject({ object: "192.0.2.7", label: "mx-7", command: "rblmonitor listings" });
  });

  it("are not in doubt because of a part that neither report can have", async () => {
    const refused = new ServiceError({
      ...{ kind: "forbidden", operation: "list", problem: "Not in the plan.", effect: "none" },
    });
    const certificateErrors = () => Promise.reject(refused);
    const earlier = await reportOf(service, undefined, { certificateErrors });
    const { since } = await reportOf(service, undefined, { certificateErrors }, earlier);
    expect(since).toMatchObject({ new: [], gone: [], unknown: [] });
  });

  it("name an object that may not be watched any more", async () => {
    const earlier = await reportOf(service);
    service.configure({ pausedWord: "hibernating" });
    service.account.change(find("host", "192.0.2.1"), { paused: true });
    expect((await changesSince(earlier)).new).toContain("192.0.2.1: may not be watched");
  });
});
