import { TerraformDataSource, TerraformResource, TerraformStack, Token } from "cdktf";
import type { IConstruct } from "constructs";
import { EphemeralResource } from "./ephemeral-resource";

/** Requests that a stack costs, in an account in which nothing else is. */
export interface RequestEstimate {
  /** To create everything, and to read what data sources look for and what is imported. */
  readonly firstApply: number;
  /** To read everything again, as each plan does. */
  readonly refresh: number;
  /**
   * Objects that are declared, a subnet counted as its addresses: as many requests as it takes to destroy them all, or to
   * change each.
   */
  readonly objects: number;
  /**
   * Constructs that were counted as one object, though they may stand for more or fewer: those with `forEach` or with a
   * token for `count`, and hosts whose address is a token.
   */
  readonly uncertain: number;
}

/** A declared resource, as far as its cost depends on it. */
interface Declared extends TerraformResource {
  readonly hostInput?: string;
  readonly pausedInput?: unknown;
  readonly confirmationCodeWoInput?: string;
  readonly waitInput?: unknown;
}

/** What data sources read that is not named for the kind of its objects. */
const OWN_NAMES: Readonly<Record<string, string>> = {
  listings: "listings",
  certificate_errors: "certificate_errors",
  check_status: "check_status",
};

/** Manual checks, of which each is asked for alone, and those of the past are not read again. */
const CHECK = "manual_check";
const CHECK_STATUS = "check_status";

/**
 * Estimates what constructs cost. A create is a request, and so is a confirmation, and a pause of each address of a subnet,
 * unless a token says whether to pause; what is imported is only read. Reading goes through the lists of the service, a
 * kind at a time, and each configuration of the provider reads for itself.
 *
 * @param pageSize objects per page of a list
 */
export function estimateRequests(constructs: readonly IConstruct[], pageSize: number): RequestEstimate {
  const created = new Map<string, number>();
  const imported = new Map<string, number>();
  const looked = new Set<string>();
  const taken = importedAddresses(constructs);
  let writes = 0;
  let statuses = 0;
  let opened = 0;
  let uncertain = 0;
  for (const construct of constructs) {
    const kind = kindOf(construct);
    if (kind === undefined) continue;
    const list = listOf(construct, kind);
    if (TerraformDataSource.isTerraformDataSource(construct)) {
      if (kind === CHECK_STATUS) statuses += 1;
      else looked.add(list);
      continue;
    }
    const resource = construct as Declared;
    if (construct instanceof EphemeralResource) {
      // Each plan and each apply opens it: a start, and at least one question for what was found.
      opened += 2 * (copiesOf(resource) ?? 1);
      continue;
    }
    const [copies, size] = [copiesOf(resource), sizeOf(resource)];
    if (copies === undefined || size === undefined) uncertain += 1;
    const count = copies ?? 1;
    const objects = count * (size ?? 1);
    if (kind === CHECK) {
      // A start, and at least one question for what was found.
      writes += count * (resource.waitInput === false ? 1 : 2);
    } else if (isImported(resource, taken)) add(imported, list, objects);
    else if (count > 0) {
      add(created, list, objects);
      writes += count;
      if (resource.pausedInput === true) writes += objects;
      if (resource.confirmationCodeWoInput !== undefined) writes += count;
    }
  }
  const pages = (...found: readonly (number | undefined)[]): number =>
    Math.max(1, Math.ceil(sum(found.map((one) => one ?? 0)) / pageSize));
  const before = [...new Set([...looked, ...imported.keys()])];
  const after = [...new Set([...before, ...created.keys()])];
  return {
    // What is looked for and what is imported is read to plan. Before the first create of a kind its list is read, so that
    // an object whose create is not answered can be told from those that were there. A list of nothing has one page.
    firstApply:
      writes + created.size + sum(before.map((list) => pages(imported.get(list)))) + statuses + 2 * opened,
    refresh: sum(after.map((list) => pages(created.get(list), imported.get(list)))) + statuses + opened,
    objects: sum([...created.values(), ...imported.values()]),
    uncertain,
  };
}

/** A kind of object, or a list of its own. */
function kindOf(construct: IConstruct): string | undefined {
  const isOurs =
    TerraformResource.isTerraformResource(construct) ||
    TerraformDataSource.isTerraformDataSource(construct) ||
    construct instanceof EphemeralResource;
  const type = isOurs ? construct.terraformResourceType : "";
  if (!type.startsWith("rblmonitor_")) return undefined;
  const name = type.slice("rblmonitor_".length);
  return OWN_NAMES[name] ?? name.replace(/s$/, "");
}

/** What is read together: what one configuration of the provider has of a kind. */
function listOf(construct: IConstruct, kind: string): string {
  const { provider } = construct as Declared;
  return `${kind} ${provider?.alias ?? ""}`;
}

/** How many of it Terraform makes; undefined where only Terraform knows. */
function copiesOf({ count, forEach }: Declared): number | undefined {
  if (forEach !== undefined) return undefined;
  const copies = typeof count === "object" ? count.toTerraform() : (count ?? 1);
  return Token.isUnresolved(copies) ? undefined : copies;
}

/** The objects that the service may make of a resource; undefined where a token says how many. */
function sizeOf({ hostInput }: Declared): number | undefined {
  if (hostInput === undefined) return 1;
  if (Token.isUnresolved(hostInput)) return undefined;
  const prefix = /\/(\d+)$/.exec(hostInput)?.[1];
  return prefix === undefined ? 1 : 2 ** (32 - Number(prefix));
}

/**
 * The addresses of resources that a stack imports by an override, as code that `rblmonitor adopt` writes does. This and what
 * `importFrom` keeps can be seen without rendering each construct once more only in what the library keeps to itself.
 */
function importedAddresses(constructs: readonly IConstruct[]): ReadonlySet<string> {
  const overrides = constructs
    .filter(TerraformStack.isStack)
    .map((stack): unknown => Reflect.get(stack, "rawOverrides")?.import);
  return new Set(overrides.flat().map((one) => String((one as { to?: unknown } | undefined)?.to)));
}

function isImported(resource: Declared, taken: ReadonlySet<string>): boolean {
  const { terraformResourceType, friendlyUniqueId } = resource;
  const isOverridden = taken.has(`${terraformResourceType}.${friendlyUniqueId}`);
  return isOverridden || Reflect.get(resource, "_imported") !== undefined;
}

function add(counts: Map<string, number>, name: string, count: number): void {
  counts.set(name, (counts.get(name) ?? 0) + count);
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
