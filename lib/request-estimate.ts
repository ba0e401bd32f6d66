import { TerraformDataSource, TerraformResource, Token } from "cdktf";
import type { IConstruct } from "constructs";

/** Requests that a stack costs, in an account in which nothing else is. */
export interface RequestEstimate {
  /** To create everything, and to read what data sources look for. */
  readonly firstApply: number;
  /** To read everything again, as each plan does. */
  readonly refresh: number;
  /** Objects that are declared, a subnet counted as its addresses. */
  readonly objects: number;
  /**
   * Constructs that were counted as one object, though they stand for more or fewer: those with `count` or `forEach`, and
   * hosts whose address is a token.
   */
  readonly uncertain: number;
}

/** A declared resource, as far as its cost depends on it. */
interface Declared extends TerraformResource {
  readonly hostInput?: string;
  readonly pausedInput?: unknown;
  readonly confirmationCodeWoInput?: string;
}

/** What data sources read that is not named for the kind of its objects. */
const OWN_NAMES: Readonly<Record<string, string>> = {
  listings: "listings",
  certificate_errors: "certificate_errors",
  check_status: "check_status",
};

/** Manual checks, of which each is asked for alone, and those of the past are not read again. */
const CHECK = "manual_check";
/** A start, and at least one question for what was found. */
const CHECK_REQUESTS = 2;
const CHECK_STATUS = "check_status";

/**
 * Estimates what constructs cost. A create is a request, and so is a confirmation, and a pause of each address of a subnet,
 * unless a token says whether to pause; reading goes through the lists of the service, a kind at a time.
 *
 * @param pageSize objects per page of a list
 */
export function estimateRequests(constructs: readonly IConstruct[], pageSize: number): RequestEstimate {
  const objects = new Map<string, number>();
  const lists = new Set<string>();
  let writes = 0;
  let statuses = 0;
  let uncertain = 0;
  for (const construct of constructs) {
    const kind = kindOf(construct);
    if (kind === undefined) continue;
    if (kind === CHECK) {
      writes += CHECK_REQUESTS;
      continue;
    }
    if (kind === CHECK_STATUS) {
      statuses += 1;
      continue;
    }
    if (TerraformDataSource.isTerraformDataSource(construct)) {
      lists.add(kind);
      continue;
    }
    const resource = construct as Declared;
    const size = sizeOf(resource);
    if (size === undefined || resource.count !== undefined || resource.forEach !== undefined) uncertain += 1;
    objects.set(kind, (objects.get(kind) ?? 0) + (size ?? 1));
    writes += 1;
    if (resource.pausedInput === true) writes += size ?? 1;
    if (resource.confirmationCodeWoInput !== undefined) writes += 1;
  }
  const pages = (kind: string): number => Math.max(1, Math.ceil((objects.get(kind) ?? 0) / pageSize));
  const read = (kinds: Iterable<string>): number => sum([...kinds].map(pages));
  return {
    // Data sources are read to plan. Before the first create of a kind its list is read, so that an object whose create is
    // not answered can be told from those that were there. A list of nothing has one page.
    firstApply: writes + objects.size + lists.size + statuses,
    refresh: read(new Set([...objects.keys(), ...lists])) + statuses,
    objects: sum([...objects.values()]),
    uncertain,
  };
}

/** What is read together: a kind of object, or a list of its own. */
function kindOf(construct: IConstruct): string | undefined {
  const isOurs =
    TerraformResource.isTerraformResource(construct) || TerraformDataSource.isTerraformDataSource(construct);
  const type = isOurs ? construct.terraformResourceType : "";
  if (!type.startsWith("rblmonitor_")) return undefined;
  const name = type.slice("rblmonitor_".length);
  return OWN_NAMES[name] ?? name.replace(/s$/, "");
}

/** The objects that the service may make of a resource; undefined where a token says how many. */
function sizeOf({ hostInput }: Declared): number | undefined {
  if (hostInput === undefined) return 1;
  if (Token.isUnresolved(hostInput)) return undefined;
  const prefix = /\/(\d+)$/.exec(hostInput)?.[1];
  return prefix === undefined ? 1 : 2 ** (32 - Number(prefix));
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
