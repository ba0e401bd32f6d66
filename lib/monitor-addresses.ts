import {
  Annotations,
  Aspects,
  ref,
  TerraformCount,
  TerraformElement,
  TerraformIterator,
  type TerraformResource,
  TerraformStack,
  Token,
} from "cdktf";
import { Construct } from "constructs";
import { type AddressType, addressTypes } from "./address-types";
import { addressesOf, type FoundAddress, type ResourceConfig } from "./addresses-of";
import { checkConfiguration, isExpression, partsOf } from "./configuration";
import { CertificateMonitor } from "./generated/certificate-monitor";
import { Host } from "./generated/host";
import type { CertificateProfileReference, MonitoringProfileReference } from "./generated/references";
import { areaId, formerAddresses, formerNames, nameOf, references } from "./monitored-names";
import { addFormerNames, addressOf, type Move, movesIn, placeOf, resourcesOf } from "./moves";
import { once } from "./once";
import { type SharedSettings, settingsOf } from "./shared-arguments";
import { sidOf, sidsOf } from "./sid-of";
import { resolved, sameEndpoint, sameHost } from "./stable-id";

/** The settings of `monitorAddresses`. */
export interface MonitorAddressesOptions extends SharedSettings<MonitoringProfileReference> {
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
    checkConfiguration(this.node.path, options, ["profile", "contactGroups", "certificateProfile"]);
    this.types = { ...addressTypes, ...options.types };
    // The library prepares references into other stacks before aspects run, which is too early for those of the hosts.
    const prepared = new TerraformElement(this, "references");
    prepared.toTerraform = () => {
      const { profile, contactGroups, certificateProfile, tags, paused } = options;
      resolved(this, [sidOf(profile), sidsOf(contactGroups), sidOf(certificateProfile), tags, paused], true);
      return {};
    };
    Aspects.of(scope).add({ visit: () => MonitoredAddresses.declareAll(TerraformStack.of(scope)) });
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
    const moved = all.filter((resource) => resource.hasResourceMove());
    const resources = all.filter((resource) => !moved.includes(resource) || renderedOf(resource).config);
    const monitored = new Set(resources.flatMap(monitoredBy));
    const claims = new Map<string, Claim>();
    const neighbours = neighboursOf(resources);
    for (const resource of resources) {
      const area = areaOf(resource);
      if (area === undefined || area.options.exclude?.(resource)) continue;
      const type = area.types[resource.terraformResourceType];
      if (!type || area.assigns(type.unless, neighbours.get(resource))) continue;
      const { addresses, skipped } = addressesIn(resource, type);
      for (const reason of skipped)
        Annotations.of(resource).addInfo(`Not monitored by monitorAddresses: ${reason}`);
      for (const address of addresses) {
        if (address.kind === "certificate" && area.options.certificateProfile === undefined) continue;
        const key = keyOf(address, resource);
        const claim = { key, area, resource, address };
        const other = claims.get(key);
        if (!monitored.has(key) && (other === undefined || precedes(claim, other))) claims.set(key, claim);
      }
    }
    const moves = [...movesIn(stack), ...moved.flatMap((resource) => renderedOf(resource).moved)];
    const former = formerAddresses(moves);
    const named = new Map<string, Claim>();
    for (const claim of claims.values()) {
      const name = nameOf(claim.area.idOf(claim));
      const other = named.get(name)?.resource.node.path;
      if (other)
        throw new Error(
          `${claim.area.node.path}: idOf returns the same for ${other} and ${claim.resource.node.path}`,
        );
      named.set(name, claim);
      claim.area.declare(name, claim);
      const { key, area, resource, address } = claim;
      const assigning = address.literal === undefined ? addressOf(resource) : undefined;
      addFormerNames(area, name, formerNames(key, area, assigning, former));
    }
  });

  /** Whether one of the neighbours of a resource assigns its address, and is monitored itself. */
  private assigns(types: readonly string[] = [], neighbours: Iterable<TerraformResource> = []): boolean {
    return [...neighbours].some((candidate) => {
      if (!types.includes(candidate.terraformResourceType)) return false;
      const type = this.types[candidate.terraformResourceType];
      return !type || addressesIn(candidate, type).addresses.length > 0;
    });
  }

  /** The key of a claim, or the one that the user's id gives. */
  private idOf({ key, resource, address: { kind, path, literal } }: Claim): string {
    const id = literal === undefined ? this.options.idOf?.(resource) : undefined;
    return id === undefined ? key : `${kind} ${id} ${path}`;
  }

  private declare(id: string, { resource, address: { kind, path, literal } }: Claim): void {
    const { certificateProfile } = this.options;
    const stack = TerraformStack.of(this);
    const { address, key: instance, meta } = instanceOf(resource);
    const place = placeOf(resource);
    const value = literal ?? Token.asString(ref(`${address}.${path}`, stack));
    const name = literal ?? (instance === undefined ? place : `${place} ${Token.asString(ref(instance))}`);
    const shared = { ...settingsOf(this.options), name, ...(literal === undefined && meta) };
    const monitored = { hostname: value, protocol: "https", profile: certificateProfile ?? "" } as const;
    const declared =
      kind === "host"
        ? new Host(this, id, { ...shared, host: value })
        : new CertificateMonitor(this, id, { ...shared, ...monitored });
    // The name does not have the path of the call, so that another call replaces nothing.
    declared.overrideLogicalId(id);
  }
}

/** An address that a resource has, and the construct that monitors the resource. */
interface Claim {
  readonly key: string;
  readonly area: MonitoredAddresses;
  readonly resource: TerraformResource;
  readonly address: FoundAddress;
}

/**
 * The current instance of a resource: its address, its key or number, and the meta-argument that gives a monitor the same
 * instances.
 */
function instanceOf(resource: TerraformResource) {
  const { count, forEach } = resource;
  if (forEach) {
    const meta = { forEach: TerraformIterator.fromResources(resource) };
    return { address: "each.value", key: "each.key", meta };
  }
  const address = addressOf(resource);
  if (count === undefined) return { address };
  const meta = { count: TerraformCount.isTerraformCount(count) ? count : TerraformCount.of(count) };
  return { address: `${address}[count.index]`, key: "count.index", meta };
}

/** The construct of the nearest call of `monitorAddresses` around a resource. */
function areaOf(resource: TerraformResource): MonitoredAddresses | undefined {
  const areas = resource.node.scopes.map((scope) => scope.node.tryFindChild(areaId));
  return areas.findLast((area) => area instanceof MonitoredAddresses);
}

/** The identity of an address: what the configuration states, or the attribute that has it. */
function keyOf({ kind, path, literal }: FoundAddress, resource: TerraformResource): string {
  return literal === undefined
    ? `${kind} (${addressOf(resource)}.${path})`
    : monitoredKey(kind, String(resolved(resource, literal)));
}

function monitoredKey(kind: FoundAddress["kind"], text: string): string {
  if (isExpression(text)) return `${kind} ${text.replace(/^\$\{(.*)\}$/s, "($1)")}`;
  return `${kind} ${kind === "host" ? sameHost(text) : sameEndpoint(text, "https")}`;
}

/** Whether a claim comes first: that of the assigning resource, of the deepest scope, or of the smaller path. */
function precedes(a: Claim, b: Claim): boolean {
  const assigns = ({ address }: Claim): boolean => address.literal === undefined;
  if (assigns(a) !== assigns(b)) return assigns(a);
  const [first, second] = [a.area.node, b.area.node];
  const levels = first.scopes.length - second.scopes.length;
  return levels === 0 ? first.path < second.path : levels > 0;
}

/** The key of the address or hostname that a construct of this package monitors. */
function monitoredBy(resource: TerraformResource): string[] {
  const text = (property: string): string => String(resolved(resource, Reflect.get(resource, property)));
  const { terraformResourceType: type } = resource;
  if (type === "rblmonitor_host") return [monitoredKey("host", text("hostInput"))];
  return type === "rblmonitor_certificate_monitor"
    ? [monitoredKey("certificate", text("hostnameInput"))]
    : [];
}

/** The resources that each resource refers to, and those that refer to it. The references of each are read once. */
function neighboursOf(resources: readonly TerraformResource[]) {
  const byAddress = new Map(resources.map((resource) => [addressOf(resource), resource]));
  const neighbours = new Map(resources.map((resource) => [resource, new Set<TerraformResource>()]));
  for (const resource of resources) {
    if (resource.terraformResourceType.startsWith("rblmonitor_")) continue;
    // An element of `depends_on` is a plain address, which counts as no reference.
    const values = [...partsOf(configOf(resource), "")].map(({ value }) => value);
    for (const address of values.filter(isExpression).join(" ").match(references) ?? []) {
      const other = byAddress.get(address);
      if (other === undefined) continue;
      neighbours.get(resource)?.add(other);
      neighbours.get(other)?.add(resource);
    }
  }
  return neighbours;
}

/**
 * Renders a resource as Terraform reads it: without arguments if it only moves to another one. Aspects that run later do not
 * change what was read.
 */
const renderedOf = once((resource: TerraformResource) => {
  const { terraformResourceType: type, friendlyUniqueId: name } = resource;
  const { resource: written, moved = [] } = resolved(resource, resource.toTerraform()) as {
    readonly resource?: Readonly<Record<string, Readonly<Record<string, ResourceConfig>>>>;
    readonly moved?: readonly Move[];
  };
  const { "//": _, ...config } = written?.[type]?.[name] ?? {};
  return { config: written && config, moved };
});

const configOf = (resource: TerraformResource): ResourceConfig => renderedOf(resource).config ?? {};

const addressesIn = (resource: TerraformResource, type: AddressType) =>
  addressesOf(type, configOf(resource), (resource.count ?? resource.forEach) !== undefined);
