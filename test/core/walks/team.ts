import type { AnyObject } from "../../../src/emulator/account/objects";
import { type Emulator, startEmulator } from "../../../src/emulator/emulator";
import type { Plan } from "../../../src/emulator/options";
import type { OpenPointSettings } from "../../../src/emulator/settings";
import type { ApiVersion } from "../../../src/service/api-version";
import { kindNames } from "../../../src/service/kinds";
import { compareValues } from "../../../src/service/same";
import { type ManualClock, manualClock } from "../../client/support/clock";
import { type Configuration, Reference, ref } from "../configuration";
import { type ApplyOutcome, Core, type Outcome } from "../core";
import { importBlocks } from "../import-blocks";
import type { PlanOptions } from "../planning";
import { type Diagnostic, isError } from "../plugin";
import { type Kill, RblmonitorPlugin } from "../rblmonitor";
import { attributesAt } from "../state";
import { type CoreName, coreVersions } from "../version";
import { addressOf, type Declaration, declared, membersOf } from "./declarations";
import type { Disturbance } from "./steps";

/** How an apply ended, of the driver or of the real Terraform. */
export type Applied = Omit<ApplyOutcome, "applied">;

/** What stays the same during a walk. */
export interface Surroundings {
  readonly version: ApiVersion;
  readonly settings: Partial<OpenPointSettings>;
  readonly pageSize: number;
  readonly parallelism: number;
  /** The version of Terraform or OpenTofu that the driver is. */
  readonly core: CoreName;
  /** Whether objects that are exactly as declared are adopted. */
  readonly adopts: boolean;
  /** Whether the service limits requests, and few of them to an hour. */
  readonly isLimited: boolean;
  /** The first of the few attributes of each resource that change most. */
  readonly focus: number;
}

/** What a command did, as the invariants look at it. */
export interface Done {
  readonly outcome: Outcome;
  /** Whether it applied the whole configuration; absent unless it applied anything. */
  readonly isWhole: boolean | undefined;
  readonly isDisturbed: boolean;
  /**
   * How many requests the service refused since it had too many. The first one of a process does not count: others may have
   * used the last of the hour, which only the refusal shows.
   */
  readonly refusedByLimit: number;
  /** What others, who applied at the same time, say went wrong. */
  readonly othersFailed?: string;
}

/** What carries out the commands of a team: our driver with a plugin in this process, or the real terraform. */
export interface Driver {
  readonly core: Pick<Core, "state" | "plan" | "refresh" | "import" | "forget" | "move"> & {
    apply(...what: Parameters<Core["apply"]>): Promise<Applied>;
  };
  /** Kills something during the next command. */
  arm(kill: Kill | undefined): void;
  /** The method of the request during which that happened; undefined until then. */
  readonly killedDuring: string | undefined;
  /** The places of requests, from 0, that were the first of a plugin. */
  readonly firstRequests: ReadonlySet<number>;
  /** What plugins wrote to their logs, and commands to their output. */
  readonly log: readonly string[];
  close(): Promise<void>;
}

/** Starts a driver for an account. */
export type DriverFor = (
  service: Emulator,
  surroundings: Pick<Surroundings, "version" | "parallelism" | "core">,
  clock: ManualClock,
) => Promise<Driver>;

/** Our driver, with a plugin in this process. */
export const inProcess: DriverFor = async (service, { parallelism, core }, clock) => {
  const firstRequests = new Set<number>();
  const clockOfNext = () => {
    firstRequests.add(service.requestCount);
    // The limits of a second end before the next process starts.
    clock.advance(1_000);
    return clock;
  };
  const plugin = new RblmonitorPlugin(service, {}, clockOfNext);
  return {
    core: new Core({ start: plugin.start, parallelism, version: coreVersions[core] }),
    arm: (kill) => plugin.arm(kill),
    get killedDuring() {
      return plugin.killedDuring;
    },
    firstRequests,
    log: plugin.log,
    close: () => plugin.close(),
  };
};

/** Requests of an hour, where they are limited: a walk waits for the next hour several times. */
const fewRequests = 150;

const secondsInHour = 3_600;

/** A second configuration with a state of its own, which shares nothing with the first one but the account. */
class OtherPipeline {
  private readonly plugin: RblmonitorPlugin;
  private readonly core: Core;
  private turn = 0;

  constructor(
    service: Emulator,
    clock: ManualClock,
    private readonly version: ApiVersion,
  ) {
    this.plugin = new RblmonitorPlugin(service, {}, () => clock);
    this.core = new Core({ start: this.plugin.start });
  }

  get stored(): ReadonlySet<string> {
    return sidsOf(this.core);
  }

  close(): Promise<void> {
    return this.plugin.close();
  }

  /** Creates, changes or destroys what it declares, and returns what went wrong. */
  async apply(): Promise<string> {
    this.turn += 1;
    const group = { config: { name: "Others" } };
    const contact = {
      contact: "others@example.com",
      type: "email",
      contact_groups: [ref("rblmonitor_contact_group.others")],
      schedule: this.turn % 2 === 0 ? "every_check" : "while_listed",
    };
    const resources = {
      "rblmonitor_contact_group.others": group,
      ...(this.turn % 3 !== 0 && { "rblmonitor_contact.others": { config: contact } }),
    };
    const provider = { api_version: this.version, max_wait: 2 * secondsInHour };
    const { diagnostics } = await this.core.apply({ resources, provider });
    const { actions } = await this.core.plan({ resources, provider });
    const left =
      Object.keys(actions).length > 0 ? [`the next plan is not empty: ${JSON.stringify(actions)}`] : [];
    return [
      ...diagnostics.filter(isError).map(({ summary, detail }) => `${summary}: ${detail}`),
      ...left,
    ].join("; ");
  }
}

/** Those who work on an account: a user with a configuration, and others who change it by hand. */
export class Team {
  readonly core: Driver["core"];
  /** What was done, a line for each step. */
  readonly story: string[] = [];
  /** SIDs of objects that commands created, and that are there still. */
  readonly ours = new Set<string>();
  /** What diagnostics said so far. */
  readonly said: Diagnostic[] = [];
  declarations: readonly Declaration[] = [];
  wasKilled = false;
  /** The account's plan. */
  plan: Plan = "ultimate";
  /** Others who apply a configuration of their own to the same account. */
  readonly others: OtherPipeline;
  private renamed = 0;

  private constructor(
    readonly service: Emulator,
    readonly clock: ManualClock,
    readonly surroundings: Surroundings,
    readonly driver: Driver,
  ) {
    this.core = driver.core;
    this.others = new OtherPipeline(service, clock, surroundings.version);
  }

  static async open(surroundings: Surroundings, driverFor: DriverFor = inProcess): Promise<Team> {
    const clock = manualClock();
    const limits = surroundings.isLimited ? { hour: fewRequests } : "off";
    const service = await startEmulator({ limits, now: clock.now, ...surroundings.settings });
    return new Team(service, clock, surroundings, await driverFor(service, surroundings, clock));
  }

  async close(): Promise<void> {
    await this.others.close();
    await this.driver.close();
    await this.service.close();
  }

  get configuration(): Configuration {
    const { version, pageSize, settings, adopts } = this.surroundings;
    return {
      resources: Object.fromEntries(
        this.declarations.map((one) => [addressOf(one), declared(one, this.declarations, this.service)]),
      ),
      provider: {
        ...{ api_version: version, page_size: pageSize, adopt_identical: adopts },
        max_wait: 2 * secondsInHour,
        contact_args_encoding: settings.argsEncoding === "json" ? "json" : "brackets",
      },
    };
  }

  /** The objects that the state has, of any generation. */
  get stored(): ReadonlySet<string> {
    return sidsOf(this.core);
  }

  refresh(): Promise<Done> {
    return this.command("refresh", () => this.core.refresh(this.configuration));
  }

  /** As `terraform apply`, with the options and the disturbance given. */
  async apply(options: PlanOptions = {}, disturbance?: Disturbance): Promise<Done> {
    const words = JSON.stringify({ ...options, ...disturbance });
    const isWhole = options.targets === undefined && options.destroy !== true;
    const apply = () => this.core.apply(this.configuration, options);
    const done = await this.command(words === "{}" ? "apply" : `apply ${words}`, apply, {
      disturbance,
      isWhole,
    });
    return disturbance !== undefined && "kill" in disturbance ? this.recover() : done;
  }

  /** Applies after a kill, and follows the errors: imports what they name, as long as they name more. */
  private async recover(): Promise<Done> {
    const { listLag = 0 } = this.surroundings.settings;
    // Someone who finds that Terraform was killed is slower than the list.
    for (let reading = 0; reading < listLag; reading += 1) await this.core.plan(this.configuration);
    let imports: Readonly<Record<string, string>> = {};
    for (;;) {
      const configuration: Configuration = { ...this.configuration, imports };
      const words = `apply with imports ${JSON.stringify(imports)}`;
      const done = await this.command(words, () => this.core.apply(configuration), { isWhole: true });
      const more = importBlocks(done.outcome.diagnostics) ?? {};
      if (Object.entries(more).every(([address, id]) => imports[address] === id)) return done;
      // The same apply may have destroyed what an error names: it was the old one of a renamed resource.
      const all = census(this.service);
      const isThere = ([, id]: [string, string]) =>
        all.some((object) => object.id === id || compareValues("host", id, nameOf(object)) === "overlapping");
      imports = Object.fromEntries(Object.entries({ ...imports, ...more }).filter(isThere));
    }
  }

  /** Applies while others apply, too. */
  async applyWhileOthersApply(): Promise<Done> {
    const theirs = this.others.apply();
    const ours = () => this.core.apply(this.configuration);
    const both = async () => {
      const [outcome] = await Promise.all([ours(), theirs]);
      return outcome;
    };
    const done = await this.command("apply, while others apply", both, { isWhole: true });
    this.note(`the others: ${(await theirs) || "done"}`);
    // The limits are shared: what one pipeline sends, the other one cannot know at once.
    return { ...done, refusedByLimit: 0, othersFailed: await theirs };
  }

  /** Declares a resource, in place of what its slot had before. */
  declare(declaration: Declaration): void {
    const { slot } = declaration;
    this.declarations = [...this.declarations.filter((one) => one.slot !== slot), declaration];
    const { config, createBeforeDestroy } = declared(declaration, this.declarations, this.service);
    const first = createBeforeDestroy === true ? ", created before destroyed" : "";
    this.note(`declare ${addressOf(declaration)} ${JSON.stringify(config)}${first}`);
  }

  /** Gives a resource another name: the state follows it, or another object is made. */
  rename(declaration: Declaration, isMoved: boolean): void {
    const now = { ...declaration, name: `r${declaration.slot.number}_${++this.renamed}` };
    this.declare(now);
    this.note(`${isMoved ? "moved from" : "instead of"} ${addressOf(declaration)}`);
    if (isMoved) this.core.move(addressOf(declaration), addressOf(now));
  }

  /** Declares a resource no longer, unless another one names it: Terraform would destroy it before it updates that. */
  remove(declaration: Declaration): void {
    const { kind, number } = declaration.slot;
    const isNamed = (other: Declaration) =>
      membersOf(other).some((member) => member.kind === kind && member.number === number);
    if (this.declarations.some(isNamed)) return;
    this.declarations = this.declarations.filter((one) => one !== declaration);
    this.note(`remove ${addressOf(declaration)}`);
  }

  /** Forgets a resource, and imports it: a subnet as a whole, anything else by its SID. */
  async importAgain(address: string): Promise<Done | undefined> {
    const before = this.core.state;
    const stored = before[address]?.current;
    if (stored === undefined) return undefined;
    const { id: sid, host = "" } = JSON.parse(stored.attributes) as Readonly<Record<string, string>>;
    const id = host.includes("/") ? host : String(sid);
    this.core.forget(address);
    const importing = () => this.core.import(this.configuration, address, id);
    const done = await this.command(`state rm ${address}, import ${id}`, importing);
    if (done.outcome.hasFailed) this.core.state = before;
    return done;
  }

  /** Notes what is done. */
  note(line: string): void {
    this.story.push(`${this.story.length + 1}. ${line}`);
  }

  /** Gives a command, and takes down what came of it. */
  async command(
    words: string,
    act: () => Promise<Outcome>,
    {
      disturbance,
      isWhole,
    }: { readonly disturbance?: Disturbance | undefined; readonly isWhole?: boolean } = {},
  ): Promise<Done> {
    const before = new Set(census(this.service).map(({ id }) => id));
    const first = this.service.requestCount;
    if (disturbance !== undefined) this.disturb(disturbance);
    const outcome = await act();
    this.driver.arm(undefined);
    await this.service.faults.clear();
    const theirs = this.others.stored;
    const all = census(this.service).map(({ id }) => id);
    const now = new Set(all.filter((id) => !theirs.has(id)));
    for (const id of now) if (!before.has(id)) this.ours.add(id);
    for (const id of this.ours) if (!now.has(id)) this.ours.delete(id);
    this.said.push(...outcome.diagnostics);
    if (disturbance !== undefined && "kill" in disturbance) this.wasKilled = true;
    const errors = outcome.diagnostics.filter(isError);
    this.note(
      `${words}: ${errors.map(({ address, summary }) => `${address}: ${summary}`).join("; ") || "done"}`,
    );
    const refused = this.service.requests.filter(
      ({ status }, place) => status === 429 && place >= first && !this.driver.firstRequests.has(place),
    );
    const isDisturbed = disturbance !== undefined;
    return { outcome, isWhole, isDisturbed, refusedByLimit: refused.length };
  }

  private disturb(disturbance: Disturbance): void {
    const { faults } = this.service;
    let seen = 0;
    if ("kill" in disturbance) {
      const { kill: of, atRequest, isCarriedOut } = disturbance;
      this.driver.arm({ of, atRequest, isCarriedOut });
    } else if ("failedLists" in disturbance) {
      faults.arm({ fault: "500-before", method: "GET", times: disturbance.failedLists });
    } else if ("unreachable" in disturbance) {
      const { unreachable: times, fromRequest } = disturbance;
      faults.arm({ fault: "drop-before", times, matching: () => ++seen >= fromRequest });
    } else {
      const { fault, atWrite } = disturbance;
      faults.arm({ fault, matching: ({ method }) => method !== "GET" && ++seen === atWrite });
    }
  }
}

/** The objects that a state has, of any generation. */
function sidsOf({ state }: Pick<Core, "state">): ReadonlySet<string> {
  return new Set(JSON.stringify(state).match(/\b[A-Z]{2}[0-9a-f]{32}\b/g));
}

/** Every object of the account but the sources of the service's own catalogue. */
export function census(service: Emulator): readonly AnyObject[] {
  return kindNames.flatMap((kind) =>
    service.account.objects(kind).filter((object) => !("custom" in object) || object.custom === true),
  );
}

/** What people know an object by. */
export function nameOf(object: AnyObject): string {
  const { host, hostname, contact, name } = object as unknown as Record<string, string | undefined>;
  return String(host ?? hostname ?? contact ?? name);
}

/** The service's name of an attribute. */
export function fieldOf(attribute: string): string {
  return attribute === "contact_groups" ? "contact_group" : attribute;
}

/** A value of a configuration with what the state has for its references; undefined where that is not there yet. */
export function written(core: Pick<Core, "state">, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => written(core, one)).filter((one) => one !== undefined);
  if (!(value instanceof Reference)) return value;
  return core.state[value.address]?.current && attributesAt(core.state, value.address)[value.attribute];
}
