import { type ErrorKind, failed } from "../../../src/client/errors";
import type { Account } from "../../../src/provider/account";
import { Ledger } from "../../../src/provider/managed/identity/ledger";
import { keyRuleOf } from "../../../src/provider/managed/identity/natural-key";
import { mixedValues, statusNotes } from "../../../src/provider/managed/notes";
import type { Call } from "../../../src/provider/managed/object";
import { type PauseOutcome, pauseEach, setPaused } from "../../../src/provider/managed/pause";
import { managedResources } from "../../../src/provider/resources";
import { PrivateState } from "../../../src/terraform/definition/private-state";
import { Diagnostics } from "../../../src/terraform/diagnostics";

const { object } = managedResources.rblmonitor_host;
const { signal } = new AbortController();

/** How the service answers a pause or a resume of an object: with such a failure, or a success. */
type Answers = Readonly<Record<string, ErrorKind | undefined>>;

/** An account that shows each object with that status, or with no answer. */
function accountOf(answers: Answers, shown: string | ErrorKind = "active") {
  const sent: string[] = [];
  const recorded: object[] = [];
  const answer = (operation: string) => async (id: string) => {
    sent.push(`${operation} ${id}`);
    const kind = answers[id];
    if (kind !== undefined) throw failed(kind, `${operation} host`, "not so", { object: id });
  };
  const readFresh = async (id: string) => {
    if (shown === "server") throw failed("server", "read host", "no answer");
    return { id, status: shown };
  };
  const ledger = new Ledger(keyRuleOf(object));
  const context = {
    client: async () => ({ collection: () => ({ pause: answer("pause"), resume: answer("resume") }) }),
    reader: async () => ({ readFresh, recordWrite: (values: object) => recorded.push(values) }),
    ledger: () => ledger,
  } as unknown as Account;
  return { context, sent, recorded };
}

describe("a pause", () => {
  const members = [1, 2, 3].map((n) => ({ id: `HT${n}`, host: `192.0.2.${n}`, ip: `192.0.2.${n}` }));

  /** Pauses or resumes a host, or the hosts of a subnet. */
  async function written(
    paused: boolean,
    answers: Answers,
    shown: string | ErrorKind,
    ids: readonly string[],
  ) {
    const { context, sent, recorded } = accountOf(answers, shown);
    const privateState = new PrivateState();
    statusNotes.set(privateState, { words: { hibernating: true } });
    const diagnostics = new Diagnostics();
    const call = { context, privateState, diagnostics, signal } as unknown as Call;
    const state = { id: "HT1", host: "192.0.2.0/30", ...(ids.length > 1 && { members }) };
    let partial = 0;
    const error = await setPaused(object, call, { state: state as never, ids, paused }, () => {
      partial += 1;
    }).catch((thrown: Error) => thrown.message);
    return {
      ...{ error, sent, recorded, partial, warnings: diagnostics.list.map(({ summary }) => summary) },
      ...{ odd: mixedValues.of(privateState), words: statusNotes.of(privateState).words },
    };
  }

  it.each([
    [true, "pause HT1", { id: "HT1", status: "paused" }],
    [false, "resume HT1", { id: "HT1", status: "active" }],
  ])("is sent once, and later reads of the run know it: paused = %p", async (paused, request, known) => {
    const { error, sent, recorded } = await written(paused, {}, paused ? "paused" : "active", ["HT1"]);
    expect([error, sent, recorded]).toEqual([undefined, [request], [known]]);
  });

  it.each([
    ["that is paused", true, "paused", []],
    ["whose status cannot be read", true, "server", []],
    ["that is active", false, "active", []],
    ["with a word that means paused", true, "Hibernating", []],
    ["with a word that means nothing", true, "strange", ['Unknown status "strange"']],
  ] as const)("that the service finds done succeeds for an object %s", async (_, paused, shown, warnings) => {
    const result = await written(paused, { HT1: "conflict" }, shown, ["HT1"]);
    expect([result.error, result.warnings]).toEqual([undefined, warnings]);
    expect(result.recorded).toEqual([{ id: "HT1", status: paused ? "paused" : "active" }]);
    expect(result.words).toEqual({ hibernating: true });
  });

  it.each([
    ["active", true],
    ["paused", false],
    ["hibernating", false],
  ])("that conflicts is an error for an object that is %s, with paused = %p", async (shown, paused) => {
    const { error, recorded } = await written(paused, { HT1: "conflict" }, shown, ["HT1"]);
    expect(error).toContain("Conflict with the object's state");
    expect(recorded).toEqual([]);
  });

  it.each([true, false])(
    "of a subnet notes the hosts that it has not reached: paused = %p",
    async (paused) => {
      const all = ["HT1", "HT2", "HT3"];
      const { error, odd, partial } = await written(paused, { HT2: "server" }, "active", all);
      expect(error).toContain(paused ? "2 paused" : "2 resumed");
      expect([odd, partial]).toEqual([{ HT2: { paused: !paused } }, 1]);
    },
  );
});

describe("a pause of many objects", () => {
  const targets = ["HT1", "HT2", "HT3"].map((id) => ({ kind: "host", id }) as const);
  const resultsOf = (outcomes: readonly PauseOutcome[]) => outcomes.map(({ result }) => result).join(" ");
  const many = [
    ...targets,
    ...Array.from({ length: 10 }, (_, n) => ({ kind: "host", id: `HT${n + 4}` }) as const),
  ];

  it.each<[string, Answers, string]>([
    ["each succeeds", {}, "done done done"],
    ["one is paused already", { HT2: "conflict" }, "done already done"],
    ["one is gone", { HT2: "not_found" }, "done failed done"],
    ["one fails in the service", { HT1: "server" }, "failed done done"],
    ["Terraform asked to stop before one was sent", { HT2: "stopped" }, "done not_tried done"],
  ])("has an outcome for each: %s", async (_, answers, expected) => {
    const { context } = accountOf(answers, "paused");
    const reported: PauseOutcome[] = [];
    const outcomes = await pauseEach(context, targets, true, signal, (outcome) => reported.push(outcome));
    expect(resultsOf(outcomes)).toBe(expected);
    expect(outcomes.map(({ target }) => target)).toEqual(targets);
    const settled = outcomes.filter(({ result }) => result !== "not_tried");
    expect([...reported].sort((a, b) => (a.target.id < b.target.id ? -1 : 1))).toEqual(settled);
  });

  it.each<[ErrorKind | "defect", boolean]>([
    ["authentication", true],
    ["transport", true],
    ["rate_limited", true],
    ["forbidden", false],
    ["validation", false],
  ])("ends after %s, which concerns all: %p", async (kind, isOver) => {
    const { context, sent } = accountOf({ HT1: kind as ErrorKind });
    const outcomes = await pauseEach(context, many, true, signal);
    expect(outcomes[0]?.result).toBe("failed");
    expect(outcomes.at(-1)?.result).toBe(isOver ? "not_tried" : "done");
    expect(sent.length).toBeLessThanOrEqual(isOver ? 10 : many.length);
  });

  it("sends nothing for objects that are as wanted, or after an abort", async () => {
    const { context, sent } = accountOf({});
    const known = targets.map((target, n) => ({ ...target, isPaused: n === 0 }));
    expect(resultsOf(await pauseEach(context, known, true, signal))).toBe("already done done");
    expect(resultsOf(await pauseEach(context, targets, true, AbortSignal.abort()))).toBe(
      "not_tried not_tried not_tried",
    );
    expect(sent).toEqual(["pause HT2", "pause HT3"]);
  });

  it("reports what is not a failure of the service as such, and ends", async () => {
    const broken = { client: () => Promise.reject(new TypeError("a defect")) } as unknown as Account;
    const outcomes = await pauseEach(broken, many, true, signal);
    expect(outcomes[0]).toMatchObject({ result: "failed", error: new TypeError("a defect") });
    expect(outcomes.at(-1)?.result).toBe("not_tried");
  });
});
