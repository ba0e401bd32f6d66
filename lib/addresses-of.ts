import type { AddressType } from "./address-types";
import { isExpression } from "./configuration";

/** The arguments of a resource in Terraform's JSON: an expression is a string such as `${var.name}`. */
export type ResourceConfig = Readonly<Record<string, unknown>>;

/** An address or hostname of a resource: the path of an attribute, or a literal value. */
export interface FoundAddress {
  readonly kind: "host" | "certificate";
  readonly path: string;
  readonly literal?: string;
}

/**
 * Finds the addresses of a resource in its arguments, and the reasons for skipped ones.
 *
 * @param hasInstances whether the resource has `count` or `for_each`: its arguments may then differ by instance
 */
export function addressesOf(type: AddressType, config: ResourceConfig, hasInstances: boolean) {
  const none = (...skipped: string[]) => ({ addresses: [] as FoundAddress[], skipped });
  for (const path of type.exists ?? []) {
    const value = at(config, path) ?? null;
    const isDynamic = at(config, `dynamic.${path.replace(/\W.*/, "")}`) !== undefined;
    if (isExpression(value) || (value === null && isDynamic))
      return none(`${path} is not known at synthesis`);
    if (value === null) return none();
  }
  for (const [path, values] of Object.entries(type.when ?? {})) {
    const value = at(config, path) ?? null;
    if (isExpression(value)) return none(`${path} is not known at synthesis`);
    if (values.some((item) => item === value)) continue;
    // For an omitted argument, the provider decides whether there is an address.
    return value === null ? none(`${path} is omitted, so the resource may have no public address`) : none();
  }
  const skipped: string[] = [];
  const differs = (value: unknown): boolean =>
    hasInstances && typeof value === "string" && /\b(each|count)\./.test(value);
  const single = (kind: FoundAddress["kind"], written: string): FoundAddress[] => {
    const path = written.replace(/\?$/, "");
    const value = at(config, path);
    if (path !== written && (value ?? null) === null) return [];
    const block = blockOn(config, path);
    if (block === "unknown") skipped.push(`${path} is not known at synthesis`);
    if (block !== undefined) return [];
    // Without an argument, the attribute is computed.
    return isText(value) && !differs(value) ? literals(kind, path, [value]) : [{ kind, path }];
  };
  const several = (kind: FoundAddress["kind"], path: string): FoundAddress[] => {
    const value = at(config, path) ?? [];
    if (Array.isArray(value) && !value.some(differs)) return literals(kind, path, value);
    skipped.push(`the elements of ${path} are not known at synthesis`);
    return [];
  };
  const addresses = (["host", "certificate"] as const).flatMap((kind) => [
    ...(type[`${kind}s`] ?? []).flatMap((path) => single(kind, path)),
    ...(type[`${kind}Lists`] ?? []).flatMap((path) => several(kind, path)),
  ]);
  return { addresses, skipped };
}

/**
 * Whether a block or element on a path is unknown, or missing: the arguments have the list or block around it, but not it. A
 * reference would lead nowhere. Undefined for other paths: a list that the arguments lack as a whole is computed.
 */
function blockOn(config: ResourceConfig, path: string): "unknown" | "missing" | undefined {
  let around: unknown = config;
  for (const step of path.split(".")) {
    const [list = "", element] = step.split("[");
    const own = at(around, step);
    if (element !== undefined) {
      const isDynamic = at(around, `dynamic.${list}`) !== undefined;
      if (isExpression(own) || (isDynamic && !own)) return "unknown";
      if (!own && ((around !== config && around) || at(around, list))) return "missing";
    }
    around = own;
  }
  return undefined;
}

/** The values that the service can monitor. */
function literals(kind: FoundAddress["kind"], path: string, values: readonly unknown[]): FoundAddress[] {
  const monitored = values.filter(isText).filter((text) => isExpression(text) || !unmonitored.test(text));
  return monitored.map((literal) => ({ kind, path, literal }));
}

/** Wildcards, IPv6 addresses, and addresses of private networks. */
const unmonitored =
  /[*:]|^(?:10|127|169\.254|192\.168|172\.(?:1[6-9]|2\d|3[01])|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\./;

const isText = (value: unknown): value is string => typeof value === "string" && value !== "";

/**
 * The value at a path such as `managed.domains`; an expression on the way is the value. Constructs declare a single block as an
 * object or as a list of one.
 */
function at(config: unknown, path: string): unknown {
  return path
    .split(/[.[\]]+/)
    .filter((part) => part !== "")
    .reduce((value: unknown, part) => {
      if (isExpression(value) || value === null || value === undefined) return value;
      const isIndex = /^\d+$/.test(part);
      if (isIndex !== Array.isArray(value))
        return isIndex ? value : at((value as ResourceConfig[])[0] ?? {}, part);
      return (value as Record<string, unknown>)[part];
    }, config);
}
