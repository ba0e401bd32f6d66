import type { Emulator } from "../../src/emulator/emulator";
import { type Configuration, type Declared, ref } from "./configuration";
import type { Core } from "./core";
import { closeEmulated, emulatedCore } from "./emulated";
import { attributesAt } from "./state";

let service: Emulator;
let core: Core;

beforeEach(async () => {
  ({ service, core } = await emulatedCore());
});
afterEach(closeEmulated);

const profile = "rblmonitor_monitoring_profile.std";
const hostOf = (group: string): Declared => ({
  config: {
    ...{ host: "192.0.2.1", name: "Mail", profile: ref(profile) },
    contact_groups: [ref(`rblmonitor_contact_group.${group}`)],
  },
});
const group = (name: string, createBeforeDestroy = false): Declared => ({
  config: { name },
  createBeforeDestroy,
});
const configuration = (groups: Configuration["resources"], host?: Declared): Configuration => ({
  resources: {
    [profile]: { config: { name: "Standard", frequency: "1_hour" } },
    ...Object.fromEntries(
      Object.entries(groups).map(([name, block]) => [`rblmonitor_contact_group.${name}`, block]),
    ),
    ...(host && { "rblmonitor_host.mx": host }),
  },
});
const both = { a: group("Old"), b: group("New") };

describe("a contact group that is removed while its host moves to another one", () => {
  it("is reported in the plan and in the error, and goes once the host has moved", async () => {
    await core.apply(configuration(both, hostOf("a")));
    const moved = configuration({ b: both.b }, hostOf("b"));
    const text =
      /contact group \S+ "Old".*host \S+ "Mail".*renamed, add a moved block.*with for_each, its key/s;
    const plan = await core.plan(moved);
    expect({ hasFailed: plan.hasFailed, diagnostics: plan.diagnostics }).toEqual({
      hasFailed: false,
      diagnostics: [
        expect.objectContaining({
          severity: "warning",
          summary: "Contact group destroyed while in use",
          detail: expect.stringMatching(text),
        }),
      ],
    });
    const { diagnostics } = await core.apply(moved);
    expect(diagnostics.at(-1)).toMatchObject({
      severity: "error",
      summary: "Contact group not deleted",
      detail: expect.stringMatching(/still use it: host.*with for_each, its key/s),
    });
    expect((await core.apply(configuration(both, hostOf("b")))).diagnostics).toEqual([]);
    expect((await core.apply(moved)).diagnostics).toEqual([]);
  });

  it("is reported with every kind of user, whichever Terraform plans first", async () => {
    const contactOf = (group: string): Declared => ({
      config: {
        ...{ contact: "ops@example.com", type: "email" },
        contact_groups: [ref(`rblmonitor_contact_group.${group}`)],
      },
    });
    const used = (groups: Configuration["resources"], by: string): Configuration => {
      const { resources } = configuration(groups, hostOf(by));
      return { resources: { ...resources, "rblmonitor_contact.ops": contactOf(by) } };
    };
    await core.apply(used(both, "a"));
    const { diagnostics } = await core.plan(used({ b: both.b }, "b"));
    expect(diagnostics.map(({ detail }) => detail)).toEqual([
      expect.stringMatching(/ is used by: (?=[^.]*host HT\w+ "Mail")(?=[^.]*contact CO\w+)/),
    ]);
  });

  it("is reported in the error with whom its alerts reach now, and first with the way out", async () => {
    const contactOf = (group: string, name: string) => ({
      [`rblmonitor_contact.${name}`]: {
        config: {
          ...{ contact: `${name}@example.com`, type: "email" },
          contact_groups: [ref(`rblmonitor_contact_group.${group}`)],
        },
      },
    });
    const used = (groups: Configuration["resources"], by: string, ...contacts: string[]): Configuration => {
      const { resources } = configuration(groups, hostOf(by));
      return { resources: Object.assign({}, resources, ...contacts.map((name) => contactOf(by, name))) };
    };
    await core.apply(used(both, "a", "lead", "deputy"));
    for (const { id } of service.account.objects("contact")) service.account.change(id, { confirmed: true });
    const errorOf = async (configuration: Configuration) =>
      (await core.apply(configuration)).diagnostics.find(({ severity }) => severity === "error")?.detail;
    // Each contact leaves the group before the host does: it is a resource of another name, and is destroyed first.
    const silenced = await errorOf(used({ b: both.b }, "b", "oncall"));
    expect(silenced).toMatch(
      /still use it: host[^.]*\.\n\nIt has no contact now: alerts about 1 host reach no one\.\n\nPut its resource back \(with for_each, its key\) and apply.*such as a contact:.*moved \{/s,
    );
    expect(silenced).not.toContain("create_before_destroy");
  });

  it("is reported in the error with the objects of another configuration, and what to do there", async () => {
    await core.apply(configuration({ a: both.a }));
    const id = attributesAt(core.state, "rblmonitor_contact_group.a").id;
    const { id: monitoring } = service.account.objects("monitoring_profile")[0] ?? {};
    for (let n = 0; n < 6; n += 1)
      service.account.add("host", {
        ...{ name: "outbound", host: `192.0.2.${n}`, profile: monitoring, contact_group: [id] },
      } as never);
    const { diagnostics } = await core.apply(configuration({}));
    const detail = diagnostics.find(({ severity }) => severity === "error")?.detail ?? "";
    expect(detail).toMatch(
      /still use it: host HT\w+ "outbound" and 5 more of this name\.\n\n.*\n\n.*If another configuration manages those objects, first assign another contact group to them there\./,
    );
    expect(detail.split("\n").length).toBeLessThan(20);
  });

  it("is reported without that if a contact still gets its alerts, or with it if none is confirmed", async () => {
    const withContact = (groups: Configuration["resources"], by: string): Configuration => ({
      resources: {
        ...configuration(groups, hostOf(by)).resources,
        "rblmonitor_contact.ops": {
          config: {
            ...{ contact: "ops@example.com", type: "email" },
            contact_groups: [ref(`rblmonitor_contact_group.${by}`)],
          },
        },
      },
    });
    await core.apply(withContact(both, "a"));
    const [contact] = service.account.objects("contact");
    const detailWhile = async (confirmed: boolean) => {
      service.account.change(String(contact?.id), { confirmed });
      const { diagnostics } = await core.apply(withContact({ b: both.b }, "b"));
      return diagnostics.find(({ severity }) => severity === "error")?.detail;
    };
    expect(await detailWhile(true)).not.toMatch(/no one/);
    expect(await detailWhile(false)).toMatch(
      /It has 1 contact pending now: alerts about 1 host reach no one\./,
    );
  });

  it("is destroyed after the host has moved if it had create_before_destroy", async () => {
    await core.apply(configuration({ a: group("Old", true), b: both.b }, hostOf("a")));
    const { hasFailed, diagnostics } = await core.apply(configuration({ b: both.b }, hostOf("b")));
    expect(hasFailed).toBe(false);
    expect(diagnostics.map(({ detail }) => detail)).toEqual([
      expect.stringMatching(/in every apply, unless .*create_before_destroy = true \} in the last one/),
    ]);
  });

  it.each(["destroyed", "replaced"])("is not reported if the host is %s", async (what) => {
    await core.apply(configuration(both, hostOf("a")));
    const { config } = hostOf("b");
    const host = what === "destroyed" ? undefined : { config: { ...config, host: "192.0.2.2" } };
    expect(await core.apply(configuration({ b: both.b }, host))).toMatchObject({
      hasFailed: false,
      diagnostics: [],
    });
  });
});
