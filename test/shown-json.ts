import type { PlanJson, ResourceChange as PlannedChange } from "../src/cli/plan/read-plan";
import type { ShownResource } from "../src/cli/state/json";
import type { TerraformWorkspace } from "../src/tasks/real-terraform/workspace";

type Values = Readonly<Record<string, unknown>>;

/** A change of a plan or a drift, as `terraform show -json` prints it. */
export type ResourceChange = PlannedChange & { name: string };

/** A plan, as far as tests read it. */
export type TerraformPlan = Pick<PlanJson, "errored"> & {
  readonly resource_changes?: readonly ResourceChange[];
  readonly resource_drift?: readonly ResourceChange[];
  readonly output_changes?: Values;
};

/** An object of a state. */
export type StateResource = ShownResource & { name: string; values: Values; tainted?: boolean };

/** A state, as far as tests read it. */
export interface TerraformState {
  values?: {
    root_module?: { resources?: readonly StateResource[] };
    outputs?: Readonly<Record<string, { value: unknown; sensitive: boolean }>>;
  };
}

type Succeeding = Pick<TerraformWorkspace, "succeed">;

/** Plans, and returns the plan. @throws with terraform's output when planning fails */
export async function planJson({ succeed }: Succeeding, ...args: string[]): Promise<TerraformPlan> {
  await succeed("plan", "-out=planned", ...args);
  return JSON.parse((await succeed("show", "-json", "planned")).stdout);
}

/** The state. @throws with terraform's output when it cannot be shown */
export async function stateJson({ succeed }: Succeeding): Promise<TerraformState> {
  return JSON.parse((await succeed("show", "-json")).stdout);
}
