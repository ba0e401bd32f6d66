import { Annotations, type IAspect, type TerraformResource, TerraformStack, Token } from "cdktf";
import type { IConstruct } from "constructs";
import { confirmingReads } from "../src/service/limits";
import { addressesOf } from "../src/service/same";
import { checkConfiguration } from "./configuration";
import { addressOf } from "./moves";
import { once } from "./once";
import { StackAspect } from "./stack-library";
import { typeOf } from "./validation";

/** The requests that a stack costs in an account without other objects. */
export interface RequestEstimate {
  /** To create everything, and to read data sources and imported objects. */
  readonly firstApply: number;
  /** To refresh everything, as each plan does. */
  readonly refresh: number;
  /**
   * The number of objects, counting a subnet as its addresses. Changing each costs as many requests, and so does destroying
   * all of them, with one more for each kind.
   */
  readonly objects: number;
  /**
   * Constructs counted as one object that may be more or fewer: those with `forEach` or a token for `count`, and hosts whose
   * address is a token.
   */
  readonly uncertain: number;
}

/** The limit of a stack's request cost, and how to report the estimate. */
export interface RequestBudgetOptions {
  /** Requests above which a first apply or a refresh causes a warning. Defaults to 1,000, the hourly limit of an account. */
  readonly limit?: number | undefined;
  /** Objects per page of a list, as `page_size` of the provider. Defaults to 100. */
  readonly pageSize?: number | undefined;
  /** Receives the estimate of each stack, for example to print it. If omitted, only annotations show it. */
  readonly report?: ((estimate: RequestEstimate, stack: TerraformStack) => void) | undefined;
}

/**
 * An aspect that estimates, at synthesis, how many requests the first apply and a refresh of a stack will use:
 * `Aspects.of(stack).add(requestBudget())`. CDKTF's command line shows it as an annotation of the stack, and as a warning
 * above the limit.
 *
 * The estimate assumes an account without other objects: these make the lists that a refresh reads longer.
 *
 * @throws Error for an unknown or invalid option
 */
export function requestBudget(options: RequestBudgetOptions = {}): IAspect {
  checkConfiguration({ path: "requestBudget" }, options, { limit: {}, pageSize: {}, report: {} });
  const { limit = 1000, pageSize = 100, report = () => undefined } = options;
  if (![limit, pageSize].every((value) => Number.isInteger(value) && value > 0))
    throw new Error("requestBudget: limit and pageSize must be whole numbers of 1 or more");
  if (typeof report !== "function") throw new Error("requestBudget: report must be a function");
  const annotate = (stack: TerraformStack): string[] => {
    const estimate = estimateRequests(stack.node.findAll(), pageSize);
    const { firstApply, refresh } = estimate;
    const text = `The first apply costs about ${requests(firstApply)}, a refresh about ${requests(refresh)}.`;
    const advice = ` This exceeds the budget of ${count(limit)}: once the hourly limit is reached, requests wait for the next hour, or fail after max_wait seconds.`;
    if (Math.max(firstApply, refresh) <= limit) Annotations.of(stack).addInfo(text);
    else Annotations.of(stack).addWarning(text + advice);
    report(estimate, stack);
    return [];
  };
  // Validation runs after all aspects, so their changes are counted.
  const add = once((stack: TerraformStack) => stack.node.addValidation({ validate: () => annotate(stack) }));
  return new StackAspect((construct) => add(TerraformStack.of(construct)));
}

const count = (number: number): string => number.toLocaleString("en");
const requests = (number: number): string => `${count(number)} ${number === 1 ? "request" : "requests"}`;

/** The properties of a resource that affect its cost. */
interface Declared extends TerraformResource {
  readonly hostInput?: string;
  readonly pausedInput?: unknown;
  readonly confirmationCodeWoInput?: string;
  readonly waitInput?: unknown;
}

/** The requests of checks in a plan and in its apply: a start, and at least one status read. Ephemeral ones run in both. */
const checks: Readonly<Record<string, readonly [plan: number, apply: number]>> = {
  rblmonitor_manual_check: [0, 2],
  "ephemeral.rblmonitor_manual_check": [2, 2],
  "data.rblmonitor_check_status": [1, 0],
};

/**
 * Estimates the cost of constructs. A create, a confirmation, and a pause of each address of a subnet cost one request each;
 * a pause by a token is not counted. Imported objects are only read. Reads use one list per kind and provider configuration.
 *
 * @param pageSize objects per page of a list
 */
function estimateRequests(constructs: readonly IConstruct[], pageSize: number): RequestEstimate {
  /** The objects of each list that a plan reads, and the reads that confirm its first paused and its first pending one. */
  const lists = new Map<string, { created: number; imported: number; paused: number; pending: number }>();
  // Only private members of the library show, without rendering each construct again, what a stack imports: by `importFrom`, or
  // by an override, as the code from `rblmonitor adopt` does.
  const overrides = constructs
    .filter(TerraformStack.isStack)
    .flatMap((stack) => Reflect.get(stack, "rawOverrides")?.import ?? []);
  const imported = new Set<unknown>(overrides.map(({ to }) => to));
  const estimate = { firstApply: 0, refresh: 0, objects: 0, uncertain: 0 };
  for (const construct of constructs) {
    const type = typeOf(construct) ?? "";
    // Or the list that it reads: `rblmonitor_hosts` reads that of hosts.
    const kind = /^(?:\w+\.)?rblmonitor_(\w+?)s?$/.exec(type)?.[1];
    if (kind === undefined) continue;
    const resource = construct as Declared;
    const isRead = !type.startsWith("rblmonitor_");
    const [copies, size] = [copiesOf(resource), isRead ? 0 : sizeOf(resource)];
    if (!isRead && (copies === undefined || size === undefined)) estimate.uncertain += 1;
    const count = copies ?? 1;
    const [planned, applied = 0] = checks[type] ?? [];
    if (planned !== undefined) {
      estimate.refresh += planned * count;
      estimate.firstApply += (planned + (resource.waitInput === false ? 1 : applied)) * count;
    } else if (isRead || count > 0) {
      const list = `${kind} ${resource.provider?.alias ?? ""}`;
      const counts = lists.get(list) ?? { created: 0, imported: 0, paused: 0, pending: 0 };
      lists.set(list, counts);
      const objects = count * (size ?? 1);
      const isImported = imported.has(addressOf(resource)) || Reflect.get(resource, "_imported");
      estimate.objects += objects;
      counts[isImported ? "imported" : "created"] += objects;
      if (isRead || isImported) continue;
      const isPaused = resource.pausedInput === true;
      const isConfirmed = resource.confirmationCodeWoInput !== undefined;
      estimate.firstApply += count + (isPaused ? objects : 0) + (isConfirmed ? count : 0);
      if (isPaused) counts.paused = confirmingReads.paused.most;
      if (kind === "contact") counts.pending = confirmingReads.pending.most;
    }
  }
  const pages = (objects: number): number => Math.max(1, Math.ceil(objects / pageSize));
  // The plan reads data sources, imported objects, and the list of each created kind. The apply reads the latter again before
  // its first create, to distinguish existing objects from those of a create whose response was lost. To warn of a new host that
  // nothing checks, it also reads the profiles, unless it creates them. An empty list has one page.
  for (const [list, { created, imported, paused, pending }] of lists) {
    const profiles = lists.get(list.replace(/^host /, "monitoring_profile "));
    const read = Number(created > 0) + Number(created > 0 && !profiles?.created);
    estimate.firstApply += pages(imported) + read + paused + pending;
    estimate.refresh += pages(created + imported);
  }
  return estimate;
}

/** The number of instances; undefined if only Terraform knows it. */
function copiesOf({ count = 1, forEach }: Declared): number | undefined {
  const copies = typeof count === "object" ? count.toTerraform() : count;
  return forEach !== undefined || Token.isUnresolved(copies) ? undefined : copies;
}

/** The number of objects that the service may create for a resource; undefined for a token. */
function sizeOf({ hostInput = "" }: Declared): number | undefined {
  const { first, last } = addressesOf(hostInput) ?? { first: 1, last: 1 };
  return Token.isUnresolved(hostInput) ? undefined : last - first + 1;
}
