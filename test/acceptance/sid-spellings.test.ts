import { closeAccounts, openAccount } from "./account";
import { callOf } from "./api-version";
import { importBlock, resource } from "./resource-block";

afterEach(closeAccounts);

describe("SIDs in another letter case", () => {
  it("find objects by data sources, import one, start a check, and plan nothing afterwards", async () => {
    const account = await openAccount();
    const { service } = account;
    const group = service.account.add("contact_group", { name: "Night" }).id;
    const contact = service.account.add("contact", { contact: "a@example.com", contact_group: [group] }).id;
    const host = service.account.add("host", { host: "192.0.2.1", contact_group: [group] }).id;
    const shouted = (sid: string) => sid.toUpperCase();
    await account.write(`
      ${importBlock("rblmonitor_contact_group.night", group.toLowerCase())}
      ${resource("contact_group", "night", { name: "Night" })}
      ${resource("manual_check", "check", { host: shouted(host) })}
      data "rblmonitor_contact_group" "night" { id = "${shouted(group)}" }
      data "rblmonitor_contacts" "night" { contact_group = "${shouted(group)}" }
      data "rblmonitor_check_status" "check" { id = upper(rblmonitor_manual_check.check.id) }
      ${resource("host", "other", {
        host: "192.0.2.2",
        name: "Other",
        profile: service.account.objects("monitoring_profile")[0]?.id.toLowerCase(),
        contact_groups: [shouted(group)],
      })}
      output "found" {
        value = {
          name     = data.rblmonitor_contact_group.night.name
          contacts = data.rblmonitor_contacts.night.contacts[*].id
          finished = data.rblmonitor_check_status.check.finished
        }
      }`);
    const { diagnostics } = await account.apply();
    expect(diagnostics).toEqual([]);
    const { stdout } = await account.workspace.run("output", "-json", "found");
    expect(JSON.parse(stdout)).toEqual({ name: "Night", contacts: [contact], finished: true });
    const starts = service.requests.filter(({ path }) => path === callOf("startCheck").path);
    expect(starts.map(({ form }) => form?.host)).toEqual([host]);
    const { planned, diagnostics: later } = await account.plan();
    expect({ planned, later }).toEqual({ planned: {}, later: [] });
  });
});
