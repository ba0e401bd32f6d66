import type { TerraformStack } from "cdktf";
import { closeAccounts, openAccount } from "../acceptance/account";
import { libraries, synthesised } from "./libraries";
import { synthesise } from "./synthesise";

afterEach(closeAccounts);

describe.each(libraries)("a refactoring of a stack for %s", (_, library) => {
  const { CertificateMonitor, CertificateProfile, Contact, ContactGroup, Contacts, Host } =
    library.constructs;
  const { MonitoringProfile, NotificationGroup, RblmonitorProvider } = library.constructs;

  /** An account, and a function that applies a stack to it. */
  async function openStack() {
    const account = await openAccount();
    const { folder } = account.workspace;
    const real = await account.another({ plugin: { mirror: "dist/mirror" }, folder });
    const write = (declare: (stack: TerraformStack) => void) =>
      synthesise(library, account.workspace, (stack) => {
        new RblmonitorProvider(stack, "rblmonitor");
        declare(stack);
      });
    const apply = async (declare: (stack: TerraformStack) => void): Promise<void> => {
      await write(declare);
      expect(await real.workspace.run("init")).toMatchObject({ code: 0 });
      await account.apply();
    };
    return { account, write, apply };
  }

  it("replaces groups and profiles in one apply, after their users have moved", async () => {
    const { account, apply } = await openStack();
    const declare = (id: string) => (stack: TerraformStack) => {
      const contactGroups = [new ContactGroup(stack, `group-${id}`, { name: `Group ${id}` })];
      const checks = { name: `Profile ${id}`, frequency: "1_hour" } as const;
      const profile = new MonitoringProfile(stack, `profile-${id}`, checks);
      new Host(stack, "mx", { host: "192.0.2.1", name: "mx", profile, contactGroups });
      const expiry = { name: `Expiry ${id}`, expirationThresholds: [7] };
      const monitor = { hostname: "www.example.com", protocol: "https", name: "www", contactGroups } as const;
      new CertificateMonitor(stack, "www", {
        ...monitor,
        profile: new CertificateProfile(stack, `expiry-${id}`, expiry),
      });
    };
    await apply(declare("a"));
    const [host] = account.service.account.objects("host");
    await apply(declare("b"));
    const { objects } = account.service.account;
    expect(objects.call(account.service.account, "host")).toEqual([
      expect.objectContaining({ id: host?.id }),
    ]);
    for (const kind of ["contact_group", "monitoring_profile", "certificate_profile"] as const) {
      const names = account.service.account.objects(kind).map(({ name }) => name);
      expect(names).not.toContainEqual(expect.stringMatching(/ a$/));
      expect(names).toContainEqual(expect.stringMatching(/ b$/));
    }
  });

  it.each([
    ["has one contact each", ["a", "b"], ["a", "b"]],
    ["come in another order", ["a"], ["b", "a"]],
  ])("keeps a shared contact where groups %s before", async (_case, before, after) => {
    const { account, apply, write } = await openStack();
    const email = "a@example.com";
    // As each group declared its own contact.
    await apply((stack) => {
      for (const id of before) {
        const contactGroups = [new ContactGroup(stack, id, { name: id })];
        new Contact(contactGroups[0] as never, `email-${email}`, {
          type: "email",
          contact: email,
          contactGroups,
        });
      }
    });
    const sids = account.service.account.objects("contact").map(({ id }) => id);
    expect(sids).toHaveLength(before.length);
    await write((stack) => {
      for (const id of after)
        new NotificationGroup(stack, id, { name: id, contacts: [Contacts.email(email)] });
    });
    await account.apply();
    const contacts = account.service.account.objects("contact");
    expect(contacts).toHaveLength(1);
    expect(sids).toContain(contacts[0]?.id);
    expect(contacts[0]?.contact_group).toHaveLength(2);
  });

  it("can choose another lifecycle for a group or profile", () => {
    const lifecycles = (lifecycle?: { createBeforeDestroy?: boolean; preventDestroy?: boolean }) => {
      const { resource } = synthesised(library, (stack) => {
        new ContactGroup(stack, "group", { name: "g", lifecycle });
        new MonitoringProfile(stack, "profile", { name: "p", frequency: "1_hour", lifecycle });
        new CertificateProfile(stack, "expiry", { name: "e", expirationThresholds: [7], lifecycle });
      });
      return Object.values(resource).flatMap((all) => Object.values(all).map((one) => one.lifecycle));
    };
    const all = (lifecycle: object) => [lifecycle, lifecycle, lifecycle];
    expect(lifecycles()).toEqual(all({ create_before_destroy: true }));
    expect(lifecycles({ createBeforeDestroy: false })).toEqual(all({ create_before_destroy: false }));
    expect(lifecycles({ preventDestroy: true })).toEqual(
      all({ create_before_destroy: true, prevent_destroy: true }),
    );
  });
});
