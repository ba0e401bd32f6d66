import { closeEmulated, emulatedCore } from "./emulated";

afterEach(closeEmulated);

it("a subnet is paused as a whole after an import in which one host shows an unknown status", async () => {
  const { core, service } = await emulatedCore({ statusWords: "unknown" });
  const profile = service.account.objects("monitoring_profile")[0]?.id;
  const contact_group = [service.account.objects("contact_group")[0]?.id ?? ""];
  for (let end = 8; end < 12; end += 1)
    service.account.add("host", {
      host: `192.0.2.${end}`,
      name: "Net",
      profile,
      contact_group,
      paused: end > 8,
    });
  const config = { host: "192.0.2.8/30", name: "Net", profile, contact_groups: contact_group, paused: true };
  const resources = { "rblmonitor_host.net": { config } };
  await core.apply({ resources, imports: { "rblmonitor_host.net": "192.0.2.8/30" } });
  expect(service.account.objects("host").map(({ paused }) => paused)).toEqual([true, true, true, true]);
});
