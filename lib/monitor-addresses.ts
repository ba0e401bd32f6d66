import {
  Annotations,
  Aspects,
  ref,
  TerraformCount,
  TerraformElement,
  TerraformIterator,
  TerraformResource,
  TerraformStack,
  Token,
} from "cdktf";
import { Construct } from "constructs";
import { type AddressType, addressTypes } from "./address-types";
import { addressesOf, type FoundAddress, isExpression, type ResourceConfig } from "./addresses-of";
import { checkConfiguration } from "./configuration";
import { CertificateMonitor } from "./generated/certificate-monitor";
import { Host } from "./generated/host";
import type { CertificateProfileReference, MonitoringProfileReference } from "./generated/references";
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

const areaId = "monitored-addresses";

/** The hosts and certificate monitors of `monitorAddresses`. */
export class MonitoredAddresses extends Construct {
  private isDeclared = false;
  private readonly options: MonitorAddressesOptions;
  private readonly types: Readonly<Record<string, AddressType | false>>;

  public constructor(scope: Construct, id: string, options: MonitorAddressesOptions) {
    super(scope, id);
    checkConfiguration(this.node.path, options, ["profile", "contactGroups", "certificateProfile"]);
    this.options = {
      ...options,
      profile: sidOf(options.profile),
      contactGroups: sidsOf(options.contactGroups),
      certificateProfile: sidOf(options.certificateProfile),
    };
    this.types = { ...addressTypes, ...options.types };
    this.prepareReferences();
    Aspects.of(scope).add({
      visit: () => this.isDeclared || MonitoredAddresses.declareAll(TerraformStack.of(scope)),
    });
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
   * Prepares references into other stacks. The library does so for the elements of a stack before aspects run, which is too
   * early for the hosts.
   */
  private prepareReferences(): void {
    const { profile, contactGroups, certificateProfile, tags, paused } = this.options;
    const element = new TerraformElement(this, "references");
    element.toTerraform = () => {
      resolved(this, [profile, contactGroups, certificateProfile, tags, paused], true);
      return {};
    };
  }

  /**
   * Declares what all calls for a stack and its parts monitor, once everything is declared: the first construct that an aspect
   * visits is its scope.
   */
  private static declareAll(stack: TerraformStack): void {
    const constructs = stack.node.findAll();
    const resources = constructs
      .filter(TerraformResource.isTerraformResource)
      .filter((resource) => TerraformStack.of(resource) === stack);
    const monitored = new Set(resources.flatMap(monitoredBy));
    const claims = new Map<string, Claim>();
    const neighbours = neighboursOf(resources);
    for (const resource of resources) {
      const area = areaOf(resource);
      const type = area?.typeOf(resource);
      if (area === undefined || type === undefined) continue;
      if (area.assigns(type.unless, neighbours.get(resource))) continue;
      const { addresses, skipped } = addressesOf(type, configOf(resource), hasInstances(resource));
      for (const reason of skipped)
        Annotations.of(resource).addInfo(`Not monitored by monitorAddresses: ${reason}`);
      for (const address of addresses) {
        const claim = { area, resource, address };
        const key = keyOf(address, resource);
        const other = claims.get(key);
        if (!monitored.has(key) && (other === undefined || precedes(claim, other))) claims.set(key, claim);
      }
    }
    for (const construct of constructs)
      if (construct instanceof MonitoredAddresses) construct.isDeclared = true;
    for (const [key, claim] of claims) claim.area.declare(key, claim);
  }

  /** Whether one of the neighbours of a resource assigns its address, and is monitored itself. */
  private assigns(types: readonly string[] = [], neighbours: Iterable<TerraformResource> = []): boolean {
    return [...neighbours].some((candidate) => {
      if (!types.includes(candidate.terraformResourceType)) return false;
      const type = this.types[candidate.terraformResourceType];
      return !type || addressesOf(type, configOf(candidate), hasInstances(candidate)).addresses.length > 0;
    });
  }

  /** The type of a resource that this monitors; undefined for others. */
  private typeOf(resource: TerraformResource): AddressType | undefined {
    if (this.options.exclude?.(resource)) return undefined;
    return this.types[resource.terraformResourceType] || undefined;
  }

  private declare(key: string, { resource, address: { kind, path, literal } }: Claim): void {
    const { certificateProfile } = this.options;
    const stack = TerraformStack.of(this);
    const { address, key: instance, meta } = instanceOf(resource);
    const place = resource.node.path.slice(stack.node.path.length + 1);
    const value = literal ?? Token.asString(ref(`${address}.${path}`, stack));
    const shared = {
      ...settingsOf(this.options),
      name: literal ?? (instance === undefined ? place : `${place} ${instance}`),
      ...(literal === undefined && meta),
    };
    // Different keys stay different: no two of them may collide in a name.
    const id = encodeURIComponent(key);
    if (kind === "host") {
      new Host(this, id, { ...shared, host: value });
    } else if (certificateProfile !== undefined) {
      const monitored = { hostname: value, protocol: "https", profile: certificateProfile } as const;
      new CertificateMonitor(this, id, { ...shared, ...monitored });
    }
  }
}

/** An address that a resource has, and the construct that monitors the resource. */
interface Claim {
  readonly area: MonitoredAddresses;
  readonly resource: TerraformResource;
  readonly address: FoundAddress;
}

const hasInstances = ({ count, forEach }: TerraformResource): boolean =>
  count !== undefined || forEach !== undefined;

/**
 * The current instance of a resource: its address, its key or number, and the meta-argument that gives a monitor the same
 * instances.
 */
function instanceOf(resource: TerraformResource) {
  const { count, forEach } = resource;
  if (forEach)
    return {
      address: "each.value",
      key: Token.asString(ref("each.key")),
      meta: { forEach: TerraformIterator.fromResources(resource) },
    };
  if (count === undefined) return { address: addressOf(resource) };
  return {
    address: `${addressOf(resource)}[count.index]`,
    key: Token.asString(ref("count.index")),
    meta: { count: TerraformCount.isTerraformCount(count) ? count : TerraformCount.of(count) },
  };
}

/** The construct of the nearest scope of a resource for which `monitorAddresses` was called. */
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
  return first.scopes.length === second.scopes.length
    ? first.path < second.path
    : first.scopes.length > second.scopes.length;
}

/** The key of the address or hostname that a construct of this package monitors. */
function monitoredBy(resource: TerraformResource): string[] {
  const { hostInput, hostnameInput } = resource as { hostInput?: string; hostnameInput?: string };
  const { terraformResourceType: type } = resource;
  const text = (value: unknown): string => String(resolved(resource, value));
  if (type === "rblmonitor_host") return [monitoredKey("host", text(hostInput))];
  return type === "rblmonitor_certificate_monitor" ? [monitoredKey("certificate", text(hostnameInput))] : [];
}

const addressOf = ({ terraformResourceType, friendlyUniqueId }: TerraformResource): string =>
  `${terraformResourceType}.${friendlyUniqueId}`;

/** The resources that each resource refers to, and those that refer to it. The references of each are read once. */
function neighboursOf(resources: readonly TerraformResource[]) {
  const byAddress = new Map(resources.map((resource) => [addressOf(resource), resource]));
  const neighbours = new Map(resources.map((resource) => [resource, new Set<TerraformResource>()]));
  for (const resource of resources) {
    if (resource.terraformResourceType.startsWith("rblmonitor_")) continue;
    for (const address of referencesIn(configOf(resource))) {
      const other = byAddress.get(address);
      if (other === undefined) continue;
      neighbours.get(resource)?.add(other);
      neighbours.get(other)?.add(resource);
    }
  }
  return neighbours;
}

/** The addresses of resources in the expressions of arguments, such as `aws_eip.mail`; not those of `depends_on`. */
function referencesIn(value: unknown): readonly string[] {
  if (typeof value === "object" && value !== null) return Object.values(value).flatMap(referencesIn);
  if (typeof value !== "string" || !isExpression(value)) return [];
  return [...value.matchAll(/(?<![\w.-])[a-z]\w*\.[\w-]+/g)].map(([address]) => address);
}

const configs = new WeakMap<TerraformResource, ResourceConfig>();

/** The arguments of a resource as Terraform reads them; aspects that run later do not change what was read. */
function configOf(resource: TerraformResource): ResourceConfig {
  const known = configs.get(resource);
  if (known !== undefined) return known;
  const { terraformResourceType: type, friendlyUniqueId: name } = resource;
  const { resource: written } = resolved(resource, resource.toTerraform()) as {
    readonly resource?: Readonly<Record<string, Readonly<Record<string, ResourceConfig>>>>;
  };
  const { "//": _, ...config } = written?.[type]?.[name] ?? {};
  configs.set(resource, config);
  return config;
}
