import { apiVersions } from "../../../src/service/api-version";
import { closeEmulated, emulatedCore } from "../../core/emulated";

afterEach(closeEmulated);

describe.each(apiVersions)("an update that the service accepts over version %s", (version) => {
  const configured = (name: string) => ({
    provider: { api_version: version },
    resources: { "rblmonitor_contact_group.one": { config: { name } } },
  });
  const changed = { "rblmonitor_contact_group.one": "update" };

  /** A group whose stored name is always the given one, as soon as an update was sent. */
  async function groupThatStores(stored: string) {
    const { service, core } = await emulatedCore();
    await core.apply(configured("Operators"));
    const group = service.account.objects("contact_group").find(({ name }) => name === "Operators");
    let isWritten = false;
    let isStopped = false;
    service.configure({
      latency: ({ method }) => {
        if (method !== "GET") isWritten = true;
        else if (isWritten && !isStopped && group !== undefined)
          service.account.change(group.id, { name: stored });
        return 0;
      },
    });
    const stop = () => {
      isStopped = true;
    };
    return { core, stop };
  }

  it("without an effect stays in the plan, with a warning in each further apply", async () => {
    const { core, stop } = await groupThatStores("Operators");
    await core.apply(configured("Engineers"));
    for (let times = 0; times < 2; times += 1) {
      expect((await core.plan(configured("Engineers"))).actions).toEqual(changed);
      const { diagnostics } = await core.apply(configured("Engineers"));
      expect(diagnostics.map(({ summary }) => summary)).toEqual(["name not changed"]);
    }
    stop();
    expect((await core.apply(configured("Engineers"))).hasFailed).toBe(false);
    const { actions, diagnostics } = await core.plan(configured("Engineers"));
    expect([actions, diagnostics]).toEqual([{}, []]);
  });

  it("and stores in an unknown form is done after two applies", async () => {
    const { core } = await groupThatStores("x-17");
    await core.apply(configured("Engineers"));
    await core.apply(configured("Engineers"));
    expect((await core.plan(configured("Engineers"))).actions).toEqual({});
  });
});
