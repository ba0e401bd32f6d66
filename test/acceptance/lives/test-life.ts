import type { ApiVersion } from "../../../src/service/api-version";
import { type Configuration, closeAccounts, openAccount, type TestAccount } from "../account";
import { changesOf, driftOf, type PlannedChange } from "../planned-changes";
import { importBlock, resource } from "../resource-block";
import type { Facet, Life, Scenery } from "./life";
import { scenery } from "./lives";

type Phase = "first" | "second";

/**
 * The tests of a life, each step on what the one before left. Each object has one attribute that changes, so that one plan
 * shows what every attribute alone would do.
 * @param version the version of the API that the provider's block names
 */
export function testLife(life: Life, version: ApiVersion): void {
  const provider = `  api_version = "${version}"`;
  let account: TestAccount;
  let about: Scenery;
  let facets: readonly (readonly [string, Facet])[];
  let before: readonly string[];
  let imported: Configuration;

  const address = (name: string) => `rblmonitor_${life.type}.${name}`;
  const idOf = async (name: string) => String((await account.values(address(name))).id);
  const expected = (describe: (facet: Facet) => PlannedChange) =>
    Object.fromEntries(facets.map(([name, facet]) => [address(name), describe(facet)]));
  const blocks = (phase: Phase) =>
    facets.map(([name, facet], index) =>
      resource(life.type, name, attributes(life, name, index, facet, phase)),
    );
  function attributes({ required }: Life, name: string, index: number, facet: Facet, phase: Phase) {
    return { ...required(name, index, about), [facet.attribute]: facet[phase] };
  }
  async function expectKept(phase: Phase): Promise<void> {
    const kept = facets.map(async ([name, { attribute }]) => {
      const object = account.service.account.find(await idOf(name));
      return [name, object && inOrder(life.kept(object, attribute))];
    });
    const wanted = facets.map(([name, facet]) => [
      name,
      inOrder(facet[phase] ?? life.unset[facet.attribute]),
    ]);
    expect(await Promise.all(kept)).toEqual(wanted);
  }

  beforeAll(async () => {
    account = await openAccount();
    about = scenery(account);
    facets = Object.entries(life.facets(about));
    before = account.census();
  });
  afterAll(closeAccounts);

  it("is created, and then there is nothing to plan", async () => {
    await account.write(blocks("first").join(""), provider);
    const { applied } = await account.apply();
    expect(applied).toEqual(Object.fromEntries(facets.map(([name]) => [address(name), "create"]).sort()));
    expect((await account.plan()).planned).toEqual({});
  });

  it("plans a change of each attribute alone, carries it out, and then there is nothing to plan", async () => {
    await account.write(blocks("second").join(""), provider);
    expect(changesOf(await account.keptPlan())).toEqual(
      expected(({ attribute, along, replaces }) =>
        replaces
          ? { actions: "delete,create", attributes: [attribute, ...life.computed].sort() }
          : { actions: "update", attributes: [attribute, ...(along?.update ?? [])].sort() },
      ),
    );
    await account.applyKept();
    await expectKept("second");
    expect((await account.plan()).planned).toEqual({});
  });

  it("shows what was changed elsewhere and nothing else, repairs it, and then there is nothing to plan", async () => {
    for (const [name, { driftOf, drifted }] of facets)
      account.service.account.change(driftOf ?? (await idOf(name)), drifted);
    const plan = await account.keptPlan();
    expect(driftOf(plan)).toEqual(
      Object.fromEntries(
        facets.map(([name, { attribute, along, seen = [attribute] }]) => [
          address(name),
          [...seen, ...(along?.drift ?? [])].sort(),
        ]),
      ),
    );
    expect(changesOf(plan)).toEqual(
      expected(({ attribute, along, replaces, seen = [attribute] }) =>
        replaces
          ? { actions: "delete,create", attributes: [attribute, ...life.computed].sort() }
          : { actions: "update", attributes: [...seen, ...(along?.drift ?? [])].sort() },
      ),
    );
    await account.applyKept();
    await expectKept("second");
    expect((await account.plan()).planned).toEqual({});
  });

  it("is imported by its SID into another state, with what is not told set anew, and then there is nothing to plan", async () => {
    imported = await account.another();
    const imports = await Promise.all(
      facets.map(async ([name]) => importBlock(address(name), await idOf(name))),
    );
    await imported.write([...blocks("second"), ...imports].join(""), provider);
    const untold = facets.flatMap(([name, facet]) => {
      const attributes = life.untold?.(facet) ?? [];
      return attributes.length === 0 ? [] : [[address(name), { actions: "update", attributes }] as const];
    });
    expect(changesOf(await imported.keptPlan())).toEqual(Object.fromEntries(untold));
    await imported.applyKept();
    expect((await imported.plan()).planned).toEqual({});
  });

  it("is created again when it was deleted elsewhere", async () => {
    for (const id of account.census().filter((id) => !before.includes(id)))
      account.service.account.remove(id);
    const { planned } = await imported.apply();
    expect(planned).toEqual(Object.fromEntries(facets.map(([name]) => [address(name), "create"]).sort()));
    expect((await imported.plan()).planned).toEqual({});
  });

  it("is destroyed, and leaves nothing in the account", async () => {
    for (const [, { drifts, driftOf = "", drifted }] of facets) {
      if (drifts === "before-destroy") account.service.account.change(driftOf, drifted);
    }
    await imported.destroy();
    expect(account.census()).toEqual(before);
    expect(new Set(account.service.requests.map((request) => request.version))).toEqual(new Set([version]));
  });
}

function inOrder(value: unknown): unknown {
  return Array.isArray(value) ? [...value].sort() : value;
}
