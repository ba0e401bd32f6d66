import type { PrivateState } from "../../../src/terraform/definition/private-state";
import { string } from "../../../src/terraform/schema/shapes";
import { providerOf, sent, session } from "./session";

const textOf = (data: Uint8Array | undefined) => new TextDecoder().decode(data);
const attributes = { name: string().required("").replacesOnChange() };
const [old, fresh, nothing] = [
  sent(attributes, { name: "old" }),
  sent(attributes, { name: "new" }),
  sent(attributes, null),
];

/** A resource that tells of its notes wherever it sees them, and notes what it does. */
async function noting() {
  const seen: string[] = [];
  type Noting = { privateState: Pick<PrivateState, "get" | "set"> };
  const note =
    (what: string) =>
    async ({ privateState }: Noting) => {
      seen.push(`${what}: noted ${privateState.get("noted")}, old ${privateState.get("old")}`);
      privateState.set("noted", what);
      return { name: "new" } as never;
    };
  const { call } = session(
    providerOf({
      attributes,
      plan: async (call) => void (await note("plan")(call)),
      create: note("create"),
      read: note("read"),
      update: note("update"),
      delete: note("delete"),
      import: note("import"),
    }),
  );
  await call("configureProvider", {});
  return { call, seen };
}

describe("private notes", () => {
  const typeName = "test_one";

  it("go from import through reading and planning to an update", async () => {
    const { call, seen } = await noting();
    const { importedResources } = await call("importResourceState", { typeName, id: "1" });
    const { private: read } = await call("readResource", {
      typeName,
      currentState: old,
      private: importedResources[0]?.private ?? Buffer.alloc(0),
    });
    const { plannedPrivate } = await call("planResourceChange", {
      typeName,
      priorState: old,
      proposedNewState: fresh,
      config: fresh,
      priorPrivate: read,
    });
    const { private: kept } = await call("applyResourceChange", {
      typeName,
      priorState: old,
      plannedState: fresh,
      config: fresh,
      plannedPrivate,
    });
    expect(seen).toEqual([
      "import: noted undefined, old undefined",
      "read: noted import, old undefined",
      "plan: noted read, old undefined",
      "update: noted plan, old undefined",
    ]);
    expect(textOf(kept)).toBe('{"noted":"update"}');
  });

  it("of an object that is replaced are seen by its deletion, and not by its successor's plan and creation", async () => {
    const { call, seen } = await noting();
    // What Terraform does: it plans the change, and then a creation with the notes that this plan returned.
    const first = await call("planResourceChange", {
      typeName,
      priorState: old,
      proposedNewState: fresh,
      config: fresh,
      priorPrivate: Buffer.from('{"old":1}'),
    });
    const { plannedPrivate } = await call("planResourceChange", {
      typeName,
      priorState: nothing,
      proposedNewState: fresh,
      config: fresh,
      priorPrivate: first.plannedPrivate,
    });
    await call("applyResourceChange", {
      typeName,
      priorState: old,
      plannedState: nothing,
      config: nothing,
      plannedPrivate,
    });
    const { private: created } = await call("applyResourceChange", {
      typeName,
      priorState: nothing,
      plannedState: fresh,
      config: fresh,
      plannedPrivate,
    });
    expect(textOf(created)).toBe('{"noted":"create"}');
    expect(first.requiresReplace).toHaveLength(1);
    expect(seen).toEqual([
      "plan: noted undefined, old 1",
      "plan: noted undefined, old undefined",
      "delete: noted plan, old 1",
      "create: noted plan, old undefined",
    ]);
  });

  it("show that an object replaces another one, even if nothing was noted", async () => {
    const seen: boolean[] = [];
    const plan = ({ isReplacement }: { isReplacement: boolean }) => void seen.push(isReplacement);
    const { call } = session(providerOf({ attributes, plan }));
    const change = { typeName, proposedNewState: fresh, config: fresh };
    const { plannedPrivate } = await call("planResourceChange", { ...change, priorState: old });
    await call("planResourceChange", { ...change, priorState: nothing, priorPrivate: plannedPrivate });
    await call("planResourceChange", { ...change, priorState: nothing });
    expect(seen).toEqual([false, true, false]);
  });

  it.each([
    ["an update", old, '{"old":1}'],
    ["a creation", nothing, ""],
  ])(
    "of %s are the same whether Terraform returns what was planned before (1.16) or not",
    async (_name, priorState, notes) => {
      const { call, seen } = await noting();
      const change = {
        typeName,
        priorState,
        proposedNewState: fresh,
        config: fresh,
        priorPrivate: Buffer.from(notes),
      };
      const first = await call("planResourceChange", change);
      const second = await call("planResourceChange", change);
      const third = await call("planResourceChange", { ...change, plannedPrivate: first.plannedPrivate });
      expect([second, third]).toEqual([first, first]);
      // The plan begins with the notes of the state each time, so what the state says by now is what counts.
      expect(new Set(seen).size).toBe(1);
    },
  );

  it("of a replacement are the same, too", async () => {
    const { call } = await noting();
    const change = {
      typeName,
      priorState: old,
      proposedNewState: fresh,
      config: fresh,
      priorPrivate: Buffer.from('{"old":1}'),
    };
    const replace = async (plannedPrivate?: Uint8Array) => {
      const first = await call("planResourceChange", {
        ...change,
        ...(plannedPrivate && { plannedPrivate }),
      });
      // This call never has what was planned before.
      return call("planResourceChange", {
        ...change,
        priorState: nothing,
        priorPrivate: first.plannedPrivate,
      });
    };
    const planned = await replace();
    expect(await replace(planned.plannedPrivate)).toEqual(planned);
  });

  it("are empty without entries", async () => {
    const { call } = session(providerOf({ attributes }));
    const { plannedPrivate } = await call("planResourceChange", {
      typeName,
      proposedNewState: fresh,
      config: fresh,
    });
    expect(plannedPrivate).toHaveLength(0);
  });
});
