import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Emulator } from "../../../src/emulator/emulator";
import { type TerraformWorkspace, terraformWorkspace } from "../../../src/tasks/real-terraform/workspace";
import { configuration as whole } from "../../acceptance/account";
import { below, endProcess } from "../../acceptance/processes";
import { importBlock } from "../../acceptance/resource-block";
import { outputOf } from "../../acceptance/terraform-messages";
import type { Configuration } from "../configuration";
import type { Outcome } from "../core";
import { hcl } from "../hcl";
import type { Plan, PlanOptions } from "../planning";
import { isError } from "../plugin";
import type { Kill } from "../rblmonitor";
import type { State } from "../state";
import type { Applied, DriverFor } from "./team";

/** Drives the real terraform, with real processes that are killed with SIGKILL. */
export const realTerraform: DriverFor = async (service, { version, parallelism }) => {
  const environment = { RBLMONITOR_API_VERSION: version, TF_CLI_ARGS_apply: `-parallelism=${parallelism}` };
  const workspace = await terraformWorkspace({ account: service, environment });
  const core = new RealTerraform(service, workspace);
  return {
    core,
    arm: (kill) => core.arm(kill),
    get killedDuring() {
      return core.killedDuring;
    },
    firstRequests: new Set(),
    log: core.log,
    close: () => workspace.remove(),
  };
};

/** A state file of Terraform, as far as a walk looks at it. */
interface StateFile {
  readonly resources: readonly {
    readonly mode: string;
    readonly type: string;
    readonly name: string;
    readonly instances: readonly { readonly attributes: object; readonly deposed?: string }[];
  }[];
}

class RealTerraform {
  readonly log: string[] = [];
  killedDuring: string | undefined;
  private kill: Kill | undefined;
  /** Commands requested since the last one, which run before the next one. */
  private readonly due: string[][] = [];
  private readonly texts = new WeakMap<State, string>();

  constructor(
    private readonly service: Emulator,
    private readonly workspace: TerraformWorkspace,
  ) {}

  get state(): State {
    const text = this.text();
    // Terraform was killed while it wrote the file, or never wrote it.
    const { resources } = text === "" ? { resources: [] } : (JSON.parse(text) as StateFile);
    const state = Object.fromEntries(
      resources.map(({ type, name, instances }) => {
        const objects = instances.map(({ attributes, deposed = "" }) => {
          const object = { schema_version: 0, attributes: JSON.stringify(attributes), dependencies: [] };
          return [deposed, object] as const;
        });
        const { "": current, ...deposed } = Object.fromEntries(objects);
        return [`${type}.${name}`, { ...(current && { current }), deposed }];
      }),
    );
    this.texts.set(state, text);
    return state;
  }

  set state(state: State) {
    writeFileSync(this.file, this.texts.get(state) ?? "");
  }

  arm(kill: Kill | undefined): void {
    this.kill = kill;
    this.killedDuring = undefined;
  }

  forget(address: string): void {
    this.due.push(["state", "rm", address]);
  }

  move(from: string, to: string): void {
    if (this.state[from]?.current !== undefined) this.due.push(["state", "mv", from, to]);
  }

  async plan(configuration: Configuration, options: PlanOptions = {}): Promise<Plan & Outcome> {
    const { planned, ...outcome } = await this.command(configuration, ["plan", ...flags(options)]);
    return { ...outcome, ...planOf(configuration, this.state, planned) };
  }

  async apply(what: Configuration | Plan, options: PlanOptions = {}): Promise<Applied> {
    const configuration = "changes" in what ? what.configuration : what;
    const { planned, ...outcome } = await this.command(configuration, [
      "apply",
      "-auto-approve",
      ...flags(options),
    ]);
    return { ...outcome, plan: planOf(configuration, this.state, planned) };
  }

  refresh(configuration: Configuration): Promise<Outcome> {
    return this.command(configuration, ["apply", "-refresh-only", "-auto-approve"]);
  }

  async import(configuration: Configuration, address: string, id: string): Promise<Outcome> {
    await this.prepare(configuration);
    const { code, stdout, stderr } = await this.workspace.run("import", address, id);
    this.log.push(stdout, stderr);
    const diagnostics =
      code === 0 ? [] : [{ severity: "error", summary: "Import", detail: stderr, address } as const];
    return { diagnostics, hasFailed: code !== 0 };
  }

  private get file(): string {
    return join(this.workspace.folder, "terraform.tfstate");
  }

  private text(): string {
    try {
      return readFileSync(this.file, "utf8");
    } catch {
      return "";
    }
  }

  private async prepare(configuration: Configuration): Promise<void> {
    const provider = Object.entries(configuration.provider ?? {}).map(
      ([name, value]) => `${name} = ${JSON.stringify(value)}`,
    );
    const { state } = this;
    const imports = Object.entries(configuration.imports ?? {})
      .filter(([address]) => state[address]?.current === undefined)
      .map(([address, id]) => importBlock(address, id));
    await this.workspace.write("main.tf", whole(hcl(configuration) + imports.join(""), provider.join("\n")));
    for (const args of this.due.splice(0)) await this.workspace.run(...args);
  }

  private async command(configuration: Configuration, args: readonly string[]) {
    await this.prepare(configuration);
    const process = this.workspace.start([...args, "-json"]);
    const killing = this.kill && this.killAt(this.kill, process.child.pid ?? 0);
    const { code, diagnostics, planned, text } = outputOf(await process.finished);
    await killing?.();
    this.log.push(text);
    return { diagnostics, hasFailed: code !== 0 || diagnostics.some(isError), planned };
  }

  /** Kills at a request, which is answered late or never; returns what waits for the kill to be done. */
  private killAt({ of, atRequest, isCarriedOut }: Kill, terraform: number): () => Promise<void> {
    const { faults } = this.service;
    let seen = 0;
    let done: Promise<void> | undefined;
    const kill = async () => {
      if (of === "service") return faults.arm({ fault: "restart", delay: 300 });
      const plugins = of === "core" ? [] : await below(terraform);
      for (const pid of of === "plugin" ? plugins : [terraform, ...plugins]) endProcess(pid);
    };
    // What only loses its core gets its answer; what is killed itself is dead by then.
    const fault = !isCarriedOut ? "drop-before" : of === "core" ? "slow" : "drop-after";
    const delay = of === "core" ? 300 : of === "service" ? 0 : 60_000;
    faults.arm({
      ...{ fault, delay },
      matching: ({ method }) => {
        seen += 1;
        if (seen !== atRequest) return false;
        this.killedDuring = method;
        done = kill();
        return true;
      },
    });
    return async () => done;
  }
}

function flags({ targets = [], replace = [], destroy = false }: PlanOptions): string[] {
  return [
    ...(destroy ? ["-destroy"] : []),
    ...targets.map((one) => `-target=${one}`),
    ...replace.map((one) => `-replace=${one}`),
  ];
}

/** A plan that has only its actions. */
function planOf(configuration: Configuration, state: State, planned: Readonly<Record<string, string>>): Plan {
  const changes = Object.entries(planned).map(([address, action]) => ({
    address,
    action,
    before: null,
    after: null,
  }));
  return { configuration, state, changes, actions: planned } as unknown as Plan;
}
