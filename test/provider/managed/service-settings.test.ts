import type { OpenPointSettings } from "../../../src/emulator/settings";
import type { Configuration, Declared } from "../../core/configuration";
import { closeEmulated, emulatedCore } from "../../core/emulated";
import { attributesAt } from "../../core/state";

afterEach(closeEmulated);

const versions = ["4.0", "3.0"];
const configured = (version: string, resources: Record<string, Declared["config"]>): Configuration => ({
  provider: { api_version: version },
  resources: Object.fromEntries(
    Object.entries(resources).map(([name, config]) => [`rblmonitor_${name}`, { config }]),
  ),
});

describe.each(versions)("a source that a profile uses, over version %s", (version) => {
  const source = configured(version, { "source.own": { host: "bl.example.net", type: "rbl" } });

  it("is kept where the service refuses to delete it, with an error that names the profile", async () => {
    const { service, core } = await emulatedCore({ sourceInUse: "refused" });
    await core.apply(source);
    const id = String(attributesAt(core.state, "rblmonitor_source.own").id);
    const profile = service.account.add("monitoring_profile", {
      ...{ name: "Elsewhere", sync_method: "use_my_selections", entries: [id] },
    });
    const { hasFailed, diagnostics } = await core.destroy(source);
    expect(hasFailed).toBe(true);
    expect(diagnostics.at(-1)).toMatchObject({ summary: "Source not deleted" });
    expect(diagnostics.at(-1)?.detail).toContain(
      `These objects still use it: monitoring profile ${profile.id} "Elsewhere"`,
    );
    expect(service.account.find(id)).toBeDefined();
    service.account.change(profile.id, { entries: [] });
    expect((await core.destroy(source)).hasFailed).toBe(false);
  });

  it.each<OpenPointSettings["sourceInUse"]>(["deletable", "refused"])(
    "is deleted once the profile of the configuration gives it up, where it is %s",
    async (sourceInUse) => {
      const { service, core } = await emulatedCore({ sourceInUse });
      await core.apply(source);
      const { id } = attributesAt(core.state, "rblmonitor_source.own");
      const profile = { "monitoring_profile.few": { name: "Few", frequency: "1_hour", entries: [id] } };
      await core.apply({
        ...source,
        resources: { ...source.resources, ...configured(version, profile).resources },
      });
      const without = { "monitoring_profile.few": { name: "Few", frequency: "1_hour", entries: [] } };
      await core.apply({
        ...source,
        resources: { ...source.resources, ...configured(version, without).resources },
      });
      expect((await core.apply(configured(version, without))).hasFailed).toBe(false);
      expect(service.account.find(String(id))).toBeUndefined();
    },
  );
});

describe.each(versions)("a contact, over version %s", (version) => {
  const contact = (group: string, more: object = {}) =>
    configured(version, {
      "contact.one": { contact: "ops@example.com", type: "email", contact_groups: [group], ...more },
    });

  it.each<OpenPointSettings["contactAfterResume"]>(["pending", "active"])(
    "that is paused and resumed while it is pending plans nothing where it is %s then",
    async (contactAfterResume) => {
      const { service, core } = await emulatedCore({ contactAfterResume });
      const group = service.account.objects("contact_group")[0]?.id ?? "";
      for (const paused of [false, true, false]) {
        expect((await core.apply(contact(group, { paused }))).diagnostics).toEqual([]);
        expect((await core.plan(contact(group, { paused }))).actions).toEqual({});
      }
    },
  );

  it.each<OpenPointSettings["contactAfterChange"]>(["confirmed", "pending"])(
    "whose destination changes is confirmed again where it is %s then",
    async (contactAfterChange) => {
      const { service, core } = await emulatedCore({ contactAfterChange });
      const group = service.account.objects("contact_group")[0]?.id ?? "";
      await core.apply(contact(group));
      const id = () => String(attributesAt(core.state, "rblmonitor_contact.one").id);
      const code = () => ({
        confirmation_code_wo: service.account.authcode(id()),
        confirmation_code_wo_version: 1,
      });
      expect((await core.apply(contact(group, code()))).diagnostics).toEqual([]);
      const { diagnostics } = await core.apply(contact(group, { ...code(), contact: "night@example.com" }));
      const isAgain = contactAfterChange === "pending" && version === "4.0";
      const summaries = diagnostics.map(({ summary }) => summary);
      expect(summaries.filter((summary) => summary === "Contact pending again")).toHaveLength(
        isAgain ? 1 : 0,
      );
      if (version === "3.0") return;
      expect(service.account.find(id())).toMatchObject({ confirmed: true, contact: "night@example.com" });
      expect(attributesAt(core.state, "rblmonitor_contact.one").confirmed_code_version).toBe(1);
      expect((await core.plan(contact(group, { ...code(), contact: "night@example.com" }))).actions).toEqual(
        {},
      );
    },
  );

  it.each<OpenPointSettings["contactAfterConfirm"]>(["active", "authorized"])(
    "that is confirmed is paused and resumed, and plans nothing where its status is %s",
    async (contactAfterConfirm) => {
      const { service, core } = await emulatedCore({ contactAfterConfirm });
      const group = service.account.objects("contact_group")[0]?.id ?? "";
      await core.apply(contact(group));
      const id = String(attributesAt(core.state, "rblmonitor_contact.one").id);
      const confirmation_code_wo = service.account.authcode(id);
      for (const paused of [false, true, false]) {
        const code = { confirmation_code_wo, confirmation_code_wo_version: 1, paused };
        expect((await core.apply(contact(group, code))).diagnostics).toEqual([]);
        expect((await core.plan(contact(group, code))).actions).toEqual({});
        expect(service.account.find(id)).toMatchObject({ confirmed: true, paused });
      }
    },
  );
});

describe.each(versions)("a manual check, over version %s", (version) => {
  const check = (more: object) => configured(version, { "manual_check.one": more as Declared["config"] });

  it.each([
    ["runs", false],
    ["conflict", true],
  ] as const)("of a paused host %s", async (pausedHostCheck, isRefused) => {
    const { service, core } = await emulatedCore({ pausedHostCheck });
    const { id } = service.account.add("host", { host: "192.0.2.1", paused: true });
    const { hasFailed, diagnostics } = await core.apply(check({ host: id }));
    expect(hasFailed).toBe(isRefused);
    if (isRefused) expect(diagnostics[0]?.detail).toContain("the host is paused");
    else expect(attributesAt(core.state, "rblmonitor_manual_check.one")).toMatchObject({ listed: false });
  });

  it.each<OpenPointSettings["checkDetails"]>(["listing", "all"])(
    "with details has the sources that list the host, where the service returns %s",
    async (checkDetails) => {
      const { core } = await emulatedCore({
        checkDetails,
        listedOn: { "192.0.2.1": ["spam.bl.example.net"] },
      });
      await core.apply(check({ host: "192.0.2.1", details: true }));
      const { results } = attributesAt(core.state, "rblmonitor_manual_check.one") as {
        results: readonly { host: string | null; listed: boolean; source: string }[];
      };
      expect(results.filter(({ listed }) => listed)).toHaveLength(1);
    },
  );
});
