import type { AnyObject } from "../../../src/emulator/account/objects";
import type { ApiVersion } from "../../../src/service/api-version";
import { fieldOf } from "../../objects";
import type { TerraformPlan } from "../../shown-json";
import {
  type AccountOptions,
  type Configuration,
  closeAccounts,
  openAccount,
  type TestAccount,
} from "../account";
import { changesOf, driftOf, type PlannedChange } from "../planned-changes";
import { importBlock, resource } from "../resource-block";
import type { Facet, Fixtures, Life } from "./life";
import { scenery } from "./lives";

type Phase = "first" | "second";

/** An object of a life, and where it stands in the configuration. */
interface Member {
  readonly life: Life;
  readonly name: string;
  readonly index: number;
  readonly facet: Facet;
  readonly address: string;
}

/**
 * The tests of some lives in one configuration, each step on what the one before left: a step is one command for all kinds,
 * and each kind is looked at alone. Each object has one attribute that changes, so that one plan shows what every attribute
 * alone would do.
 *
 * @param version the version of the API that the provider's block names
 * @param options how terraform gets its plugin to create, update and destroy everything
 */
export function testLives(lives: readonly Life[], version: ApiVersion, options: AccountOptions = {}): void {
  const provider = `  api_version = "${version}"`;
  let account: TestAccount;
  let about: Fixtures;
  let all: readonly Member[];
  let before: ReadonlySet<string>;
  let imported: Configuration;
  let plan: TerraformPlan;
  let applied: Readonly<Record<string, string>>;
  let left: Readonly<Record<string, string>>;

  const idOf = async ({ address }: Member) => String((await account.values(address)).id);
  const blocks = (phase: Phase) =>
    all.map(({ life, name, index, facet }) =>
      resource(life.type, name, {
        ...life.required(index, about.refer),
        [facet.attribute]: facet[phase],
      }),
    );
  const write = (phase: Phase) => account.write(blocks(phase).join(""), provider);
  const asGiven = ({ workspace }: Configuration) => account.another({ ...options, folder: workspace.folder });
  const applyPlan = async (configuration: Configuration, applying = configuration) => {
    plan = await configuration.keptPlan();
    await applying.applyKept();
    left = (await configuration.plan()).planned;
  };
  const apply = async (configuration: Configuration, applying = configuration) => {
    applied = (await applying.apply()).applied;
    left = (await configuration.plan()).planned;
  };

  const membersOf = (life: Life) => all.filter((member) => member.life === life);
  const partOf = <T>({ type }: Life, byAddress: Readonly<Record<string, T>>) =>
    Object.fromEntries(
      Object.entries(byAddress).filter(([address]) => address.startsWith(`rblmonitor_${type}.`)),
    );
  const expected = <T>(life: Life, describe: (facet: Facet) => T) =>
    Object.fromEntries(membersOf(life).map(({ address, facet }) => [address, describe(facet)]));
  const objects = ({ type }: Life): readonly AnyObject[] => account.service.account.objects(type);
  async function expectKept(life: Life, phase: Phase): Promise<void> {
    const kept = membersOf(life).map(async (member) => {
      const object = account.service.account.find(await idOf(member));
      return [member.name, object && inOrder(object[fieldOf(life.type, member.facet.attribute)])];
    });
    const wanted = membersOf(life).map(({ name, facet }) => [
      name,
      inOrder(facet[phase] ?? life.omitted[facet.attribute]),
    ]);
    expect(await Promise.all(kept)).toEqual(wanted);
  }

  beforeAll(async () => {
    account = await openAccount();
    about = scenery(account);
    all = lives.flatMap((life) =>
      Object.entries(life.facets(about.refer)).map(([name, facet], index) => ({
        ...{ life, name, index, facet },
        address: `rblmonitor_${life.type}.${name}`,
      })),
    );
    before = new Set(account.census());
  });
  afterAll(closeAccounts);

  describe("when it is declared", () => {
    beforeAll(async () => {
      await write("first");
      await apply(account, await asGiven(account));
    });

    it.each(lives)("a $type is created, and then plans no change", (life) => {
      expect(partOf(life, applied)).toEqual(expected(life, () => "create"));
      expect(partOf(life, left)).toEqual({});
    });
  });

  describe("when each attribute changes alone", () => {
    beforeAll(async () => {
      await write("second");
      await applyPlan(account, await asGiven(account));
    });

    it.each(lives)("a $type plans the change, applies it, and then plans no change", async (life) => {
      expect(partOf(life, changesOf(plan))).toEqual(
        expected<PlannedChange>(life, ({ attribute, along, replaces }) =>
          replaces
            ? { actions: "delete,create", attributes: [attribute, ...life.computed].sort() }
            : { actions: "update", attributes: [attribute, ...(along?.update ?? [])].sort() },
        ),
      );
      await expectKept(life, "second");
      expect(partOf(life, left)).toEqual({});
    });
  });

  describe("when it was changed elsewhere", () => {
    beforeAll(async () => {
      for (const member of all)
        account.service.account.change(member.facet.driftOf ?? (await idOf(member)), member.facet.drifted);
      await applyPlan(account);
    });

    it.each(lives)(
      "a $type shows that and nothing else, is repaired, and then there is nothing to plan",
      async (life) => {
        expect(partOf(life, driftOf(plan))).toEqual(
          expected(life, ({ attribute, along, seen = [attribute] }) =>
            [...seen, ...(along?.drift ?? [])].sort(),
          ),
        );
        expect(partOf(life, changesOf(plan))).toEqual(
          expected<PlannedChange>(life, ({ attribute, along, replaces, seen = [attribute] }) =>
            replaces
              ? { actions: "delete,create", attributes: [attribute, ...life.computed].sort() }
              : { actions: "update", attributes: [...seen, ...(along?.drift ?? [])].sort() },
          ),
        );
        await expectKept(life, "second");
        expect(partOf(life, left)).toEqual({});
      },
    );
  });

  describe("when it is imported by its SID into another state", () => {
    beforeAll(async () => {
      imported = await account.another();
      const imports = await Promise.all(
        all.map(async (member) => importBlock(member.address, await idOf(member))),
      );
      await imported.write([...blocks("second"), ...imports].join(""), provider);
      await applyPlan(imported);
    });

    it.each(lives)("a $type plans only what the API does not return, and then no change", (life) => {
      const unreported = membersOf(life).flatMap(({ address, facet }) => {
        const attributes = life.unreported?.(facet) ?? [];
        return attributes.length === 0 ? [] : [[address, { actions: "update", attributes }] as const];
      });
      expect(partOf(life, changesOf(plan))).toEqual(Object.fromEntries(unreported));
      expect(partOf(life, left)).toEqual({});
    });
  });

  describe("when it was deleted elsewhere", () => {
    beforeAll(async () => {
      for (const id of account.census().filter((id) => !before.has(id))) account.service.account.remove(id);
      await apply(imported);
    });

    it.each(lives)("a $type is created again, and then plans no change", (life) => {
      expect(partOf(life, applied)).toEqual(expected(life, () => "create"));
      expect(partOf(life, left)).toEqual({});
    });
  });

  describe("when it is destroyed", () => {
    beforeAll(async () => {
      for (const { facet } of all) {
        const { drifts, driftOf = "", drifted } = facet;
        if (drifts === "before-destroy") account.service.account.change(driftOf, drifted);
      }
      await (await asGiven(imported)).destroy();
    });

    it.each(lives)("a $type leaves nothing in the account", (life) => {
      expect(objects(life).filter(({ id }) => !before.has(id))).toEqual([]);
    });

    it("everything from before still exists, and all requests used one version", () => {
      expect(account.census()).toEqual([...before]);
      expect(new Set(account.service.requests.map((request) => request.version))).toEqual(new Set([version]));
    });
  });
}

function inOrder(value: unknown): unknown {
  return Array.isArray(value) ? [...value].sort() : value;
}
