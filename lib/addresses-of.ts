import type { TerraformResource } from "cdktf";
import type { AddressType } from "./address-types";
import { isExpression } from "./configuration";
import type { TerraformJson } from "./moves";
import { once } from "./once";
import { resolved } from "./stable-id";

type Arguments = Readonly<Record<string, unknown>>;

/** An address or hostname of a resource: the path of an attribute, or a literal value. */
export interface FoundAddress {
  readonly kind: "host" | "certificate";
  readonly path: string;
  readonly literal?: string;
}

/**
 * Renders a resource as Terraform reads it: without arguments if it only moves to another one. Aspects that run later do not
 * change what was read.
 */
export const renderedOf = once((resource: TerraformResource) => {
  const { terraformResourceType: type, friendlyUniqueId: name } = resource;
  const { resource: written, moved = [] } = resolved(resource, resource.toTerraform()) as TerraformJson;
  const { "//": _, ...config } = written?.[type]?.[name] ?? {};
  return { config: written && config, moved };
});

export const configOf = (resource: TerraformResource): Arguments => renderedOf(resource).config ?? {};

/** Finds the addresses of a resource in its arguments, and the reasons for skipped ones. */
export function addressesOf(resource: TerraformResource, type: AddressType) {
  const config = configOf(resource);
  // The arguments of its instances may differ.
  const hasInstances = (resource.count ?? resource.forEach) !== undefined;
  const none = (...skipped: string[]) => ({ addresses: [] as FoundAddress[], skipped });
  const exists = (type.exists ?? []).map((path) => [path, undefined] as const);
  for (const [path, values] of [...exists, ...Object.entries(type.when ?? {})]) {
    const value = at(config, path) ?? null;
    // Another expression, such as a reference, is taken for a declared value.
    if (value === unknown || (isExpression(value) && values?.some((item) => item !== null)))
      return none(`${path} is not known at synthesis`);
    if (values?.some((item) => item === value) ?? value !== null) continue;
    // For an omitted argument, the provider decides whether there is an address.
    const isOpen = values !== undefined && value === null;
    return isOpen ? none(`${path} is omitted, so the resource may have no public address`) : none();
  }
  const skipped: string[] = [];
  const differs = (value: unknown): boolean =>
    hasInstances && typeof value === "string" && /\b(each|count)\./.test(value);
  const single = (kind: FoundAddress["kind"], written: string): FoundAddress[] => {
    const path = written.replace(/\?$/, "");
    const value = at(config, path);
    if (value === unknown) skipped.push(`${path} is not known at synthesis`);
    if (value === unknown || value === null || (value === undefined && path !== written)) return [];
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

/** The values that the service can monitor. */
function literals(kind: FoundAddress["kind"], path: string, values: readonly unknown[]): FoundAddress[] {
  const isMonitored = (text: string) => !(isExpression(text) ? privateAttribute : unmonitored).test(text);
  const monitored = values.filter(isText).filter(isMonitored);
  return monitored.map((literal) => ({ kind, path, literal }));
}

/** Wildcards, IPv6 addresses, and addresses of private networks. */
const unmonitored =
  /[*:]|^(?:10|127|169\.254|192\.168|172\.(?:1[6-9]|2\d|3[01])|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\./;

/** A reference to an attribute with a private address, such as `private_ip`. Resources may have such names, too. */
const privateAttribute = /\.\w*(?:private|internal|network_ip)\w*(?:\[[^\]]*\])?(?![\w.[-])/;

const isText = (value: unknown): value is string => typeof value === "string" && value !== "";

/** The value of what only Terraform knows: a block for each element of an expression, or something in an expression. */
const unknown = `\${unknown}`;

/**
 * The value at a path such as `managed.domains[0]`. Undefined if the arguments lack it, so it may be computed; null if they have
 * the list or block around it, but not the element or block, so a reference would lead nowhere. Constructs declare a single
 * block as an object or as a list of one.
 */
function at(config: Arguments, path: string): unknown {
  let [value, block]: unknown[] = [config, config];
  for (const part of path.match(/[^.[\]]+/g) ?? []) {
    if (isExpression(value)) return unknown;
    if (/^\d+$/.test(part)) {
      const element = Array.isArray(value) ? value[Number(part)] : value;
      if (isExpression(element)) return unknown;
      if (!element && (value || (block && block !== config))) return null;
      value = element;
    } else {
      block = Array.isArray(value) ? (value[0] ?? {}) : value;
      const { [part]: own, dynamic } = (block ?? {}) as Arguments & { dynamic?: Arguments };
      value = own ?? (dynamic?.[part] && unknown);
    }
  }
  return value ?? undefined;
}
