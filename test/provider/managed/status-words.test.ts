import { Ledger } from "../../../src/provider/managed/identity/ledger";
import { keyRuleOf } from "../../../src/provider/managed/identity/natural-key";
import { statusNotes } from "../../../src/provider/managed/notes";
import type { AnyManagedObject, Call } from "../../../src/provider/managed/object";
import {
  isPausedFor,
  noteCreatedStatus,
  noteShownStatus,
  withKnownStatus,
} from "../../../src/provider/managed/status-words";
import { managedResources } from "../../../src/provider/resources";
import { PrivateState } from "../../../src/terraform/definition/private-state";
import { Diagnostics } from "../../../src/terraform/diagnostics";
import { host } from "./create-fixtures";
import { beginRun, closeRuns, emulated } from "./run";

afterEach(closeRuns);

/** A host of an account whose words for active and paused no document names, after its first apply. */
async function strange(paused = false) {
  const service = await emulated({ statusWords: "unknown", pausedWord: "hibernating" });
  const managed = host(service, { paused });
  const { warnings } = await (await beginRun(service)).apply(managed);
  const apply = async (config = managed.config) => {
    const { warnings, isEmpty } = await (await beginRun(service)).apply(managed, config);
    return { warnings, isEmpty, paused: managed.state?.paused };
  };
  return { service, managed, warnings, apply };
}

describe("an unknown status word", () => {
  it("means active from the create on that shows it", async () => {
    const { warnings, apply } = await strange();
    expect(warnings).toEqual([]);
    expect(await apply()).toEqual({ warnings: [], isEmpty: true, paused: false });
  });

  it("means paused from the pause on after which it was read, and active still has its own word", async () => {
    const { managed, apply } = await strange();
    const paused = { ...managed.config, paused: true };
    expect(await apply(paused)).toEqual({ warnings: [], isEmpty: false, paused: true });
    expect(await apply(paused)).toEqual({ warnings: [], isEmpty: true, paused: true });
    expect(await apply()).toEqual({ warnings: [], isEmpty: false, paused: false });
    expect(await apply()).toEqual({ warnings: [], isEmpty: true, paused: false });
  });

  it("leads to a warning where nothing shows its meaning, and the state keeps what was applied", async () => {
    const { service, managed, apply } = await strange();
    service.account.change(managed.ids[0] ?? "", { paused: true });
    const { warnings, ...rest } = await apply();
    expect(rest).toEqual({ isEmpty: true, paused: false });
    expect(warnings).toEqual([
      expect.stringMatching(/Unknown status "hibernating": .*paused = false.*rblmonitor resume HT/s),
    ]);
  });

  it("that is shown after a create and after a pause has no meaning", async () => {
    const { service, managed, apply } = await strange();
    service.configure({ pausedWord: "monitoring" as "paused" });
    const paused = { ...managed.config, paused: true };
    expect(await apply(paused)).toEqual({ warnings: [], isEmpty: false, paused: true });
    expect(await apply(paused)).toEqual({
      warnings: [expect.stringContaining('Unknown status "monitoring"')],
      isEmpty: true,
      paused: true,
    });
  });
});

type Notes = ReturnType<typeof statusNotes.of>;

/** The calls for resources of a kind with these notes, in an account that shows each object with that status, or hides it. */
function session(status: string | undefined, kind: "host" | "contact_group" = "host") {
  const { object } = managedResources[`rblmonitor_${kind}`];
  const ledger = new Ledger(keyRuleOf(object));
  const asked: string[] = [];
  const readFresh = async (id: string) => {
    asked.push(id);
    return status === undefined ? undefined : { id, status };
  };
  const context = { reader: async () => ({ readFresh }), ledger: () => ledger };
  const diagnostics = new Diagnostics();
  const callOf = (notes: Notes) => {
    const privateState = new PrivateState();
    statusNotes.set(privateState, notes);
    return { context, diagnostics, privateState } as unknown as Call;
  };
  return { object: object as AnyManagedObject, asked, callOf, warnings: diagnostics.list };
}

describe("the note of what an object shows", () => {
  const words = { hibernating: true };

  it.each<[string, "paused" | "active" | "pending", string | undefined, Notes, Notes]>([
    ["an unknown word", "paused", "Hibernating", {}, { words }],
    ["a known word", "paused", "Paused", {}, {}],
    ["nothing", "paused", undefined, {}, { isHidden: true }],
    ["it again", "paused", "paused", { isHidden: true, words }, { words }],
    ["the same word", "paused", "hibernating", { words }, { words }],
    ["another word", "active", "Watching", { words }, { words: { hibernating: true, watching: false } }],
    ["the word of the other state", "active", "hibernating", { words }, { words: { hibernating: null } }],
    ["a word of two meanings", "paused", "both", { words: { both: null } }, { words: { both: null } }],
    ["a word that says nothing of a pause", "pending", "waiting", { words }, { words }],
    ["nothing", "pending", undefined, { words }, { words, isHidden: true }],
  ])("of %s, after it was %s", async (_, written, shown, before, after) => {
    const { object, asked, callOf } = session(shown);
    const call = callOf(before);
    await noteShownStatus(object, call, written, "HT1");
    expect([statusNotes.of(call.privateState), asked]).toEqual([after, ["HT1"]]);
  });

  it("needs no read after a resume if no word was unknown, and one read for all objects of a kind", async () => {
    const { object, asked, callOf } = session("Hibernating");
    await noteShownStatus(object, callOf({}), "active", "HT1");
    expect(asked).toEqual([]);
    for (const id of ["HT1", "HT2"]) {
      const call = callOf({});
      await noteShownStatus(object, call, "paused", id);
      expect(statusNotes.of(call.privateState)).toEqual({ words });
    }
    expect(asked).toEqual(["HT1"]);
  });

  it.each<[string, string, boolean, Notes, readonly string[]]>([
    ["a new one means active", "Watching", false, { words: { watching: false } }, []],
    ["an adopted object may be paused", "Watching", true, {}, []],
    ["a known word needs no note", "active", false, {}, []],
    ["a pending object may be hidden", "pending", false, { isHidden: true }, ["HT1"]],
  ])("of a create: %s", async (_, status, isAdopted, notes, reads) => {
    const { object, asked, callOf } = session(undefined);
    const call = callOf({});
    await noteCreatedStatus(object, call, { id: "HT1", status }, isAdopted);
    expect([statusNotes.of(call.privateState), asked]).toEqual([notes, reads]);
  });

  it("of a create keeps the words of earlier writes", async () => {
    const { object, callOf } = session(undefined);
    const call = callOf({ words });
    await noteCreatedStatus(object, call, { id: "HT1", status: "watching" }, false);
    expect(statusNotes.of(call.privateState)).toEqual({ words: { hibernating: true, watching: false } });
  });
});

describe("a read of objects with unknown words", () => {
  const words = { hibernating: true, watching: false, both: null };
  const read = (status: string | undefined, paused: boolean | null, notes: Notes = { words }) => {
    const { object, callOf, warnings } = session(status);
    const call = callOf(notes);
    const [shown] = withKnownStatus(object, call, [{ id: "HT1", ...(status && { status }) }], { paused });
    return {
      status: shown?.status,
      warnings: warnings.map(({ detail }) => detail),
      notes: call.privateState,
    };
  };

  it.each<[string, boolean | null, string, boolean]>([
    ["Hibernating", false, "paused", false],
    ["Watching", true, "active", false],
    ["both", true, "both", true],
    ["strange", false, "strange", true],
    ["strange", null, "active", true],
    ["hibernating", null, "paused", false],
    ["Paused", false, "Paused", false],
  ])("reads %s of a resource with paused = %p as %s; warns: %p", (status, paused, expected, isWarned) => {
    const { status: shown, warnings } = read(status, paused);
    expect([shown, warnings.length]).toEqual([expected, isWarned ? 1 : 0]);
  });

  it("leaves an object without a status as it is, also after an import", () => {
    expect(read(undefined, false).status).toBeUndefined();
    expect(read(undefined, null).status).toBeUndefined();
  });

  it.each([
    [true, /State keeps paused = true, .* rblmonitor pause HT1$/],
    [false, /State keeps paused = false, .* rblmonitor resume HT1$/],
    [null, /State keeps paused = false, .* rblmonitor resume HT1$/],
  ])("warns with what the state keeps, paused = %p, and how to be sure", (paused, text) => {
    expect(read("strange", paused).warnings).toEqual([expect.stringMatching(text)]);
  });

  it("warns once of each word of a kind, for paused resources and for others", () => {
    const { object, callOf, warnings } = session(undefined);
    const shown = [
      ["strange", false],
      ["Strange", false],
      ["odd", false],
      ["strange", false],
      ["strange", true],
      ["Strange", true],
    ] as const;
    for (const [status, paused] of shown)
      withKnownStatus(object, callOf({}), [{ id: "HT1", status }], { paused });
    expect(
      warnings.map(({ summary, detail, path }) => [summary, /paused = \w+/.exec(detail)?.[0], path]),
    ).toEqual([
      ['Unknown status "strange"', "paused = false", [{ attribute: "paused" }]],
      ['Unknown status "odd"', "paused = false", [{ attribute: "paused" }]],
      ['Unknown status "strange"', "paused = true", [{ attribute: "paused" }]],
    ]);
  });

  it("ends the note that no read has shown the object, and keeps the words", () => {
    expect(statusNotes.of(read("active", false, { isHidden: true }).notes)).toEqual({});
    const some = { words: { hibernating: true } };
    expect(statusNotes.of(read("active", false, { isHidden: true, ...some }).notes)).toEqual(some);
    expect(statusNotes.of(read("active", false).notes)).toEqual({ words });
  });

  it("leaves a kind alone that cannot be paused", () => {
    const { object, callOf, warnings } = session(undefined, "contact_group");
    const objects = [{ id: "CG1", status: "strange" }];
    const call = callOf({ isHidden: true });
    expect(withKnownStatus(object, call, objects, {})).toBe(objects);
    expect([warnings, statusNotes.of(call.privateState)]).toEqual([[], { isHidden: true }]);
  });
});

it.each([
  ["Paused", true],
  ["active", false],
  ["Hibernating", true],
  ["watching", false],
  ["both", undefined],
  ["strange", undefined],
  [undefined, undefined],
])("the status %p means that the object is paused: %p", (status, expected) => {
  const privateState = new PrivateState();
  statusNotes.set(privateState, { words: { hibernating: true, watching: false, both: null } });
  expect(isPausedFor(privateState, status)).toBe(expected);
});
