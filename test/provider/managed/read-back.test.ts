import { failed } from "../../../src/client/errors";
import { storedForms } from "../../../src/provider/managed/notes";
import type { Call } from "../../../src/provider/managed/object";
import { readAfterWrite, withReadBack } from "../../../src/provider/managed/read-back";
import { managedResources } from "../../../src/provider/resources";
import { PrivateState } from "../../../src/terraform/definition/private-state";
import { Diagnostics } from "../../../src/terraform/diagnostics";
import { unknown } from "../../../src/terraform/values/value";

const { object } = managedResources.rblmonitor_contact_group;

type Write = Parameters<typeof withReadBack>[2];

/** A call in an account whose reads show these objects, one reading after another, the last one again; or fail. */
function session(...readings: readonly (readonly object[] | Error)[]) {
  const reads: (readonly string[])[] = [];
  const waits: number[] = [];
  const readManyFresh = async (ids: readonly string[]) => {
    const reading = readings[Math.min(reads.length, readings.length - 1)] ?? [];
    reads.push(ids);
    if (reading instanceof Error) throw reading;
    return reading;
  };
  const sleep = async (wait: number) => void waits.push(wait);
  const context = { reader: async () => ({ readManyFresh }), sleep };
  const diagnostics = new Diagnostics();
  const privateState = new PrivateState();
  const call = {
    context,
    diagnostics,
    privateState,
    signal: new AbortController().signal,
  } as unknown as Call;
  const warnings = () => diagnostics.list.map(({ summary, detail }) => `${summary}: ${detail}`);
  return { call, reads, waits, warnings, privateState };
}

/** A group after its create, whose flag the service decides. */
const created: Write = {
  ids: ["CG1"],
  names: ["name"],
  plan: { id: unknown, name: "A", is_default: unknown },
  returned: [{ id: "CG1", name: "A" }],
  known: { id: "CG1" },
};
/** A group, or several as one resource, after an update that changed the name. */
const updated: Write = {
  ids: ["CG1", "CG2"],
  names: ["name"],
  plan: { id: "CG1", name: "B", is_default: false },
  prior: { id: "CG1", name: "A", is_default: false },
  returned: [],
  readBack: ["name"],
  known: {},
};

describe("what a write leaves open", () => {
  it("is what the answer has, without a read", async () => {
    const { call, reads } = session([]);
    const returned = [{ id: "CG1", name: "A", is_default: true }];
    const state = await withReadBack(object, call, { ...created, returned });
    expect([state, reads]).toEqual([{ id: "CG1", name: "A", is_default: true }, []]);
  });

  it("is read, once and immediately, if the answer lacks it", async () => {
    const { call, reads, waits } = session([{ id: "CG1", name: "A", is_default: true }]);
    const state = await withReadBack(object, call, created);
    expect([state, reads, waits]).toEqual([{ id: "CG1", name: "A", is_default: true }, [["CG1"]], []]);
  });

  it("is read from the first object, or from all if each may show another value", async () => {
    const shown = [{ id: "CG1", name: "B" }];
    const [one, all] = [session(shown), session(shown)];
    await withReadBack(object, one.call, updated);
    await withReadBack(object, all.call, { ...updated, mayBeMixed: true });
    expect([one.reads, all.reads]).toEqual([[["CG1"]], [["CG1", "CG2"]]]);
  });

  it("is read again after two seconds if an object shows what was there before, and warned of if it stays", async () => {
    const [before, after] = ["A", "B"].map((name) => [{ id: "CG1", name }]) as [object[], object[]];
    const [slow, stuck] = [session(before, after), session(before)];
    await withReadBack(object, slow.call, updated);
    expect([slow.reads.length, slow.waits, slow.warnings()]).toEqual([2, [2_000], []]);
    await withReadBack(object, stuck.call, updated);
    expect([stuck.reads.length, stuck.warnings()]).toEqual([
      2,
      [expect.stringContaining("name not changed")],
    ]);
  });

  it("is not read again if an object shows neither value, or a new one has no earlier value", async () => {
    const shown = [{ id: "CG1", name: "C", is_default: false }];
    const [other, fresh] = [session(shown), session(shown)];
    await withReadBack(object, other.call, updated);
    const { prior: _, ...write } = { ...created, returned: [{ id: "CG1" }], readBack: ["name"] };
    await withReadBack(object, fresh.call, write);
    expect([other.reads.length, fresh.reads.length]).toEqual([1, 1]);
  });

  it("has the value of the answer where a read shows another one", async () => {
    const { call, privateState, warnings } = session([{ id: "CG1", name: "other", is_default: true }]);
    await withReadBack(object, call, created);
    expect([storedForms.of(privateState).forms, warnings()]).toEqual([undefined, []]);
  });

  it.each([
    [failed("server", "list contact group", "no answer"), "list contact group: no answer"],
    ["a text", "a text"],
  ])("is left to the next refresh, with a warning, if the read fails", async (thrown, reason) => {
    const { call, warnings } = session([]);
    const reader = async () => ({ readManyFresh: () => Promise.reject(thrown) });
    const failing = { ...call, context: { ...call.context, reader } } as unknown as Call;
    const state = await withReadBack(object, failing, created);
    expect(state).toEqual({ id: "CG1", name: "A", is_default: null });
    expect(warnings()).toEqual([
      `Read after write failed: CG1: written, but could not be read afterwards. The next refresh reads the value of is_default. ${reason}`,
    ]);
  });

  it("can be read after a wait", async () => {
    const { call, reads, waits } = session([{ id: "CG1" }]);
    expect(await readAfterWrite(object, call, ["CG1"], "", 500)).toEqual([{ id: "CG1" }]);
    expect([reads, waits]).toEqual([[["CG1"]], [500]]);
  });
});
