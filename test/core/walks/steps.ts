import fc from "fast-check";
import type { FaultName } from "../../../src/emulator/faults";
import type { Plan } from "../../../src/emulator/options";
import type { Kill } from "../rblmonitor";

/** What goes wrong during a command. Requests are counted from 1. */
export type Disturbance =
  | { readonly fault: FaultName; readonly atWrite: number }
  | { readonly failedLists: number }
  | { readonly unreachable: number; readonly fromRequest: number }
  | { readonly kill: Kill["of"]; readonly atRequest: number; readonly isCarriedOut: boolean };

/** A step of a walk. Numbers choose among the objects that exist at that time. */
export type Step =
  | { readonly do: "declare"; readonly slot: number; readonly chosen: readonly number[] }
  | { readonly do: "plan" | "refresh" | "reconnect" | "destroy everything" | "apply while others apply" }
  | { readonly do: "wait"; readonly minutes: number }
  | { readonly do: "apply"; readonly disturbance?: Disturbance | undefined }
  | { readonly do: "change the plan"; readonly plan: Plan }
  | ResourceStep;

/** A step that concerns a declared resource. */
export type ResourceStep = { readonly resource: number } & (
  | { readonly do: "set"; readonly attribute: number; readonly value: number }
  | { readonly do: "remove" | "rename" | "move" | "reorder" }
  | { readonly do: "target" | "destroy" | "replace" | "import again" }
  | {
      readonly do: "edit by hand";
      readonly member: number;
      readonly attribute: number;
      readonly value: number;
    }
  | { readonly do: "delete by hand"; readonly member: number }
);

const some = fc.nat({ max: 30 });
const few = fc.nat({ max: 3 });
const number = (max: number) => fc.integer({ min: 1, max });
const oneOf = <const T extends string>(...values: T[]) => fc.constantFrom<T>(...values);

const kill = fc.record({
  kill: oneOf("plugin", "core", "both", "service"),
  atRequest: number(12),
  isCarriedOut: fc.boolean(),
});

const disturbance: fc.Arbitrary<Disturbance> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      fault: fc.constantFrom<FaultName>(
        ...(["drop-before", "drop-after", "500-before", "500-after", "502-html", "429"] as const),
        ...([
          "429-without-retry-after",
          "429-after",
          "cut-body",
          "cut-json",
          "other-shape",
          "empty",
        ] as const),
      ),
      atWrite: number(6),
    }),
  },
  { weight: 2, arbitrary: fc.record({ failedLists: number(8) }) },
  { weight: 2, arbitrary: fc.record({ unreachable: number(40), fromRequest: number(12) }) },
  { weight: 1, arbitrary: kill },
);

const chosen = fc.array(some, { maxLength: 10, size: "max" });
const declare = fc.record({ do: oneOf("declare"), slot: some, chosen });
const calmOrNot = fc.oneof(
  { weight: 3, arbitrary: fc.constant(undefined) },
  { weight: 1, arbitrary: disturbance },
);

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 1, arbitrary: declare },
  { weight: 12, arbitrary: fc.record({ do: oneOf("set"), resource: few, attribute: few, value: few }) },
  { weight: 4, arbitrary: fc.record({ do: oneOf("remove", "rename", "move", "reorder"), resource: few }) },
  { weight: 16, arbitrary: fc.record({ do: oneOf("apply"), disturbance: calmOrNot }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: oneOf("target", "destroy", "replace", "import again"), resource: few }),
  },
  { weight: 2, arbitrary: fc.record({ do: oneOf("plan", "refresh", "reconnect", "destroy everything") }) },
  { weight: 2, arbitrary: fc.record({ do: oneOf("apply while others apply") }) },
  { weight: 1, arbitrary: fc.record({ do: oneOf("wait"), minutes: number(90) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: oneOf("edit by hand"),
      resource: few,
      member: few,
      attribute: few,
      value: few,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: oneOf("delete by hand"), resource: few, member: few }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: oneOf("change the plan"), plan: fc.constantFrom<Plan>("ultimate", "paid") }),
  },
);

/** A walk: first some declarations and an apply, then anything. */
export const steps: fc.Arbitrary<readonly Step[]> = fc
  .tuple(
    fc.array(declare, { minLength: 1, maxLength: 4, size: "max" }),
    fc.array(step, { maxLength: 40, size: "max" }),
  )
  .map(([first, others]) => [...first, { do: "apply" }, ...others]);
