import { lives, scenery } from "../acceptance/lives/lives";
import { Core } from "./core";
import { closeEmulated, emulatedCore } from "./emulated";
import { versionsThatCall } from "./version";

afterEach(closeEmulated);

/** An account with an object of each facet of each kind, and the core that created them. */
async function furnished(version: ReturnType<typeof versionsThatCall>[number]) {
  // Otherwise the service leaves paused sources out of its list.
  const { service, plugin } = await emulatedCore({ pausedSources: "listed" });
  const core = new Core({ start: plugin.start, version });
  const about = scenery({ service });
  const resources = Object.fromEntries(
    lives.flatMap((life) =>
      Object.entries(life.facets(about.refer)).map(([name, { attribute, first }], number) => [
        `rblmonitor_${life.type}.${name}`,
        { config: { ...life.required(number, about.refer), [attribute]: first } },
      ]),
    ),
  );
  await core.apply({ resources });
  await core.refresh({ resources });
  return { service, plugin, core, resources };
}

describe.each(versionsThatCall("listResource"))("under $name", (version) => {
  it("each list has the objects as a refresh returns them, and configuration that plans nothing", async () => {
    const { plugin, core } = await furnished(version);
    for (const { type } of lives) {
      const list = { type: `rblmonitor_${type}`, includeResource: true };
      const { found, diagnostics } = await core.query({ resources: {} }, list, { generates: true });
      expect({ type, diagnostics }).toEqual({ type, diagnostics: [] });
      const states = new Map(found.map(({ identity, state }) => [identity.id, state]));
      const stored = Object.entries(core.state).filter(([address]) => address.startsWith(`${list.type}.`));
      for (const [, { current }] of stored) {
        const attributes = JSON.parse(current?.attributes ?? "{}");
        const { id } = JSON.parse(current?.identity ?? "{}");
        expect({ type, ...states.get(id) }).toEqual({ type, ...attributes });
      }
      const addresses = found.map((_, number) => `${list.type}.all_${number}`);
      const configuration = {
        resources: Object.fromEntries(found.map(({ config = {} }, n) => [addresses[n] ?? "", { config }])),
        imports: Object.fromEntries(found.map(({ identity }, n) => [addresses[n] ?? "", identity])),
      };
      const imported = new Core({ start: plugin.start, version });
      const plan = await imported.plan(configuration);
      expect({ type, actions: plan.actions, diagnostics: plan.diagnostics }).toEqual({
        ...{ type, actions: {}, diagnostics: [] },
      });
      expect(found.length).toBeGreaterThanOrEqual(stored.length);
    }
  });

  it("reads no more than its limit needs", async () => {
    const { service, core } = await furnished(version);
    for (const [limit, requests] of [
      [0, 0],
      [1, 1],
    ] as const) {
      const before = service.requestCount;
      const { found, diagnostics } = await core.query({ resources: {} }, { type: "rblmonitor_host", limit });
      expect({ found: found.length, diagnostics }).toEqual({ found: limit, diagnostics: [] });
      expect(service.requestCount - before).toBe(requests);
    }
  });
});
