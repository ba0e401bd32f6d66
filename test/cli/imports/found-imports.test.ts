import { findImports } from "../../../src/cli/imports/found-imports";
import { readPlan } from "../../../src/cli/imports/read-plan";
import type { Kind } from "../../../src/service/kinds";
import type { ServiceObject } from "../../../src/service/responses";

const sid = (digit: string) => `CG${digit.repeat(32)}`;

const creates = (...addresses: readonly string[]) =>
  readPlan(
    "plan",
    JSON.stringify({
      format_version: "1.2",
      resource_changes: addresses.map((address) => ({
        ...{ address, mode: "managed", type: "rblmonitor_contact_group" },
        change: {
          actions: ["create"],
          after: { name: "Operations" },
          after_unknown: { id: true, is_default: true },
        },
      })),
    }),
  ).creates;

const account = (...ids: readonly string[]) =>
  new Map<Kind, readonly ServiceObject<Kind>[]>([
    ["contact_group", ids.map((id) => ({ id, name: "Operations", is_default: false }))],
  ]);

describe("the imports of a plan", () => {
  it("are the objects that exist once and that the state does not hold", () => {
    expect(
      findImports(creates("rblmonitor_contact_group.a"), account(sid("1"), sid("2")), new Set([sid("2")])),
    ).toEqual({
      imports: [{ address: "rblmonitor_contact_group.a", id: sid("1") }],
      unclear: [],
    });
  });

  it("leave to a person what exists twice, and what two resources may have", () => {
    const [a, b] = ["rblmonitor_contact_group.a", "rblmonitor_contact_group.b"];
    expect(findImports(creates(a), account(sid("1"), sid("2")), new Set())).toEqual({
      imports: [],
      unclear: [{ address: a, ids: [sid("1"), sid("2")] }],
    });
    expect(findImports(creates(a, b), account(sid("1")), new Set())).toEqual({
      imports: [],
      unclear: [a, b].map((address) => ({ address, ids: [sid("1")] })),
    });
  });
});
