import { existsSync, readdirSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { App, Aspects, TerraformStack } from "cdktn";
import { type RequestEstimate, requestBudget } from "rblmonitor/cdktn";
import type { ApplyCost } from "../../src/cli/commands/review/apply-cost";
import { openAccount, type TestAccount } from "../acceptance/account";
import { running } from "../acceptance/running-plugin";
import { reviewOf } from "../cli/commands/review/reviewed";

/** A stack as it is written for Terraform, and what the aspect says that it costs. */
interface Estimated {
  readonly folder: string;
  readonly estimate: RequestEstimate;
}

const folders: string[] = [];

/** Removes what was synthesised. */
export async function removeStacks(): Promise<void> {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
}

/** The examples that are whole applications. The adopted one is not among them: it names the SIDs of one account. */
export const applications: readonly string[] = readdirSync("examples").filter(
  (name) => existsSync(join("examples", name, "main.ts")) && name !== "provider",
);

/** Synthesises an application with the aspect added to its own aspects: its stacks by name. */
async function estimated(make: () => void, pageSize?: number): Promise<ReadonlyMap<string, Estimated>> {
  const outdir = await mkdtemp(join(tmpdir(), "estimated-"));
  folders.push(outdir);
  const stacks = new Map<string, Estimated>();
  const synth = App.prototype.synth;
  const intercepted = jest.spyOn(App.prototype, "synth").mockImplementation(function (this: App) {
    for (const stack of this.node.children.filter(TerraformStack.isStack)) {
      // By default the state would be in the folder in which this runs. Without a backend, there is nothing to initialise.
      stack.addOverride("terraform.backend", undefined);
      const folder = join(outdir, "stacks", stack.node.id);
      const report = (estimate: RequestEstimate) => stacks.set(stack.node.id, { folder, estimate });
      Aspects.of(stack).add(requestBudget({ report, ...(pageSize && { pageSize }) }));
    }
    synth.call(this);
  });
  const printed = jest.spyOn(console, "log").mockImplementation(() => undefined);
  process.env.CDKTF_OUTDIR = outdir;
  try {
    make();
  } finally {
    delete process.env.CDKTF_OUTDIR;
    intercepted.mockRestore();
    printed.mockRestore();
  }
  return stacks;
}

/** Runs an application of examples/. */
export function example(name: string): Promise<ReadonlyMap<string, Estimated>> {
  return estimated(() => jest.requireActual(resolve("dist/examples", name, "main.js")));
}

/** A stack of these constructs, whose provider has that page size unless it is the default. */
export async function estimatedStack(
  declare: (stack: TerraformStack) => void,
  pageSize?: number,
): Promise<Estimated> {
  const stacks = await estimated(() => {
    const context = { targetVersions: { terraform: ">=1.11", opentofu: ">=1.11" } };
    const app = new App({ context, stackTraces: false });
    declare(new TerraformStack(app, "stack"));
    app.synth();
  }, pageSize);
  return stacks.get("stack") as Estimated;
}

/** What a stack costs: as it was estimated, as the plan's review says, and in fact. */
export interface Costs {
  readonly estimate: RequestEstimate;
  readonly review: ApplyCost;
  /** Requests of the plan, of its apply, and of the plan after it. */
  readonly planned: number;
  readonly applied: number;
  readonly refreshed: number;
}

/** Plans and applies a stack in an account, and plans it once more. */
export async function costsOf({ folder, estimate }: Estimated, account?: TestAccount): Promise<Costs> {
  const { service, another } = account ?? (await openAccount());
  const { plan, keptPlan, applyKept } = await another({ ...running, folder });
  const requestsOf = async (work: () => Promise<unknown>): Promise<number> => {
    const start = service.requestCount;
    await work();
    return service.requestCount - start;
  };
  let kept: unknown;
  const planned = await requestsOf(async () => {
    kept = await keptPlan();
  });
  const { cost: review } = await reviewOf(kept);
  const applied = await requestsOf(applyKept);
  const refreshed = await requestsOf(async () => expect(await plan()).toMatchObject({ code: 0 }));
  return { estimate, review, planned, applied, refreshed };
}
