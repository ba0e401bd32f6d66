import fc from "fast-check";
import { changesSince } from "../../../../src/cli/commands/report/changes";
import { type Emulator, startEmulator } from "../../../../src/emulator/emulator";
import { fillCompany, listingsBy, talkative } from "./accounts";
import { reportOf } from "./report-of";

const one = ({ account }: Emulator, kind: Parameters<Emulator["account"]["objects"]>[0], at: number) => {
  const objects = account.objects(kind);
  return objects[at % objects.length]?.id ?? "";
};

function toggle({ account }: Emulator, id: string): void {
  account.change(id, { paused: account.find(id)?.paused !== true });
}

/** What may happen to an account between two reports. */
const changes: readonly ((service: Emulator, at: number) => void)[] = [
  (service, at) => {
    const listings = listingsBy(service, at % 4);
    service.account.change(one(service, "host", at), { listed: listings.length > 0, listings });
  },
  (service, at) => service.account.remove(one(service, "host", at)),
  (service, at) => {
    const { id = "", ...fields } = service.account.find(one(service, "host", at)) ?? {};
    service.account.remove(id);
    service.account.add("host", fields as never);
  },
  ({ account }, at) => account.add("host", { host: `203.0.113.${at}`, paused: at % 3 === 0 }),
  (service, at) => toggle(service, one(service, "host", at)),
  (service, at) => service.account.change(one(service, "host", at), { name: `label ${at}` }),
  (service, at) => toggle(service, one(service, "certificate_monitor", at)),
  (service, at) => service.account.remove(one(service, "certificate_monitor", at)),
  (service, at) => {
    const errors = [{ type: at % 2 === 0 ? "self_signed" : "expired", message: "Wrong." }];
    const monitor = one(service, "certificate_monitor", at);
    if (monitor !== "") service.certificateErrors.raise(monitor, errors);
  },
  ({ account }, at) => {
    const protocol = at % 2 === 0 ? "smtps" : "imaps";
    account.add("certificate_monitor", { hostname: "www.example.com", protocol, name: `tls ${at}` });
  },
  (service, at) => toggle(service, one(service, "contact", at)),
  (service, at) => service.account.remove(one(service, "contact", at)),
  (service, at) => service.account.change(one(service, "contact_group", at), { name: `group ${at}` }),
];

const arbitraryChanges = fc.array(fc.tuple(fc.constantFrom(...changes), fc.nat(60)), { maxLength: 25 });

/** Which host is listed by which source. */
function listingsIn({ account }: Emulator) {
  const listed = account.objects("host").filter((host) => host.listed === true);
  return listed.flatMap(({ host, listings }) =>
    (listings as ReturnType<typeof listingsBy>).map((source) => `${host}: listed by ${source.host}`),
  );
}

type Items = ReturnType<typeof changesSince>["new"];

const textsOf = (items: Items, topics: readonly string[]) =>
  items
    .filter(({ topic }) => topics.includes(topic))
    .map(({ object, text }) => `${object}: ${text}`)
    .sort();

const difference = (from: readonly string[], others: readonly string[]) =>
  [...new Set(from)].filter((each) => !others.includes(each));

const copied = (report: object) => JSON.parse(JSON.stringify(report));

const lost = " (no longer monitored)";

it("the changes since a report are those of the account, and the other way round what was new is gone", async () => {
  const property = fc.asyncProperty(arbitraryChanges, async (some) => {
    const service = await startEmulator({ limits: "off", ...talkative });
    try {
      fillCompany(service);
      const before = listingsIn(service);
      const first = await reportOf(service);
      for (const [change, at] of some) change(service, at);
      const after = listingsIn(service);
      const second = await reportOf(service);
      const [there, back] = [changesSince(first as never, second), changesSince(second as never, first)];
      expect([there.unknown, back.unknown]).toEqual([[], []]);
      const hosts = service.account.objects("host").map(({ host }) => host);
      const gone = difference(before, after).map((text) =>
        hosts.includes(`${text.split(": ")[0]}`) ? text : text + lost,
      );
      expect(textsOf(there.new, ["listed"])).toEqual(difference(after, before).sort());
      expect(textsOf(there.gone, ["listed"])).toEqual(gone.sort());
      const others = (items: Items) =>
        textsOf(items, ["certificates", "groups"]).map((text) => text.replace(lost, ""));
      expect([others(back.new), others(back.gone)]).toEqual([others(there.gone), others(there.new)]);
      expect(changesSince(copied(second), second)).toMatchObject({ new: [], gone: [] });
    } finally {
      await service.close();
    }
  });
  await fc.assert(property, { numRuns: 15 });
});
