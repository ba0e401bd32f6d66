import { type Configuration, type Declared, ref } from "./configuration";
import type { Core } from "./core";
import { closeEmulated, emulatedCore } from "./emulated";

let core: Core;

beforeEach(async () => {
  ({ core } = await emulatedCore());
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

  it("is destroyed after the host has moved if it had create_before_destroy", async () => {
    await core.apply(configuration({ a: group("Old", true), b: both.b }, hostOf("a")));
    const { hasFailed, diagnostics } = await core.apply(configuration({ b: both.b }, hostOf("b")));
    expect(hasFailed).toBe(false);
    expect(diagnostics.map(({ detail }) => detail)).toEqual([
      expect.stringContaining("Ignore this warning if"),
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
