import { closeEmulated, emulatedCore } from "./emulated";

afterEach(closeEmulated);

it("a contact with args is not adopted, because the service does not return the args of the existing one", async () => {
  const { core, service } = await emulatedCore();
  const contact_group = [service.account.objects("contact_group")[0]?.id ?? ""];
  const known = { contact: "ops@example.com", type: "datadog", schedule: "start_and_end", contact_group };
  service.account.add("contact", known);
  const { contact, type } = known;
  const config = { contact, type, contact_groups: contact_group, args: { key: "k" } };
  const resources = { "rblmonitor_contact.ops": { config } };
  const { diagnostics: planned } = await core.plan({ resources, provider: { adopt_identical: true } });
  expect(planned.map(({ severity, summary }) => `${severity}: ${summary}`)).toEqual([
    "warning: Contact already exists",
  ]);
  const { diagnostics } = await core.apply({ resources, provider: { adopt_identical: true } });
  const summaries = diagnostics.map(({ severity, summary }) => `${severity}: ${summary}`);
  expect(summaries).toContain("error: Contact already exists");
});
