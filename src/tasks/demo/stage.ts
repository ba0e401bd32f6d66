import { paintFor } from "../../cli/output/terminal";
import type { Emulator } from "../../emulator/emulator";
import type { TerraformPlan } from "../terraform/json";
import type { TerraformProcess, TerraformWorkspace } from "../terraform/workspace";

const paint = paintFor(process.stdout, process.env);

/** A step of the demo. */
export interface DemoStep {
  readonly title: string;
  readonly explanation: string;
  /** @throws when the result is not the expected one */
  play(stage: DemoStage): Promise<void>;
}

/** Plays the steps: runs terraform, prints its output, and measures the cost of each step. */
export class DemoStage {
  private readonly costs: { title: string; cost: readonly [requests: string, seconds: string] }[] = [];
  private running: TerraformProcess | undefined;
  private interrupted = false;

  constructor(
    private readonly service: Pick<Emulator, "requestCount">,
    private readonly workspace: TerraformWorkspace,
  ) {}

  say(text: string): void {
    process.stdout.write(`${text}\n`);
  }

  async play(step: DemoStep, number: number): Promise<void> {
    const { title, explanation } = step;
    this.say(`\n${paint("bold", paint("green", `${number}. ${title}`))}\n${explanation}`);
    const [start, before] = [performance.now(), this.service.requestCount];
    await step.play(this);
    const requests = this.service.requestCount - before;
    const seconds = (performance.now() - start) / 1000;
    const cost = [
      `${requests} ${requests === 1 ? "request" : "requests"}`,
      `${seconds.toFixed(1)} s`,
    ] as const;
    this.costs.push({ title, cost });
    this.say(paint("dim", cost.join(", ")));
  }

  /**
   * Runs a terraform command and shows its output.
   *
   * @param expected the exit code that the step needs
   * @throws when it ends with another exit code
   */
  async terraform(args: readonly string[], expected = 0): Promise<void> {
    if (this.interrupted) throw new Error("interrupted");
    this.say(`\n${paint("bold", `$ terraform ${args.join(" ")}`)}`);
    this.running = this.workspace.start(args, (text) => process.stdout.write(text));
    const { code } = await this.running.finished;
    this.running = undefined;
    if (this.interrupted) throw new Error("interrupted");
    if (code !== expected) {
      throw new Error(`terraform ${args[0]} ended with ${code} where ${expected} was expected`);
    }
  }

  /** The changes of a saved plan: address → actions. */
  async planned(file: string): Promise<Map<string, string>> {
    const { stdout } = await this.workspace.succeed("show", "-json", file);
    const { resource_changes: changes = [] } = JSON.parse(stdout) as TerraformPlan;
    const acting = changes.filter(({ change }) => change.actions.join() !== "no-op");
    return new Map(acting.map(({ address, change }) => [address, change.actions.join()]));
  }

  /** Prints a table of the costs of all steps. */
  summary(): void {
    this.say(`\n${paint("bold", "What it cost")}`);
    for (const { title, cost } of this.costs) {
      this.say(`  ${title.padEnd(34)}${cost[0].padStart(14)}${cost[1].padStart(9)}`);
    }
  }

  /** Handles Ctrl-C: terraform finishes its work, and then the demo ends. */
  readonly interrupt = (): void => {
    this.interrupted = true;
    this.running?.interrupt();
  };
}
