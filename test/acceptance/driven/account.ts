import type { Clock } from "../../../src/client/options";
import { type EmulatorOptions, startEmulator } from "../../../src/emulator/emulator";
import { pluginEnvironment } from "../../../src/tasks/real-terraform/workspace";
import { createLogger, levelOf } from "../../../src/terraform/serve/log";
import { accountSettings } from "../../account-settings";
import type { Action } from "../../core/change";
import { Core, type CoreOptions, type Outcome } from "../../core/core";
import type { Plan, PlanOptions } from "../../core/planning";
import type { Diagnostic as CoreDiagnostic } from "../../core/plugin";
import { ownProvider } from "../../core/rblmonitor";
import { attributesAt, type State } from "../../core/state";
import { versionsThatCall } from "../../core/version";
import type { TerraformPlan } from "../../shown-json";
import * as real from "../account";
import { usedApiVersion } from "../api-version";
import { fastClock } from "../fast-clock";
import type { Rewrite } from "../state-file";
import type { CommandOutput, Diagnostic } from "../terraform-messages";
import { type Written, written } from "./language";
import { planJson } from "./plan-json";

export { closeAccounts } from "../account";

/** A configuration that the driver of the provider works on as terraform would. */
export type Configuration = Pick<
  real.Configuration,
  | "write"
  | "plan"
  | "tryApply"
  | "apply"
  | "keptPlan"
  | "applyKept"
  | "destroy"
  | "values"
  | "forget"
  | "rewrite"
  | "log"
>;

/** How an account is opened. */
export interface OpenOptions {
  /** More environment variables; undefined removes a variable. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** The clock of the emulator and of the plugins. Default: one on which waits are short. */
  readonly clock?: Clock;
  /** Serves the plugin from this process even if the real terraform gets the executable otherwise. */
  readonly plugin?: "served";
}

/** An emulated account of the service, and a configuration for it. */
export interface TestAccount extends Configuration, Pick<real.TestAccount, "service" | "census" | "named"> {
  /** Another configuration, with its own state, for the same account. */
  another(options?: Omit<OpenOptions, "clock">): Promise<Configuration>;
  /** Invokes an action; absent with the real terraform, whose older versions have none. */
  readonly invoke?: DrivenConfiguration["invoke"];
}

/** Whether the real terraform carries out everything: in the long form of the tests, and for other versions of it. */
const isReal = process.env.RBLMONITOR_TEST_DRIVER === "off";

/**
 * Opens an account whose configuration is written, planned and applied as in `../account`, without terraform: the driver in
 * `test/core` calls the provider. For tests about the provider; a command costs a tenth of terraform's.
 * `RBLMONITOR_TEST_DRIVER=off` runs the real terraform instead.
 */
export async function openAccount(
  settings: EmulatorOptions = {},
  { clock = fastClock(), ...options }: OpenOptions = {},
): Promise<TestAccount> {
  if (isReal) return real.openAccount(settings, { clock, ...options });
  const service = await startEmulator({ limits: "off", now: clock.now, ...accountSettings, ...settings });
  real.closeLater(() => service.close());
  const another = ({ environment }: OpenOptions = options) => {
    const env = pluginEnvironment({
      account: service,
      environment: { RBLMONITOR_API_VERSION: usedApiVersion, ...environment },
    });
    return new DrivenConfiguration(env, clock);
  };
  return Object.assign(another(), {
    service,
    another: async (more?: OpenOptions) => another(more),
    census: () => real.censusOf(service),
    named: (kind, name) => real.named(service, kind, name),
  } satisfies Partial<TestAccount>);
}

class DrivenConfiguration implements Configuration {
  readonly log: string[] = [];
  private readonly start: CoreOptions["start"];
  private core: Core;
  private text = "";
  private own: Written = written("");
  private kept: Plan | undefined;
  /** What the last plan moved: the former addresses by the new ones. */
  private readonly moved = new Map<string, string>();

  constructor(env: NodeJS.ProcessEnv, clock: Clock) {
    const stream = { write: (line: string) => this.log.push(line) };
    const logger = createLogger({ level: levelOf(env), stream, module: "rblmonitor" });
    this.start = () => {
      const { handlers, accounts } = ownProvider({ clock }, logger, env);
      return { handlers, close: async () => void (await Promise.all(accounts.map((one) => one.close()))) };
    };
    this.core = new Core({ start: this.start });
  }

  write = async (resources: string, provider = ""): Promise<void> => {
    this.text = real.configuration(resources, provider);
    this.own = written(this.text);
  };

  plan = async (...args: string[]): Promise<CommandOutput> => {
    const plan = await this.planned(args);
    return this.outputOf(plan.before, plan, plan);
  };

  tryApply = async (...args: string[]): Promise<CommandOutput> => {
    if (args.includes("-refresh-only"))
      return this.outputOf(this.core.state, await this.core.refresh(this.own.configuration));
    const plan = await this.planned(args);
    return plan.hasFailed ? this.outputOf(plan.before, plan, plan) : this.applied(plan.before, plan);
  };

  apply = async (...args: string[]): Promise<CommandOutput> => successful(await this.tryApply(...args));

  keptPlan = async (...args: string[]): Promise<TerraformPlan> => {
    const plan = await this.planned(args);
    successful(this.outputOf(plan.before, plan, plan));
    this.kept = plan;
    return planJson(plan.before, plan, this.moved);
  };

  applyKept = async (): Promise<CommandOutput> => {
    if (this.kept === undefined) throw new Error("No plan was kept.");
    return successful(await this.applied(this.core.state, { ...this.kept, diagnostics: [] }));
  };

  destroy = (): Promise<CommandOutput> => this.apply("-destroy");

  values = async (address: string): Promise<Readonly<Record<string, unknown>>> =>
    attributesAt(this.core.state, address);

  forget = async (address: string): Promise<void> => this.core.forget(address);

  /** As `terraform apply -invoke` of the first version that has it, for an action without a block in the configuration. */
  invoke = async (type: string, config: Readonly<Record<string, unknown>>): Promise<Outcome> => {
    const { start, core } = this;
    const [version] = versionsThatCall("invokeAction");
    const invoking = Object.assign(new Core({ start, ...(version && { version }) }), { state: core.state });
    return invoking.invoke(this.own.configuration, { type, config });
  };

  rewrite = async (address: string, change: Rewrite): Promise<void> => {
    const { current, deposed = {} } = this.core.state[address] ?? {};
    if (current === undefined) throw new Error(`The state has no ${address}.`);
    const attributes = JSON.stringify(change({ ...(await this.values(address)) }));
    this.core.state = { ...this.core.state, [address]: { current: { ...current, attributes }, deposed } };
  };

  /** Plans, and puts into the plan the state before it, as moved. Only an apply stores what a plan moves. */
  private async planned(args: readonly string[]): Promise<Plan & Outcome & { readonly before: State }> {
    const { parallelism, variables, ...options } = planOptions(args);
    this.own = written(this.text, variables);
    const { start } = this;
    const { state } = this.core;
    this.core = Object.assign(new Core({ start, parallelism }), { state });
    this.move();
    const before = this.core.state;
    const plan = await this.core.plan(this.own.configuration, options);
    this.core.state = state;
    return { ...plan, before };
  }

  private async applied(before: State, plan: Plan & Pick<Outcome, "diagnostics">): Promise<CommandOutput> {
    const { applied, diagnostics, hasFailed } = await this.core.apply(plan);
    // In an apply, Terraform reports neither address nor line of what it destroys.
    const late = diagnostics.map((one) =>
      plan.actions[one.address ?? ""] === "delete" ? { ...one, address: "destroyed" } : one,
    );
    return this.outputOf(before, { hasFailed, diagnostics: [...plan.diagnostics, ...late] }, plan, applied);
  }

  private move(): void {
    this.moved.clear();
    for (const [from, to] of this.own.moves) {
      if (!(from in this.core.state) || to in this.core.state) continue;
      this.core.move(from, to);
      this.moved.set(to, from);
    }
  }

  /** An outcome in the words of `terraform apply -json`. */
  private outputOf(
    before: State,
    { hasFailed, diagnostics }: Outcome,
    plan?: Plan,
    applied: Readonly<Record<string, Action>> = {},
  ): CommandOutput {
    const moved = Object.fromEntries([...this.moved.keys()].map((address) => [address, "move"]));
    const planned = { ...moved, ...this.importing(before, plan), ...renamed(plan?.actions ?? {}, plannedAs) };
    const all = diagnostics.map((one) => this.placed(one));
    const what = { code: hasFailed ? 1 : 0, diagnostics: all, planned: sorted(planned) };
    return { ...what, applied: sorted(renamed(applied, appliedAs)), text: JSON.stringify(what) };
  }

  /** What is imported and stays as it is. */
  private importing(before: State, plan: Plan | undefined): Readonly<Record<string, string>> {
    const imported = Object.keys(this.own.configuration.imports ?? {}).filter(
      (address) => plan?.state[address]?.current !== undefined && !(address in before),
    );
    return Object.fromEntries(imported.map((address) => [address, "import"]));
  }

  /** A diagnostic with the line that it points at, as far as its resource is declared. */
  private placed({ address = "", attribute = "", ...rest }: CoreDiagnostic): Diagnostic {
    const place = this.own.places.get(address);
    return {
      ...rest,
      ...(place && { ...(address !== "" && { address }), code: place.lines[attribute] ?? place.header }),
    };
  }
}

/** What terraform calls an action in the messages of a plan, and at the end of what it carried out. */
const plannedAs: Partial<Record<Action, string>> = { "delete,create": "replace", "create,delete": "replace" };
const appliedAs: Partial<Record<Action, string>> = { "delete,create": "create", "create,delete": "delete" };

function renamed(
  actions: Readonly<Record<string, Action>>,
  names: Partial<Record<Action, string>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(actions).map(([address, action]) => [address, names[action] ?? action]),
  );
}

function sorted(entries: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(entries).sort(([a], [b]) => a.localeCompare(b)));
}

/** @throws Error with the diagnostics if a command failed */
function successful(reported: CommandOutput): CommandOutput {
  if (reported.code !== 0) throw new Error(`The command ended with ${reported.code}:\n${reported.text}`);
  return reported;
}

interface CommandOptions extends PlanOptions {
  readonly parallelism: number;
  readonly variables: ReadonlyMap<string, string>;
}

function planOptions(args: readonly string[]): CommandOptions {
  const given = (name: string) =>
    args.flatMap((one) => (one.startsWith(`${name}=`) ? [one.slice(name.length + 1)] : []));
  const other = args.find((one) => !/^-(target|replace|parallelism|var)=|^-destroy$/.test(one));
  if (other !== undefined) throw new Error(`Only the real terraform has ${other}.`);
  const targets = given("-target");
  return {
    ...(targets.length > 0 && { targets }),
    replace: given("-replace"),
    destroy: args.includes("-destroy"),
    parallelism: Number(given("-parallelism")[0] ?? 10),
    variables: new Map(given("-var").map((one) => one.split("=", 2) as [string, string])),
  };
}
