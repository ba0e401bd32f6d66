import { createHash } from "node:crypto";
import type { TerraformResource } from "cdktf";
import { Annotations, Aspects, ref, TerraformIterator, TerraformStack, Token } from "cdktf";
import { Construct } from "constructs";
import { addTo, groupedBy } from "../src/service/groups";
import { type AddressType, addressTypes } from "./address-types";
import { addressesOf, configOf, type FoundAddress, renderedOf } from "./addresses-of";
import { checkConfiguration, isExpression, partsOf, warnOnce } from "./configuration";
import { CertificateMonitor } from "./generated/certificate-monitor";
import { Host, type HostConfig } from "./generated/host";
import type { CertificateProfileReference } from "./generated/references";
import { addFormerNames, addressOf, formerAddresses, onWrite, placeOf, resourcesOf } from "./moves";
import { once } from "./once";
import { type SharedSettings, settingsOf } from "./shared-arguments";
import { sidOf, sidsOf } from "./sid-of";
import { resolved, sameEndpoint, sameHost } from "./stable-id";

/** The construct of a call of `monitorAddresses`, below its scope. */
const areaId = "monitored-addresses";

/** The addresses of resources in an expression, such as `aws_eip.mail`. */
const references = /(?<![\w.-])[a-z]\w*\.[\w-]+/g;

/** The settings of `monitorAddresses`. */
export interface MonitorAddressesOptions extends SharedSettings<HostConfig> {
  /** Construct or SID of the certificate profile. If omitted, certificates are not monitored. */
  readonly certificateProfile?: CertificateProfileReference | undefined;
  /**
   * Further resource types, by their names in Terraform, or other rules for types in `addressTypes`. `false` excludes a type.
   */
  readonly types?: Readonly<Record<string, AddressType | false>> | undefined;
  /**
   * The part of a name in Terraform that identifies a resource. Set it to keep a host when its resource gets another address
   * without a move. Defaults to the address of the resource.
   */
  readonly idOf?: ((resource: TerraformResource) => string | undefined) | undefined;
  /** Whether to exclude a resource. Defaults to none. */
  readonly exclude?: ((resource: TerraformResource) => boolean) | undefined;
}

/**
 * Monitors the public addresses and certificates that a stack declares: elastic IPs, servers, load balancers, DNS records,
 * certificates. `addressTypes` lists the known resource types; `types` extends it.
 *
 * Resources are found at synthesis, so it does not matter in which order the stack declares them. Aspects of the stack, such
 * as `tagAll`, also apply to the hosts and monitors. The resource that assigns an address names its host; an address that
 * the configuration states names itself. Other resources never change a name. An address that the stack already monitors,
 * or that two resources have, is monitored once. Resources with `count` and `forEach` have a host for each instance.
 *
 * A part of a stack can have its own call: of several scopes with a resource, the nearest decides, in any order of calls.
 * Another call changes no name. If a resource moves, by `moveFromId` or `moveTo`, its host moves with it.
 *
 * An address that is known only after the apply is accepted, but cannot be compared: if another object has the same
 * address, the apply fails with "Host already exists". Resources that may have no public address, and lists that are
 * unknown at synthesis, are skipped; an annotation of the resource gives the reason.
 *
 * @param scope the stack, or a part of it
 * @returns the construct with the hosts and monitors, empty until synthesis
 * @throws Error at a second call for the same scope, for a scope above the stacks, or for a construct in place of a value
 *
 * @example
 * ```ts
 * const web = new Instance(stack, "web", { ami, instanceType, associatePublicIpAddress: true });
 * new Eip(stack, "mail", { domain: "vpc" });
 * monitorAddresses(stack, { profile: hourly, contactGroups: [operators], certificateProfile: expiry });
 * ```
 */
export function monitorAddresses(scope: Construct, options: MonitorAddressesOptions): MonitoredAddresses {
  if (!scope.node.scopes.some(TerraformStack.isStack))
    throw new Error(
      `${scope.node.path || "The app"} contains stacks, and monitorAddresses declares its hosts in one. Call it for each stack`,
    );
  if (scope.node.tryFindChild(areaId))
    throw new Error(
      `${scope.node.path}: monitorAddresses was called twice for this scope. Pass all types and exclusions in one call`,
    );
  return new MonitoredAddresses(scope, areaId, options);
}

/**
 * The hosts and certificate monitors of `monitorAddresses`.
 *
 * @example
 * ```ts
 * const monitored = monitorAddresses(stack, { profile: hourly, contactGroups: [operators] });
 * app.synth();
 * console.log(`${monitored.hosts.length} hosts`);
 * ```
 */
export class MonitoredAddresses extends Construct {
  private readonly types: Readonly<Record<string, AddressType | false>>;

  public constructor(
    scope: Construct,
    id: string,
    private readonly options: MonitorAddressesOptions,
  ) {
    super(scope, id);
    checkConfiguration({ path: this.node.path, scope: this }, options, "monitorAddresses");
    this.types = { ...addressTypes, ...options.types };
    // The library prepares references into other stacks before aspects run, which is too early for those of the hosts.
    onWrite(this, "references", () => {
      const { profile, contactGroups, certificateProfile, tags, paused } = options;
      resolved(this, [sidOf(profile), sidsOf(contactGroups), sidOf(certificateProfile), tags, paused], true);
      return {};
    });
    Aspects.of(scope).add({ visit: () => MonitoredAddresses.declareAll(TerraformStack.of(scope)) });
    this.node.addValidation({ validate: () => this.annotate() });
  }

  /** The hosts. */
  public get hosts(): readonly Host[] {
    return this.node.children.filter((child) => child instanceof Host);
  }

  /** The certificate monitors. */
  public get monitors(): readonly CertificateMonitor[] {
    return this.node.children.filter((child) => child instanceof CertificateMonitor);
  }

  /**
   * Declares what all calls for a stack and its parts monitor, once everything is declared: the first construct that an aspect
   * visits is its scope.
   */
  private static readonly declareAll = once((stack: TerraformStack) => {
    const all = resourcesOf(stack);
    const resources = all.filter((resource) => !resource.hasResourceMove() || renderedOf(resource).config);
    const monitored = new Set(resources.map(monitoredBy));
    const neighbours = neighboursOf(resources);
    const claims = resources.flatMap((each) => areaOf(each)?.claimsOn(each, neighbours.get(each)) ?? []);
    const moved = all.flatMap((each) => (each.hasResourceMove() ? renderedOf(each).moved : []));
    const former = formerAddresses(stack, moved);
    const named = new Map<string, string>();
    for (const [key, rivals] of groupedBy(claims, (each) => each.key)) {
      const [claim] = [...rivals].sort(inOrder);
      if (claim === undefined || monitored.has(key)) continue;
      const { area, resource, kind, path, literal } = claim;
      const id = literal === undefined ? area.options.idOf?.(resource) : undefined;
      const name = nameOf(id === undefined ? key : `${kind} ${id} ${path}`);
      const other = named.get(name);
      if (other)
        throw new Error(`${area.node.path}: idOf returns the same for ${other} and ${resource.node.path}`);
      named.set(name, resource.node.path);
      area.declare(name, claim);
      addFormerNames(area, name, formerNames(claim, former));
    }
    return { seen: new Set(all), claims };
  });

  /** Annotates what this call does not monitor, after all aspects. */
  private annotate(): string[] {
    const { seen, claims } = MonitoredAddresses.declareAll(TerraformStack.of(this));
    const own = resourcesOf(TerraformStack.of(this)).filter((resource) => areaOf(resource) === this);
    for (const late of own.filter((each) => this.types[each.terraformResourceType] && !seen.has(each)))
      warnOnce(late, "Not monitored by monitorAddresses, since an aspect added it afterwards");
    for (const type of Object.keys(this.options.types ?? {}))
      if (!own.some((resource) => resource.terraformResourceType === type))
        Annotations.of(this).addInfo(`types.${type}: no resource of the scope has this type`);
    if (!claims.some(({ area }) => area === this))
      warnOnce(this, `${this.node.path} finds no public address. Extend types, or remove it`);
    return [];
  }

  /** The addresses of a resource that this call monitors. Annotates the resource with the reasons for others. */
  private claimsOn(resource: TerraformResource, neighbours: readonly TerraformResource[] = []): Claim[] {
    const type = this.types[resource.terraformResourceType];
    if (!type || this.options.exclude?.(resource)) return [];
    const isAssigned = neighbours.some((neighbour) => {
      const other = this.types[neighbour.terraformResourceType];
      const isAssigning = type.unless?.includes(neighbour.terraformResourceType);
      return isAssigning && (!other || addressesOf(neighbour, other).addresses.length > 0);
    });
    if (isAssigned) return [];
    const { addresses, skipped } = addressesOf(resource, type);
    for (const reason of skipped)
      Annotations.of(resource).addInfo(`Not monitored by monitorAddresses: ${reason}`);
    return addresses
      .filter(({ kind }) => kind === "host" || this.options.certificateProfile !== undefined)
      .map((address) => ({ ...address, key: keyOf(address, resource), area: this, resource }));
  }

  private declare(id: string, { resource, kind, path, literal }: Claim): void {
    const { certificateProfile } = this.options;
    const { address, key: instance, ...meta } = instanceOf(resource);
    const place = placeOf(resource);
    const value = literal ?? Token.asString(ref(`${address}.${path}`, TerraformStack.of(this)));
    const name = literal ?? (instance === undefined ? place : `${place} \${${instance}}`);
    const shared = { ...settingsOf<HostConfig>(this.options), name, ...(literal === undefined && meta) };
    const monitored = { hostname: value, protocol: "https", profile: certificateProfile ?? "" } as const;
    const declared =
      kind === "host"
        ? new Host(this, id, { ...shared, host: value })
        : new CertificateMonitor(this, id, { ...shared, ...monitored });
    // The name does not have the path of the call, so that another call replaces nothing.
    declared.overrideLogicalId(id);
  }
}

/** An address that a resource has, its identity, and the construct that monitors the resource. */
type Claim = FoundAddress & { key: string; area: MonitoredAddresses; resource: TerraformResource };

/**
 * The current instance of a resource: its address, its key or number, and the meta-argument that gives a monitor the same
 * instances.
 */
function instanceOf(resource: TerraformResource) {
  const { count, forEach } = resource;
  if (forEach)
    return { address: "each.value", key: "each.key", forEach: TerraformIterator.fromResources(resource) };
  const address = addressOf(resource);
  if (count === undefined) return { address };
  return { address: `${address}[count.index]`, key: "count.index", count };
}

/** The construct of the nearest call of `monitorAddresses` around a resource. */
function areaOf(resource: TerraformResource): MonitoredAddresses | undefined {
  const areas = resource.node.scopes.map((scope) => scope.node.tryFindChild(areaId));
  return areas.findLast((area) => area instanceof MonitoredAddresses);
}

/** The identity of an address: what the configuration states, or the attribute that has it. */
function keyOf({ kind, path, literal }: FoundAddress, resource: TerraformResource): string {
  const text = literal ?? `\${${addressOf(resource)}.${path}}`;
  if (isExpression(text)) return `${kind} ${text.replace(/^\$\{(.*)\}$/s, "($1)")}`;
  return `${kind} ${kind === "host" ? sameHost(text) : sameEndpoint(text, "https")}`;
}

/** The name in Terraform of what monitors a key. It shows the key, and different keys have different names. */
function nameOf(key: string): string {
  const shown = key.replace(/^\w+ /, "").replace(/\W+/g, "_").replace(/^_|_$/g, "");
  return `monitored_${shown.slice(0, 200)}_${createHash("sha256").update(key).digest("hex").slice(0, 8)}`;
}

/**
 * The names that the monitor of a claim can have in a state: those of the resource's former address, and those that this package
 * gave until version 0.1, which had the path of the call.
 */
function formerNames({ key, area, resource, literal }: Claim, former: ReturnType<typeof formerAddresses>) {
  const stack = TerraformStack.of(area);
  const scopes = area.node.scopes.slice(stack.node.scopes.length - 1, -1) as Construct[];
  const { from = "", to = "" } = (literal === undefined && former.get(addressOf(resource))) || {};
  const before = key.replace(references, (address) => former.get(address)?.address ?? address);
  return [[key, to] as const, [before, from] as const].flatMap(([text, instance]) => {
    const path = `${areaId}/${encodeURIComponent(text)}`;
    const places = [...scopes.map((below) => ({ below, path })), { below: stack, path: nameOf(text) }];
    return places.map((place) => ({ ...place, from: instance, to }));
  });
}

/** Compares claims: that of the assigning resource comes first, then that of the deepest scope, or of the smaller path. */
function inOrder(a: Claim, b: Claim): number {
  const states = ({ literal }: Claim): number => Number(literal !== undefined);
  const [first, second] = [a.area.node, b.area.node];
  const levels = second.scopes.length - first.scopes.length;
  const order = Number(first.path > second.path) - Number(first.path < second.path);
  return states(a) - states(b) || levels || order;
}

/** What the constructs of this package monitor: by type, the kind and the property with the address or hostname. */
const monitors: Readonly<Record<string, readonly [FoundAddress["kind"], string]>> = {
  rblmonitor_host: ["host", "hostInput"],
  rblmonitor_certificate_monitor: ["certificate", "hostnameInput"],
};

/** The key of the address or hostname that a construct of this package monitors. */
function monitoredBy(resource: TerraformResource): string | undefined {
  const [kind, path = ""] = monitors[resource.terraformResourceType] ?? [];
  if (kind === undefined) return undefined;
  return keyOf({ kind, path, literal: String(resolved(resource, Reflect.get(resource, path))) }, resource);
}

/** The resources that each resource refers to, and those that refer to it. The references of each are read once. */
function neighboursOf(resources: readonly TerraformResource[]) {
  const byAddress = new Map(resources.map((resource) => [addressOf(resource), resource]));
  const neighbours = new Map<TerraformResource, TerraformResource[]>();
  for (const resource of resources) {
    if (resource.terraformResourceType.startsWith("rblmonitor_")) continue;
    // An element of `depends_on` is a plain address, which counts as no reference.
    const values = [...partsOf(configOf(resource), "")].map(({ value }) => value);
    for (const address of values.filter(isExpression).join(" ").match(references) ?? []) {
      const other = byAddress.get(address);
      if (other === undefined) continue;
      addTo(neighbours, resource, other);
      addTo(neighbours, other, resource);
    }
  }
  return neighbours;
}
