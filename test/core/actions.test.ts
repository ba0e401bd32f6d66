import { ref } from "./configuration";
import { Core } from "./core";
import { closeEmulated, emulatedCore } from "./emulated";
import { type CoreVersion, versionsThatCall } from "./version";

afterEach(closeEmulated);

const resources = {
  "rblmonitor_contact_group.one": { config: { name: "Group" } },
};

/** An account and a core of a version, to which an action is given as `rblmonitor_pause` with its `config` block. */
async function opened(version: CoreVersion, settings: Parameters<typeof emulatedCore>[0] = {}) {
  const { service, plugin } = await emulatedCore({ checkDuration: 0, ...settings });
  return { service, core: new Core({ start: plugin.start, version }) };
}

describe.each(versionsThatCall("invokeAction"))("under $name", (version) => {
  it("each action runs to its completion", async () => {
    const { service, core } = await opened(version);
    const host = service.account.add("host", { host: "192.0.2.1" }).id;
    const contact = service.account.add("contact", { confirmed: false }).id;
    const code = service.account.authcode(contact);
    const configs = {
      check: { host: "192.0.2.1" },
      pause: { objects: [host, contact] },
      resume: { objects: [host, contact] },
      resend_confirmation: { contact },
      confirm_contact: { contact, confirmation_code_wo: code },
    };
    for (const [type, config] of Object.entries(configs)) {
      const { diagnostics, messages } = await core.invoke(
        { resources },
        { type: `rblmonitor_${type}`, config },
      );
      expect({ type, diagnostics }).toEqual({ type, diagnostics: [] });
      expect(messages.length).toBeGreaterThan(0);
      expect(messages.join()).not.toContain(code);
    }
    expect(service.account.find(contact)).toMatchObject({ confirmed: true });
  });

  it.each(["check", "pause", "resume", "resend_confirmation", "confirm_contact"])(
    "%s without a config block is refused at a required attribute",
    async (type) => {
      const { core } = await opened(version);
      const { diagnostics } = await core.invoke({ resources }, { type: `rblmonitor_${type}` });
      expect(diagnostics[0]).toMatchObject({
        summary: expect.stringMatching(/^Missing (host|objects|contact)$/),
        attribute: expect.stringMatching(/^(host|objects|contact)$/),
      });
    },
  );

  it("a check that receives a stop request completes with an error, and nothing follows", async () => {
    const { core } = await opened(version, { checkDuration: 3_600_000 });
    const { diagnostics } = await core.invoke(
      { resources },
      { type: "rblmonitor_check", config: { host: "192.0.2.1" } },
      (count, plugin) => {
        if (count === 1) return plugin.stop();
      },
    );
    expect(diagnostics.map(({ summary }) => summary)).toEqual(["Operation stopped", "Action failed"]);
  });

  it("an action that a create triggers is planned with unknown values, and runs when they are known", async () => {
    const { service, core } = await opened(version);
    const configuration = {
      resources: {
        ...resources,
        "rblmonitor_host.mx": {
          config: {
            ...{ host: "192.0.2.1", name: "MX" },
            profile: service.account.objects("monitoring_profile")[0]?.id,
            contact_groups: [ref("rblmonitor_contact_group.one")],
          },
          triggers: [{ events: ["after_create" as const], actions: ["rblmonitor_pause.mx"] }],
        },
      },
      actions: { "rblmonitor_pause.mx": { config: { objects: [ref("rblmonitor_host.mx")] } } },
    };
    const { diagnostics } = await core.apply(configuration);
    expect(diagnostics).toEqual([]);
    expect(service.account.objects("host")[0]).toMatchObject({ paused: true });
  });

  it("an action before an update that fails keeps the resource as it was", async () => {
    const { service, core } = await opened(version);
    const group = (name: string) => ({
      resources: {
        "rblmonitor_contact_group.one": {
          config: { name },
          triggers: [{ events: ["before_update" as const], actions: ["rblmonitor_resume.none"] }],
        },
      },
      actions: { "rblmonitor_resume.none": { config: { objects: [`HT${"0".repeat(32)}`] } } },
    });
    await core.apply(group("Group"));
    const { hasFailed, plan, applied } = await core.apply(group("Renamed"));
    expect({ hasFailed, planned: plan?.actions, applied }).toEqual({
      ...{ hasFailed: true, planned: { "rblmonitor_contact_group.one": "update" }, applied: {} },
    });
    expect(service.account.objects("contact_group").map(({ name }) => name)).toContain("Group");
  });
});
