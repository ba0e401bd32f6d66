import type { AnyObject } from "../../../src/emulator/account/objects";
import { type Emulator, startEmulator } from "../../../src/emulator/emulator";
import type { ApiVersion } from "../../../src/service/api-version";
import type { Kind } from "../../../src/service/kinds";
import { sidKind } from "../../../src/service/sids";
import { manualClock } from "../../client/support/clock";
import type { Configuration } from "../configuration";
import { importBlocks } from "../import-blocks";
import { isError } from "../plugin";
import type { Kill } from "../rblmonitor";
import { type Applied, census, type Driver, type DriverFor, inProcess } from "../walks/team";
import { before, configurationOf, type Operation, type Subject } from "./subjects";

/** What became of an operation that was killed. */
export interface Ending {
  /** The method of the request during which the kill came; undefined when the operation has fewer requests. */
  readonly during: string | undefined;
  /** Whether the next apply ended with errors, and not as declared. */
  readonly hasErrors: boolean;
  /** What is wrong, in sentences. */
  readonly found: readonly string[];
}

/**
 * Lives up to an operation, which is killed as often as `act` wants: each time from the same account and the same state. Then
 * recovers as a user would: applies again, and follows the errors.
 */
export async function killedLives<T>(
  version: ApiVersion,
  subject: Subject,
  operation: Operation,
  settings: Readonly<Record<string, unknown>>,
  act: (live: (kill: Kill) => Promise<Ending>) => Promise<T>,
  driverFor: DriverFor = inProcess,
): Promise<T> {
  const service = await startEmulator({ limits: "off", subnetCreate: subject.form, sameHost: "accept" });
  const driver = await driverFor(
    service,
    { version, parallelism: 10, core: "Terraform 1.14" },
    manualClock(),
  );
  try {
    const lives = new KilledLives(service, driver, version, subject, settings);
    const beginning = await lives.prepare(operation);
    return await act((kill) => {
      beginning();
      return lives.live(operation, kill);
    });
  } finally {
    await driver.close();
    await service.close();
  }
}

class KilledLives {
  private readonly core: Driver["core"];
  private readonly initial: ReadonlySet<string>;

  constructor(
    private readonly service: Emulator,
    private readonly driver: Driver,
    private readonly version: ApiVersion,
    private readonly subject: Subject,
    private readonly settings: Readonly<Record<string, unknown>>,
  ) {
    this.core = driver.core;
    this.initial = new Set(census(service).map(({ id }) => id));
  }

  /** Does what comes before the operation. Returns what brings back the account and the state of then. */
  async prepare(operation: Operation): Promise<() => void> {
    for (const one of before(operation)) await this.apply(one);
    const { account } = this.service;
    const { state } = this.core;
    const objects = structuredClone(this.made);
    return () => {
      for (const { id } of this.made) account.remove(id);
      for (const one of structuredClone(objects)) account.add(sidKind(one.id) as Kind, { ...one });
      this.core.state = state;
    };
  }

  async live(operation: Operation, kill: Kill): Promise<Ending> {
    this.driver.arm(kill);
    await this.apply(operation);
    const during = this.driver.killedDuring;
    if (during === undefined) return { during, hasErrors: false, found: [] };
    this.driver.arm(undefined);
    await this.service.faults.clear();
    // What was to be replaced is there, or is no more: either way, the next apply is an ordinary one.
    const final = operation === "replace" ? "create" : operation;
    const next = await this.apply(final);
    const imports = next.hasFailed ? importBlocks(next.diagnostics) : {};
    const found = [...this.unreported(next), ...(imports === undefined ? unhelpful(next) : [])];
    if (next.hasFailed && imports !== undefined) {
      const last = await this.apply(final, imports);
      if (last.hasFailed) found.push("The import block of the error does not help.", ...unhelpful(last));
    }
    found.push(...(found.length > 0 ? [] : await this.unrest(operation, final)));
    return { during, hasErrors: next.hasFailed, found };
  }

  private apply(operation: Operation, imports: Configuration["imports"] = {}): Promise<Applied> {
    const configuration = this.configuration(operation, imports);
    const address = Object.keys(configuration.resources)[0] ?? "";
    return this.core.apply(configuration, operation === "replace" ? { replace: [address] } : {});
  }

  private configuration(operation: Operation, imports: Configuration["imports"] = {}): Configuration {
    const provider = { api_version: this.version, ...this.settings };
    return { ...configurationOf(this.subject, operation, this.service, provider), imports };
  }

  /** The objects of the account that were not there at the beginning. */
  private get made(): readonly AnyObject[] {
    return census(this.service).filter(({ id }) => !this.initial.has(id));
  }

  private get stored(): ReadonlySet<string> {
    return new Set(JSON.stringify(this.core.state).match(/\b[A-Z]{2}[0-9a-f]{32}\b/g));
  }

  /** Objects that are in no state, and that the apply after the kill did not name. */
  private unreported({ diagnostics }: Applied): string[] {
    const text = diagnostics.map(({ detail }) => detail).join("\n");
    const made = this.made.map(({ id }) => id);
    return [
      ...made
        .filter((id) => !this.stored.has(id) && !text.includes(id))
        .map((id) => `${id} was not reported.`),
      ...(made.length > this.subject.objects ? [`There are too many objects: ${made.join(", ")}`] : []),
    ];
  }

  /** What is wrong when everything should be as declared. */
  private async unrest(killed: Operation, final: Operation): Promise<string[]> {
    const { actions, diagnostics } = await this.core.plan(this.configuration(final));
    const { objects, form } = this.subject;
    // A subnet whose parent alone is deleted stays without it: its addresses are all there.
    const isWithoutParent = killed === "replace" && form !== "flat" && this.made.length === objects - 1;
    const expected = final === "destroy" ? 0 : objects - (isWithoutParent ? 1 : 0);
    return [
      ...(Object.keys(actions).length > 0 ? [`The next plan is not empty: ${JSON.stringify(actions)}`] : []),
      ...diagnostics.filter(isError).map(({ summary }) => `The next plan fails: ${summary}`),
      ...(this.made.length === expected
        ? []
        : [`The account has ${this.made.length} objects, not ${expected}.`]),
      ...this.made.filter(({ id }) => !this.stored.has(id)).map(({ id }) => `The state does not have ${id}.`),
    ];
  }
}

function unhelpful({ diagnostics }: Applied): string[] {
  return diagnostics.filter(isError).map(({ summary, detail }) => `${summary}: ${detail}`);
}
