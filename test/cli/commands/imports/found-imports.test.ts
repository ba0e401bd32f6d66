import { findImports } from "../../../../src/cli/commands/imports/run";
import { createsIn, partsOf } from "../../../../src/cli/plan/changes";
import type { PlanJson } from "../../../../src/cli/plan/read-plan";
import { Account } from "../../../../src/provider/account";
import { keyRuleOf } from "../../../../src/provider/managed/identity/natural-key";

const sid = (digit: string) => `CG${digit.repeat(32)}`;

const plan = (...addresses: readonly string[]): PlanJson => ({
  format_version: "1.2",
  resource_changes: addresses.map((address) => ({
    address,
    mode: "managed",
    type: "rblmonitor_contact_group",
    change: {
      actions: ["create"],
      before: null,
      after: { name: "Operations" },
      after_unknown: { id: true, is_default: true },
    },
  })),
});

const plannedCreates = (json: PlanJson) => createsIn(partsOf(json).changes);

interface Group {
  readonly id: string;
  readonly name: string;
  readonly is_default: boolean;
}

/** An account with those groups, whose list is read without a service. */
class ListedAccount extends Account {
  constructor(readonly groups: readonly Group[]) {
    super({ baseUrl: "http://127.0.0.1", accountSid: "", authToken: "", userAgent: "" });
  }

  override reader = async () => ({ readWhole: async () => this.groups }) as never;
}

const account = (...ids: readonly string[]) =>
  new ListedAccount(ids.map((id) => ({ id, name: "Operations", is_default: false })));

const noGap = (text: string) => {
  throw new Error(text);
};

describe("the imports of a plan", () => {
  it("are the objects that exist once and that the state does not hold", async () => {
    const creates = plannedCreates(plan("rblmonitor_contact_group.a"));
    expect(await findImports(creates, account(sid("1"), sid("2")), new Set([sid("2")]), noGap)).toEqual({
      imports: [{ address: "rblmonitor_contact_group.a", id: sid("1") }],
      ...{ unclear: [], unseen: [] },
    });
  });

  it("are found in steps in proportion to the plan and the account", async () => {
    const stepsOf = async (count: number) => {
      const names = Array.from({ length: count }, (_, n) => `Group ${n}`);
      let steps = 0;
      const creates = plannedCreates(plan(...names)).map((create) => {
        const rule = keyRuleOf(create.object);
        const compare: typeof rule.compare = (...keys) => {
          steps += 1;
          return rule.compare(...keys);
        };
        return {
          ...create,
          plan: { name: create.address },
          object: { ...create.object, key: { ...create.object.key, rule: { ...rule, compare } } },
        };
      });
      const objects = names.map((name, n) => ({
        id: `CG${String(n).padStart(32, "0")}`,
        name,
        is_default: false,
      }));
      const { imports } = await findImports(creates, new ListedAccount(objects), new Set(), noGap);
      expect(imports).toHaveLength(count);
      return steps;
    };
    expect(await stepsOf(400)).toBe(4 * (await stepsOf(100)));
  });

  it("leave to a person what exists twice, and what two resources may have", async () => {
    const [a, b] = ["rblmonitor_contact_group.a", "rblmonitor_contact_group.b"];
    expect(await findImports(plannedCreates(plan(a)), account(sid("1"), sid("2")), new Set(), noGap)).toEqual(
      {
        imports: [],
        unclear: [{ address: a, ids: [sid("1"), sid("2")] }],
        unseen: [],
      },
    );
    expect(await findImports(plannedCreates(plan(a, b)), account(sid("1")), new Set(), noGap)).toEqual({
      imports: [],
      unclear: [a, b].map((address) => ({ address, ids: [sid("1")] })),
      unseen: [],
    });
  });
});
