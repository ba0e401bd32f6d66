import { type ApiVersion, apiVersions } from "../../../src/service/api-version";
import { isLong } from "../../properties";
import type { Kill } from "../rblmonitor";
import { type Ending, killedLives } from "./killed-life";
import { type Operation, operations, type Subject, subjects } from "./subjects";

jest.setTimeout(isLong ? 900_000 : 240_000);

const victims: readonly Kill["of"][] = ["both", "service", "plugin", "core"];

/**
 * Who dies in the short form: whoever comes next in turn, so that each operation and each subject meets them all. Only after
 * the death of both is it certain that the next apply has something to report, so both die in every creation.
 */
function shortVictims(operation: Operation, { slot }: Subject, turn: number): readonly Kill["of"][] {
  const next = victims[turn % victims.length] ?? "both";
  if (!isCreating(operation)) return [next];
  return slot.kind === "host" && next !== "both" ? ["both", next] : ["both"];
}

const isCreating = (operation: Operation) => /create|replace/.test(operation);

/** Kills one after another request of an operation, each in a life of its own that begins as the others do. */
async function killAtEachRequest(
  live: (kill: Kill) => Promise<Ending>,
  all: readonly Kill["of"][],
): Promise<{ readonly kills: number; readonly wrong: readonly string[]; readonly errors: number }> {
  const wrong: string[] = [];
  let [kills, errors] = [0, 0];
  for (const of of all) {
    for (let atRequest = 1; ; atRequest += 1) {
      const carriedOut = await live({ of, atRequest, isCarriedOut: true });
      const { during } = carriedOut;
      if (during === undefined) break;
      // A request that only reads has no effect that could be lost.
      const lost = during === "GET" ? [] : [await live({ of, atRequest, isCarriedOut: false })];
      [carriedOut, ...lost].forEach(({ found, hasErrors }, index) => {
        kills += 1;
        errors += hasErrors ? 1 : 0;
        const when = `${of} killed at request ${atRequest} (${during}${index === 0 ? "" : ", lost"})`;
        wrong.push(...found.map((one) => `${when}: ${one}`));
      });
    }
  }
  return { kills, wrong, errors };
}

/**
 * The service's list leaves out paused sources, and says so; no request shows one that was just made and paused, nor one that
 * was read after that.
 */
const isHidden = (subject: Subject, operation: Operation, one: string) =>
  subject.slot.kind === "source" &&
  operation === "create paused" &&
  / killed at request \d \((POST|GET)\)/.test(one);

/** Every operation on every subject. Version 3.0 differs in its requests alone: the short form has its hosts and creations. */
const cases = (version: ApiVersion) =>
  subjects(version)
    .flatMap((subject) =>
      operations(subject).map((operation) => [operation, subject.title, subject] as const),
    )
    .filter(
      ([operation, , { slot }]) =>
        isLong || version === "4.0" || slot.kind === "host" || isCreating(operation),
    )
    .map((one, turn) => [...one, turn] as const);

describe.each<ApiVersion>(apiVersions)("SIGKILL at every request over version %s", (version) => {
  it.each(cases(version))(
    "of the %s of a %s: the next apply makes it as declared, or reports it with an import block that does",
    async (operation, _title, subject, turn) => {
      const all = isLong ? victims : shortVictims(operation, subject, turn);
      const { kills, wrong, errors } = await killedLives(version, subject, operation, {}, (live) =>
        killAtEachRequest(live, all),
      );
      expect(wrong.filter((one) => !isHidden(subject, operation, one))).toEqual([]);
      expect(kills).toBeGreaterThan(all.length);
      expect(errors > 0).toBe(isCreating(operation));
    },
  );
});

describe.each(cases("4.0").filter(([operation]) => operation.startsWith("create")))(
  "SIGKILL at every request of the %s of a %s",
  (operation, _title, subject) => {
    it("with adopt_identical, the next apply makes it as declared without an error", async () => {
      const settings = { adopt_identical: true };
      const { wrong, errors } = await killedLives("4.0", subject, operation, settings, (live) =>
        killAtEachRequest(live, ["both"]),
      );
      expect(wrong.filter((one) => !isHidden(subject, operation, one))).toEqual([]);
      expect(errors).toBe(0);
    });
  },
);
