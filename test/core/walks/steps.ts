import fc from "fast-check";
import type { FaultName } from "../../../src/emulator/faults";
import type { Plan } from "../../../src/emulator/options";

/** What goes wrong during a command. Requests are counted from 1. */
export type Disturbance =
  | { readonly fault: FaultName; readonly atWrite: number }
  | { readonly failedLists: number }
  | { readonly unreachable: number; readonly fromRequest: number }
  | { readonly kill: "plugin" | "core"; readonly atRequest: number };

/** A step of a walk. Numbers choose among what there is at that time. */
export type Step =
  | { readonly do: "declare"; readonly slot: number; readonly chosen: readonly number[] }
  | { readonly do: "set"; readonly resource: number; readonly attribute: number; readonly value: number }
  | { readonly do: "remove" | "rename" | "move" | "reorder"; readonly resource: number }
  | { readonly do: "plan" | "refresh" | "reconnect" | "destroy everything" }
  | { readonly do: "apply"; readonly disturbance?: Disturbance | undefined }
  | { readonly do: "target" | "destroy" | "replace" | "import again"; readonly resource: number }
  | { readonly do: "edit by hand"; readonly object: number; readonly field: number }
  | { readonly do: "delete by hand"; readonly object: number }
  | { readonly do: "change the plan"; readonly plan: Plan };

const some = fc.nat({ max: 30 });
const number = (max: number) => fc.integer({ min: 1, max });

const disturbance: fc.Arbitrary<Disturbance> = fc.oneof(
  fc.record({
    fault: fc.constantFrom<FaultName>(
      ...(["drop-before", "drop-after", "500-before", "500-after", "502-html", "429"] as const),
      ...(["429-without-retry-after", "cut-body", "cut-json", "other-shape", "empty"] as const),
    ),
    atWrite: number(8),
  }),
  fc.record({ failedLists: number(8) }),
  fc.record({ unreachable: number(40), fromRequest: number(20) }),
  fc.record({ kill: fc.constantFrom("plugin" as const, "core" as const), atRequest: number(20) }),
);

const declare = fc.record({
  do: fc.constant("declare" as const),
  slot: some,
  chosen: fc.array(some, { maxLength: 10, size: "max" }),
});

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: declare },
  {
    weight: 12,
    arbitrary: fc.record({ do: fc.constant("set" as const), resource: some, attribute: some, value: some }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom("remove" as const, "rename" as const, "move" as const, "reorder" as const),
      resource: some,
    }),
  },
  {
    weight: 16,
    arbitrary: fc.record({
      do: fc.constant("apply" as const),
      disturbance: fc.oneof(
        { weight: 3, arbitrary: fc.constant(undefined) },
        { weight: 1, arbitrary: disturbance },
      ),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom("target" as const, "destroy" as const, "replace" as const, "import again" as const),
      resource: some,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom(
        "plan" as const,
        "refresh" as const,
        "reconnect" as const,
        "destroy everything" as const,
      ),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant("edit by hand" as const), object: some, field: some }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("delete by hand" as const), object: some }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("change the plan" as const),
      plan: fc.constantFrom<Plan>("ultimate", "paid"),
    }),
  },
);

/** A walk: first some declarations and an apply, then anything. */
export const steps: fc.Arbitrary<readonly Step[]> = fc
  .tuple(
    fc.array(declare, { minLength: 1, maxLength: 6, size: "max" }),
    fc.array(step, { maxLength: 40, size: "max" }),
  )
  .map(([first, others]) => [...first, { do: "apply" }, ...others]);
