import { TerraformDataSource, TerraformResource, TerraformStack, Token } from "cdktf";
import type { IConstruct } from "constructs";
import { confirmingReads } from "../src/service/limits";
import { addressesOf } from "../src/service/same";
import { EphemeralResource } from "./ephemeral-resource";

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

/** The properties of a resource that affect its cost. */
interface Declared extends TerraformResource {
  readonly hostInput?: string;
  readonly pausedInput?: unknown;
  readonly confirmationCodeWoInput?: string;
  readonly waitInput?: unknown;
}

/** The lists of data sources that are not named after a kind. */
const ownNames: readonly string[] = ["listings", "certificate_errors", "check_status"];

/**
 * Estimates the cost of constructs. A create, a confirmation, and a pause of each address of a subnet cost one request each;
 * a pause by a token is not counted. Imported objects are only read. Reads use one list per kind and provider configuration.
 *
 * @param pageSize objects per page of a list
 */
export function estimateRequests(constructs: readonly IConstruct[], pageSize: number): RequestEstimate {
  const created = new Map<string, number>();
  const imported = new Map<string, number>();
  const looked = new Set<string>();
  /** The reads that confirm the first object of a list in a state. */
  const firsts = new Map<string, number>();
  const isImported = importsOf(constructs);
  /** The requests of each plan and of the first apply, in addition to lists and confirming reads. */
  const sent = { plan: 0, apply: 0 };
  let uncertain = 0;
  for (const construct of constructs) {
    const kind = kindOf(construct);
    if (kind === undefined) continue;
    const resource = construct as Declared;
    const list = `${kind} ${resource.provider?.alias ?? ""}`;
    const [copies, size] = [copiesOf(resource), sizeOf(resource)];
    const count = copies ?? 1;
    const isOpened = construct instanceof EphemeralResource;
    const isRead = TerraformDataSource.isTerraformDataSource(construct);
    if (!isOpened && !isRead && (copies === undefined || size === undefined)) uncertain += 1;
    // A check is one start, and at least one status read.
    if (isOpened) {
      sent.plan += 2 * count;
      sent.apply += 2 * count;
    } else if (kind === "check_status") sent.plan += 1;
    else if (isRead) looked.add(list);
    else if (kind === "manual_check") sent.apply += count * (resource.waitInput === false ? 1 : 2);
    else if (count > 0) {
      const counts = isImported(resource) ? imported : created;
      const objects = count * (size ?? 1);
      counts.set(list, (counts.get(list) ?? 0) + objects);
      if (counts === imported) continue;
      const isPaused = resource.pausedInput === true;
      const isConfirmed = resource.confirmationCodeWoInput !== undefined;
      sent.apply += count + (isPaused ? objects : 0) + (isConfirmed ? count : 0);
      if (isPaused) firsts.set(`${list} paused`, confirmingReads.paused.most);
      if (kind === "contact") firsts.set(`${list} pending`, confirmingReads.pending.most);
    }
  }
  const pages = (...counts: readonly (number | undefined)[]): number =>
    Math.max(1, Math.ceil(sum(counts.map((item) => item ?? 0)) / pageSize));
  const lists = [...new Set([...looked, ...imported.keys(), ...created.keys()])];
  const planned = sent.plan + sum(lists.map((list) => pages(imported.get(list))));
  return {
    // The plan reads data sources, imported objects, and the list of each created kind. The apply reads the latter again before
    // its first create, to distinguish existing objects from those of a create whose response was lost. An empty list has one page.
    firstApply: planned + created.size + sent.apply + sum([...firsts.values()]),
    refresh: sent.plan + sum(lists.map((list) => pages(created.get(list), imported.get(list)))),
    objects: sum([...created.values(), ...imported.values()]),
    uncertain,
  };
}

/** The kind of a construct, or the list that it reads. */
function kindOf(construct: IConstruct): string | undefined {
  const isOurs =
    TerraformResource.isTerraformResource(construct) || TerraformDataSource.isTerraformDataSource(construct);
  const type = isOurs ? construct.terraformResourceType : "";
  if (!type.startsWith("rblmonitor_")) return undefined;
  const name = type.slice("rblmonitor_".length);
  return ownNames.includes(name) ? name : name.replace(/s$/, "");
}

/** The number of instances; undefined if only Terraform knows it. */
function copiesOf({ count, forEach }: Declared): number | undefined {
  if (forEach !== undefined) return undefined;
  const copies = typeof count === "object" ? count.toTerraform() : (count ?? 1);
  return Token.isUnresolved(copies) ? undefined : copies;
}

/** The number of objects that the service may create for a resource; undefined for a token. */
function sizeOf({ hostInput }: Declared): number | undefined {
  if (hostInput === undefined) return 1;
  if (Token.isUnresolved(hostInput)) return undefined;
  const { first, last } = addressesOf(hostInput) ?? { first: 1, last: 1 };
  return last - first + 1;
}

/**
 * Returns a function that finds out whether a stack imports a resource: by `importFrom`, or by an override, as the code from
 * `rblmonitor adopt` does. Only private members of the library show both without rendering each construct again.
 */
function importsOf(constructs: readonly IConstruct[]): (resource: Declared) => boolean {
  const overrides = constructs
    .filter(TerraformStack.isStack)
    .flatMap((stack): unknown => Reflect.get(stack, "rawOverrides")?.import);
  const addresses = new Set(overrides.map((item) => String((item as { to?: unknown } | undefined)?.to)));
  return (resource) =>
    addresses.has(`${resource.terraformResourceType}.${resource.friendlyUniqueId}`) ||
    Reflect.get(resource, "_imported") !== undefined;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
