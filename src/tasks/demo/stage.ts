import type { Emulator } from "../../emulator/emulator";
import { paint } from "../paint";
import type { ResourceChange, TerraformProcess, TerraformWorkspace } from "../terraform/workspace";

/** What a step cost. */
interface Cost {
  title: string;
  requests: number;
  seconds: number;
}

/** Where the demo plays: runs terraform before the reader's eyes, and counts what each step costs. */
export class DemoStage {
  private readonly costs: Cost[] = [];
  private running: TerraformProcess | undefined;
  private interrupted = false;
  private start = { time: 0, requests: 0 };

  constructor(
    private readonly service: Pick<Emulator, "requestCount">,
    private readonly workspace: TerraformWorkspace,
  ) {}

  say(text: string): void {
    process.stdout.write(`${text}\n`);
  }

  begin(title: string, explanation: string): void {
    this.say(`\n${paint(["bold", "cyan"], title)}\n${explanation}`);
    this.start = { time: performance.now(), requests: this.service.requestCount };
  }

  end(title: string): void {
    const requests = this.service.requestCount - this.start.requests;
    const seconds = (performance.now() - this.start.time) / 1000;
    this.costs.push({ title, requests, seconds });
    this.say(paint("dim", `${counted(requests)}, ${seconds.toFixed(1)} s`));
  }

  /**
   * Runs a terraform command and shows what it prints.
   *
   * @param expected the exit code that the step needs
   * @throws when it ends with another
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

  /** What a kept plan would do to each object that it changes: address → actions. */
  async planned(file: string): Promise<Map<string, string>> {
    const { code, stdout, stderr } = await this.workspace.run("show", "-json", file);
    if (code !== 0) throw new Error(`the plan cannot be read: ${stderr}`);
    const { resource_changes: changes = [] } = JSON.parse(stdout) as { resource_changes?: ResourceChange[] };
    const acting = changes.filter(({ change }) => change.actions.join() !== "no-op");
    return new Map(acting.map(({ address, change }) => [address, change.actions.join()]));
  }

  /** A table of what each step cost. */
  summary(): void {
    this.say(`\n${paint("bold", "What it cost")}`);
    for (const { title, requests, seconds } of this.costs) {
      this.say(
        `  ${title.padEnd(34)}${counted(requests).padStart(14)}${`${seconds.toFixed(1)} s`.padStart(9)}`,
      );
    }
  }

  /** Ctrl-C: terraform ends in its own time, and so does the demo. */
  readonly interrupt = (): void => {
    this.interrupted = true;
    this.running?.interrupt();
  };
}

function counted(requests: number): string {
  return `${requests} ${requests === 1 ? "request" : "requests"}`;
}
