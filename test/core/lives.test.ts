import type { Facet, Life } from "../acceptance/lives/life";
import { lives, scenery } from "../acceptance/lives/lives";
import { isLong } from "../properties";
import { Core, type Outcome } from "./core";
import { closeEmulated, emulatedCore } from "./emulated";
import { attributesAt } from "./state";
import { coreVersions } from "./version";

afterEach(closeEmulated);

/** An object of a life, which has one attribute that changes. */
interface Member {
  readonly life: Life;
  readonly facet: Facet;
  readonly address: string;
  readonly number: number;
}

const host = (address: string, about: ReturnType<typeof scenery>) => ({
  [address]: {
    config: { host: "mail.example.com", name: "M", profile: about.profiles[0], contact_groups: about.groups },
  },
});

describe.each(Object.values(coreVersions))("under $name", (version) => {
  it.each(["a", "z"])("a host renamed without a moved block to %s is reported in any order", async (name) => {
    const { service, plugin } = await emulatedCore();
    const core = new Core({ start: plugin.start, version, parallelism: 1 });
    const about = scenery({ service });
    await core.apply({ resources: host("rblmonitor_host.old", about) });
    const { diagnostics } = await core.plan({ resources: host(`rblmonitor_host.${name}`, about) });
    const warning = (summary: string) =>
      expect.objectContaining({
        ...{ severity: "warning", summary },
        detail: expect.stringContaining("moved block"),
      });
    expect(diagnostics).toHaveLength(2);
    expect(diagnostics).toContainEqual(warning("Host already exists"));
    expect(diagnostics).toContainEqual(warning("Host destroyed and created again"));
  });
});

describe.each(Object.values(coreVersions))("under $name", (version) => {
  it("each kind lives its life: created, changed, repaired, imported, lost and destroyed", async () => {
    const { service, plugin } = await emulatedCore();
    const core = new Core({ start: plugin.start, version });
    const about = scenery({ service });
    const before = service.account.objects("host").length;
    // In the short form, versions share the attributes of a kind and the ways to import an object.
    const first = Object.values(coreVersions).indexOf(version);
    const members = lives.flatMap((life): readonly Member[] =>
      Object.entries(life.facets(about.refer))
        .map(([name, facet], number) => ({
          ...{ life, facet, number },
          address: `rblmonitor_${life.type}.${name}`,
        }))
        .filter(({ number }, _, all) => isLong || all.length === 1 || (number + first) % 2 === 0),
    );
    const declared = (phase: "first" | "second") => ({
      resources: Object.fromEntries(
        members.map(({ life, facet, address, number }) => {
          const required = life.required(number, about.refer);
          return [address, { config: { ...required, [facet.attribute]: facet[phase] } }];
        }),
      ),
    });
    const all = (action: string) => Object.fromEntries(members.map(({ address }) => [address, action]));
    const changed = Object.fromEntries(
      members.map(({ address, facet }) => [address, facet.replaces ? "delete,create" : "update"]),
    );
    const well = async <T extends Outcome>(running: Promise<T>): Promise<T> => {
      const done = await running;
      expect(done.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
      return done;
    };
    const settled = async (of: Core, phase: "first" | "second") =>
      expect((await well(of.plan(declared(phase)))).actions).toEqual({});

    expect((await well(core.apply(declared("first")))).applied).toEqual(all("create"));
    await settled(core, "first");
    expect((await well(core.apply(declared("second")))).plan?.actions).toEqual(changed);
    await settled(core, "second");
    for (const { address, facet } of members)
      service.account.change(facet.driftOf ?? String(attributesAt(core.state, address).id), facet.drifted);
    expect((await well(core.apply(declared("second")))).plan?.actions).toEqual(changed);
    await settled(core, "second");

    const sids = members.map(
      ({ address }) => [address, String(attributesAt(core.state, address).id)] as const,
    );
    const byIdentity = [(id: string) => ({ id }), (id: string) => ({ id, account: service.accountSid })];
    const ways = [String, ...(version.identity === undefined ? [] : byIdentity)];
    const targets = (isLong ? ways : [String]).map((_, turn) =>
      Object.fromEntries(
        sids.map(([address, id], index) => {
          const way = ways[(first + turn + index) % ways.length] ?? String;
          return [address, way(id)];
        }),
      ),
    );
    let imported = core;
    for (const imports of targets) {
      imported = new Core({ start: plugin.start, version });
      await well(imported.apply({ ...declared("second"), imports }));
      await settled(imported, "second");
      for (const { address } of members)
        expect(attributesAt(imported.state, address)).toEqual(attributesAt(core.state, address));
    }
    const identities = members.map(({ address }) => imported.state[address]?.current?.identity);
    expect(identities.map((text) => text && JSON.parse(text))).toEqual(
      sids.map(([, id]) =>
        version.identity === undefined ? undefined : { id, account: service.accountSid },
      ),
    );

    for (const [, id] of sids) service.account.remove(id);
    expect((await well(imported.apply(declared("second")))).applied).toEqual(all("create"));
    for (const { facet } of members) {
      const { drifts, driftOf = "", drifted } = facet;
      if (drifts === "before-destroy") service.account.change(driftOf, drifted);
    }
    await well(imported.destroy(declared("second")));
    expect(imported.state).toEqual({});
    expect(service.account.objects("host")).toHaveLength(before);
  });
});
