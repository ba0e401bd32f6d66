import { byApiVersion, needing } from "../api-version";
import { closeAccounts, openAccount, type TestAccount } from "../driven/account";
import { resource } from "../resource-block";

afterEach(closeAccounts);

/** Blocks of every kind with a set that can be cleared, each with one element or none. */
function blocks(account: TestAccount, isSet: boolean): string {
  const desk = account.service.account;
  const groups = [desk.objects("contact_group")[0]?.id];
  const of = <T>(value: T) => (isSet ? [value] : undefined);
  return [
    resource("host", "mx", {
      ...{ host: "192.0.2.1", name: "Host", tags: of("a") },
      profile: desk.objects("monitoring_profile")[0]?.id,
      contact_groups: groups,
    }),
    resource("certificate_monitor", "shop", {
      ...{ hostname: "shop.example.com", protocol: "https", name: "Monitor", tags: of("a") },
      profile: desk.objects("certificate_profile")[0]?.id,
      contact_groups: groups,
    }),
    resource("source", "own", { host: "bl.example.net", type: "rbl", custom_codes: of("127.0.0.2") }),
    resource("monitoring_profile", "mail", {
      ...{ name: "Profile", frequency: "1_hour" },
      entries: isSet ? [desk.objects("source")[0]?.id] : [],
    }),
  ].join("");
}

/** Version 3.0 has neither tags nor codes. */
const all = byApiVersion({
  "4.0": {
    "rblmonitor_host.mx": "update",
    "rblmonitor_certificate_monitor.shop": "update",
    "rblmonitor_source.own": "update",
    "rblmonitor_monitoring_profile.mail": "update",
  },
  "3.0": { "rblmonitor_monitoring_profile.mail": "update" },
});

/** Puts back by hand what the configuration has cleared. */
function putBack({ service: { account: desk } }: TestAccount): void {
  const sources = desk.objects("source");
  for (const { id, name } of [...desk.objects("host"), ...desk.objects("certificate_monitor")])
    if (["Host", "Monitor"].includes(name)) desk.change(id, { tags: ["a"] });
  for (const { id, host } of sources)
    if (host === "bl.example.net") desk.change(id, { custom_codes: ["127.0.0.2"] });
  for (const { id, name } of desk.objects("monitoring_profile"))
    if (name === "Profile") desk.change(id, { entries: [sources[0]?.id ?? ""] });
}

it("02: elements that return after a set was cleared are drift, of every kind, without a warning", async () => {
  const account = await openAccount();
  for (const isSet of [true, false]) {
    await account.write(blocks(account, isSet));
    expect((await account.apply()).diagnostics).toEqual([]);
  }
  putBack(account);
  const { planned, diagnostics } = await account.apply();
  expect([planned, diagnostics]).toEqual([all, []]);
  expect((await account.plan()).planned).toEqual({});
});

needing("host.tags", () => {
  it("02: what the service does not clear is reported once, and plans nothing until a read shows it empty", async () => {
    const account = await openAccount({ emptyList: "ignored" });
    await account.write(blocks(account, true));
    await account.apply();
    await account.write(blocks(account, false));
    const { diagnostics } = await account.apply();
    expect(diagnostics.map(({ summary }) => summary).sort()).toEqual([
      "custom_codes stored in another form",
      "entries stored in another form",
      "tags stored in another form",
      "tags stored in another form",
    ]);
    const kept = await account.plan();
    expect([kept.planned, kept.diagnostics]).toEqual([{}, []]);

    const { id } = account.named("host", "Host");
    account.service.account.change(id, { tags: [] });
    await account.apply("-refresh-only");
    account.service.account.change(id, { tags: ["a"] });
    expect((await account.plan()).planned).toEqual({ "rblmonitor_host.mx": "update" });
  });

  it.each(["flat", "parent-and-children"] as const)(
    "02: of a subnet (%s) one host may have what the others do not",
    async (subnetCreate) => {
      const account = await openAccount({ subnetCreate });
      const desk = account.service.account;
      const write = (tags: readonly string[] | undefined) =>
        account.write(
          resource("host", "net", {
            ...{ host: "198.51.100.0/30", name: "Net", tags },
            profile: desk.objects("monitoring_profile")[0]?.id,
            contact_groups: [desk.objects("contact_group")[0]?.id],
          }),
        );
      await write(["a"]);
      await account.apply();
      const [, kept = "", other = ""] = desk.objects("host").map(({ id }) => id);

      // One host has its tags again before anything is read: as if the service had not cleared them there.
      const latency = ({ method }: { readonly method: string }) => {
        if (method === "GET") desk.change(kept, { tags: ["a"] });
        return 0;
      };
      account.service.configure({ latency });
      await write(undefined);
      const { diagnostics } = await account.apply();
      expect(diagnostics).toEqual([expect.objectContaining({ summary: "tags stored in another form" })]);
      account.service.configure({ latency: 0 });
      const plan = await account.plan();
      expect([plan.planned, plan.diagnostics]).toEqual([{}, []]);

      desk.change(other, { tags: ["b"] });
      expect((await account.plan()).planned).toEqual({ "rblmonitor_host.net": "update" });
    },
  );

  it("02: drift of one host of a subnet without tags is shown, whichever host it is", async () => {
    const account = await openAccount({ subnetCreate: "flat" });
    const desk = account.service.account;
    await account.write(
      resource("host", "net", {
        ...{ host: "198.51.100.0/31", name: "Net" },
        profile: desk.objects("monitoring_profile")[0]?.id,
        contact_groups: [desk.objects("contact_group")[0]?.id],
      }),
    );
    await account.apply();
    desk.change(desk.objects("host")[1]?.id ?? "", { tags: ["b"] });
    expect((await account.plan()).planned).toEqual({ "rblmonitor_host.net": "update" });
  });
});
