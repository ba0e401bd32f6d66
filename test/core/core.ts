import { unknown } from "../../src/terraform/values/value";
import { Applying } from "./applying";
import type { Action, Change } from "./change";
import type { ActionBlock, Configuration, Lookup } from "./configuration";
import { generated } from "./generated";
import { applyGraph, inOrder } from "./graph";
import { imported, readStored, refreshed, withInstance } from "./instance";
import { invoked, plannedAction, validatedAction } from "./invocation";
import { type Found, type ListBlock, listed, type QueryOptions, validatedList } from "./listing";
import { type Plan, Planning, type PlanOptions } from "./planning";
import { CoreKilled, type Diagnostic, Failed, isError, Plugin, type PluginProcess } from "./plugin";
import type { ProviderSchemas } from "./provider-schemas";
import { objectsAt, type State } from "./state";
import type { During } from "./stream";
import { type CoreVersion, terraform_1_11 } from "./version";

/** How a core works. */
export interface CoreOptions {
  /** Starts a plugin process: one for each walk, as a core does. */
  start(): PluginProcess;
  /** Default: Terraform 1.11. */
  readonly version?: CoreVersion;
  /** How many resources are worked on at a time. Default: 10. */
  readonly parallelism?: number;
}

/** How a command ended. */
export interface Outcome {
  readonly diagnostics: readonly Diagnostic[];
  readonly hasFailed: boolean;
}

/** How an apply ended. */
export interface ApplyOutcome extends Outcome {
  /** What was planned; absent when the core was killed. */
  readonly plan?: Plan;
  /** What was carried out, by address. */
  readonly applied: Readonly<Record<string, Action>>;
}

/** What Terraform does with a provider, in this process: the same calls with the same values, in the same order. */
export class Core {
  /** What the state file holds. */
  state: State = {};
  /** What the command under way has learned of the provider. */
  private schemas: ProviderSchemas | undefined;

  constructor(private readonly options: CoreOptions) {}

  async plan(configuration: Configuration, options: PlanOptions = {}): Promise<Plan & Outcome> {
    this.schemas = undefined;
    const planning = new Planning(configuration, this.state, options, this.parallelism);
    let outcome = await this.walk(configuration, "validate", (plugin) => planning.validate(plugin));
    if (!outcome.hasFailed)
      outcome = await this.walk(configuration, "work", (plugin) => planning.plan(plugin));
    // A plan to destroy begins with an ordinary one. Only the refreshed state and the errors of that one count.
    if (!outcome.hasFailed && options.destroy === true)
      outcome = await this.walk(configuration, "work", (plugin) => planning.destroy(plugin));
    return { ...planning.result, ...outcome };
  }

  /** Plans and applies, or applies a plan made before. */
  async apply(what: Configuration | Plan, options: PlanOptions = {}): Promise<ApplyOutcome> {
    const applied: Record<string, Action> = {};
    this.schemas = undefined;
    try {
      const plan = "changes" in what ? { ...what, ...wentWell } : await this.plan(what, options);
      if (plan.hasFailed) return { ...plan, plan, applied };
      const applying = new Applying(plan, (state) => {
        this.state = state;
      });
      const graph = applyGraph(plan.configuration, plan.state, plan.changes);
      const { diagnostics, hasFailed } = await this.walk(plan.configuration, "work", (plugin) =>
        inOrder(graph, this.parallelism, async (name, { change }) => {
          if (await applying.carryOut(plugin, name, change)) Object.assign(applied, actionOf(change));
        }),
      );
      applying.persist();
      return { plan, applied, diagnostics: [...plan.diagnostics, ...diagnostics], hasFailed };
    } catch (error) {
      if (!(error instanceof CoreKilled)) throw error;
      return { applied, diagnostics: [], hasFailed: true };
    }
  }

  /** As `terraform destroy`. */
  destroy(configuration: Configuration, options: PlanOptions = {}): Promise<ApplyOutcome> {
    return this.apply(configuration, { ...options, destroy: true });
  }

  /** As `terraform apply -refresh-only`. */
  async refresh(configuration: Configuration): Promise<Outcome> {
    this.schemas = undefined;
    let state = this.state;
    const outcome = await this.walk(configuration, "work", async (plugin) => {
      const graph = new Map(Object.keys(state).map((address) => [address, { after: new Set<string>() }]));
      await inOrder(graph, this.parallelism, async (address) => {
        for (const [key, object] of objectsAt(state, address)) {
          const now = await refreshed(plugin, address, await readStored(plugin, address, object));
          state = withInstance(plugin, state, address, now, key);
        }
      });
    });
    if (!outcome.hasFailed) this.state = state;
    return outcome;
  }

  /** As `terraform import`: the resource is declared, and not in the state yet. */
  import(configuration: Configuration, address: string, id: string): Promise<Outcome> {
    this.schemas = undefined;
    return this.walk(configuration, "work", async (plugin) => {
      this.state = withInstance(plugin, this.state, address, await imported(plugin, address, id));
    });
  }

  /** As `terraform query`, with one list block. */
  async query(
    configuration: Configuration,
    block: ListBlock,
    options: QueryOptions = {},
  ): Promise<Outcome & { readonly found: readonly Found[] }> {
    this.schemas = undefined;
    const validation = await this.walk(configuration, "validate", (plugin) => validatedList(plugin, block));
    if (validation.hasFailed) return { ...validation, found: [] };
    let found: readonly Found[] = [];
    const outcome = await this.walk(configuration, "work", async (plugin) => {
      found = await listed(plugin, block, options);
    });
    return { ...outcome, found };
  }

  /** The configuration that `terraform plan -generate-config-out` writes for the object at an address. */
  async generate(
    configuration: Configuration,
    address: string,
  ): Promise<Outcome & { readonly config: Readonly<Record<string, unknown>> }> {
    this.schemas = undefined;
    let config = {};
    const outcome = await this.walk(configuration, "work", async (plugin) => {
      const stored = this.state[address]?.current;
      const { value } = stored === undefined ? { value: null } : await readStored(plugin, address, stored);
      config = await generated(plugin, address, value);
    });
    return { ...outcome, config };
  }

  /** As `terraform apply -invoke`: validates, plans and carries out one action. */
  async invoke(
    configuration: Configuration,
    block: ActionBlock,
    during?: During,
  ): Promise<Outcome & { readonly messages: readonly string[] }> {
    this.schemas = undefined;
    let messages: readonly string[] = [];
    const lookup: Lookup = () => unknown;
    const steps = [
      ["validate", (plugin: Plugin) => validatedAction(plugin, block)],
      ["work", (plugin: Plugin) => plannedAction(plugin, block, lookup)],
      [
        "work",
        async (plugin: Plugin) => {
          messages = await invoked(plugin, block, lookup, during);
        },
      ],
    ] as const;
    let outcome = wentWell;
    for (const [purpose, act] of steps) {
      const { diagnostics, hasFailed } = await this.walk(configuration, purpose, act);
      outcome = { diagnostics: [...outcome.diagnostics, ...diagnostics], hasFailed };
      if (hasFailed) break;
    }
    return { ...outcome, messages };
  }

  /** As `terraform state rm`. */
  forget(address: string): void {
    const { [address]: _, ...others } = this.state;
    this.state = others;
  }

  /** As `terraform state mv`, or a `moved` block. */
  move(from: string, to: string): void {
    const { [from]: moved, ...others } = this.state;
    if (moved !== undefined) this.state = { ...others, [to]: moved };
  }

  private get parallelism(): number {
    return this.options.parallelism ?? 10;
  }

  private get version(): CoreVersion {
    return this.options.version ?? terraform_1_11;
  }

  /** Starts a plugin and does something with it. */
  private async walk(
    configuration: Configuration,
    purpose: "validate" | "work",
    act: (plugin: Plugin) => Promise<void>,
  ): Promise<Outcome> {
    const plugin = new Plugin(this.options.start(), this.version, this.schemas);
    try {
      await plugin.begin(configuration, purpose);
      this.schemas = plugin.cachedSchemas;
      await act(plugin);
    } catch (error) {
      if (!(error instanceof Failed)) throw error;
    } finally {
      await plugin.end();
    }
    return { diagnostics: plugin.diagnostics, hasFailed: plugin.diagnostics.some(isError) };
  }
}

function actionOf(change: Change | undefined): Readonly<Record<string, Action>> {
  return change === undefined ? {} : { [change.address]: change.action };
}

const wentWell: Outcome = { diagnostics: [], hasFailed: false };
