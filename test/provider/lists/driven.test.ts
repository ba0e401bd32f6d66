import { kindNames } from "../../../src/service/kinds";
import { Core } from "../../core/core";
import { closeEmulated, emulatedCore } from "../../core/emulated";
import { versionsThatCall } from "../../core/version";
import { complete } from "../../objects";

afterEach(closeEmulated);

const versions = versionsThatCall("listResource").map((version) => [version.version, version] as const);

it.each(versions)("Core %s lists every kind, and generates its configuration", async (_name, version) => {
  const { service, plugin } = await emulatedCore({ demo: true, subnetCreate: "parent-and-children" });
  complete(service);
  const core = new Core({ start: plugin.start, version });
  for (const kind of kindNames) {
    const before = service.requestCount;
    const block = { type: `rblmonitor_${kind}` };
    const { found, diagnostics, hasFailed } = await core.query({ resources: {} }, block, { generates: true });
    expect([kind, diagnostics, hasFailed]).toEqual([kind, [], false]);
    expect(found.length).toBeGreaterThan(0);
    expect(service.requestCount - before).toBe(1);
    for (const { config, state } of found) expect(config?.id ?? null).not.toBe(state?.id);
  }
});

it.each(versions)(
  "Core %s stops the provider while it lists, and the stream ends",
  async (_name, version) => {
    const { service, plugin } = await emulatedCore();
    for (let n = 0; n < 250; n += 1) service.account.add("host", { host: `192.0.2.${n}`, name: `host ${n}` });
    const core = new Core({ start: plugin.start, version });
    const { found, diagnostics } = await core.query(
      { resources: {}, provider: { page_size: 1 } },
      { type: "rblmonitor_host", limit: 1_000 },
      { during: (events, one) => (events === 5 ? one.stop() : undefined) },
    );
    expect(found.length).toBeLessThan(50);
    expect(diagnostics.map(({ severity, summary }) => `${severity}: ${summary}`)).toEqual([
      "warning: Incomplete list",
    ]);
    expect(service.requestCount).toBeLessThan(60);
  },
);
