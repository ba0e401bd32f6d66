import {
  Annotations,
  Aspects,
  type IResolvable,
  type ITerraformIterator,
  ref,
  TerraformCount,
  TerraformElement,
  TerraformIterator,
  TerraformResource,
  TerraformStack,
  Token,
} from "cdktf";
import { Construct, type IConstruct } from "constructs";
import { type AddressType, addressTypes } from "./address-types";
import { addressesOf, type FoundAddress, type ResourceConfig } from "./addresses-of";
import { CertificateMonitor } from "./generated/certificate-monitor";
import type { Protocol } from "./generated/enumerations";
import { Host } from "./generated/host";
import type {
  CertificateProfileReference,
  ContactGroupReference,
  MonitoringProfileReference,
} from "./generated/references";
import { rejectConstructs } from "./reject-constructs";
import { type SharedArguments, sharedArguments } from "./shared-arguments";
import { sidOf, sidsOf } from "./sid-of";
import { resolved, stableId } from "./stable-id";

/** The settings of `monitorAddresses`. */
export interface MonitorAddressesOptions extends SharedArguments {
  /** Construct or SID of the hosts' monitoring profile. */
  readonly profile: MonitoringProfileReference;
  /** Constructs or SIDs of the contact groups to notify, at least one. */
  readonly groups: readonly ContactGroupReference[];
  /** Construct or SID of the certificate profile. If omitted, certificates are not monitored. */
  readonly certificateProfile?: CertificateProfileReference;
  /** Tags of every host and certificate monitor. Defaults to none. */
  readonly tags?: readonly string[];
  /** Whether all checks are paused. Defaults to `false`. */
  readonly paused?: boolean | IResolvable;
  /**
   * Further resource types, by their names in Terraform, or other rules for types in `addressTypes`. `false` excludes a type.
   */
  readonly types?: Readonly<Record<string, AddressType | false>>;
  /** Whether to exclude a resource. Defaults to none. */
  readonly exclude?: (resource: TerraformResource) => boolean;
}

/**
 * Monitors the public addresses and certificates that a stack declares: elastic IPs, servers, load balancers, DNS records,
 * certificates. `addressTypes` lists the known resource types; `types` extends it.
 *
 * Resources are found at synthesis, so it does not matter in which order the stack declares them. Aspects of the stack, such
 * as `tagAll`, also apply to the hosts and monitors. Each is named by its resource: other resources never change it. An
 * address or reference that the stack already monitors, or that two resources have, is monitored once. Resources with
 * `count` and `forEach` have a host for each instance.
 *
 * An address that is known only after the apply is accepted, but cannot be compared: if another object has the same
 * address, the apply fails with "Host already exists". Resources that may have no public address, and lists that are
 * unknown at synthesis, are skipped; an annotation of the resource gives the reason.
 *
 * @param scope the stack, or a part of it
 * @returns the construct with the hosts and monitors, empty until synthesis
 * @throws Error at a second call for the same scope, or for a construct in place of a value
 *
 * @example
 * ```ts
 * const web = new Instance(stack, "web", { ami, instanceType, associatePublicIpAddress: true });
 * new Eip(stack, "mail", { domain: "vpc" });
 * monitorAddresses(stack, { profile: hourly, groups: [operators], certificateProfile: expiry });
 * ```
 */
export function monitorAddresses(scope: Construct, options: MonitorAddressesOptions): MonitoredAddresses {
  const id = "monitored-addresses";
  if (scope.node.tryFindChild(id))
    throw new Error(
      `${scope.node.path}: monitorAddresses was called twice for this scope. Pass all types and exclusions in one call`,
    );
  return new MonitoredAddresses(scope, id, options);
}

/** The hosts and certificate monitors of `monitorAddresses`. */
export class MonitoredAddresses extends Construct {
  private isDeclared = false;
  private readonly options: MonitorAddressesOptions;
  private readonly found = {
    hosts: new Map<string, Host>(),
    monitors: new Map<string, CertificateMonitor>(),
  };

  public constructor(scope: Construct, id: string, options: MonitorAddressesOptions) {
    super(scope, id);
    rejectConstructs(this.node.path, options, ["profile", "groups", "certificateProfile"]);
    this.options = {
      ...options,
      profile: sidOf(options.profile),
      groups: sidsOf(options.groups),
      ...(options.certificateProfile && { certificateProfile: sidOf(options.certificateProfile) }),
    };
    new SharedReferences(this, this.options);
    Aspects.of(scope).add({ visit: () => this.declareOnce(scope) });
  }

  /** The hosts, by the expressions of their addresses. */
  public get hosts(): readonly Host[] {
    return [...this.found.hosts.values()];
  }

  /** The certificate monitors. */
  public get monitors(): readonly CertificateMonitor[] {
    return [...this.found.monitors.values()];
  }

  /** The first construct that an aspect visits is the scope itself, when everything is declared. */
  private declareOnce(scope: Construct): void {
    if (this.isDeclared) return;
    this.isDeclared = true;
    const stack = TerraformStack.of(this);
    const all = stack.node
      .findAll()
      .filter((candidate) => TerraformResource.isTerraformResource(candidate)) as TerraformResource[];
    const monitored = new Set(all.flatMap((candidate) => monitoredBy(candidate)));
    const types = { ...addressTypes, ...this.options.types };
    const configs = new Map<TerraformResource, ResourceConfig>();
    const configOf = (resource: TerraformResource): ResourceConfig => {
      const known = configs.get(resource) ?? resolvedConfig(resource);
      configs.set(resource, known);
      return known;
    };
    for (const resource of all) {
      const type = types[resource.terraformResourceType];
      if (!type || !isWithin(resource, scope) || this.options.exclude?.(resource)) continue;
      // The other resource has the address, and is monitored itself.
      const hasAddress = (candidate: TerraformResource): boolean => {
        const known = types[candidate.terraformResourceType];
        return (
          !known || addressesOf(known, configOf(candidate), hasInstances(candidate)).addresses.length > 0
        );
      };
      const isElsewhere = all.some(
        (candidate) =>
          type.unless?.includes(candidate.terraformResourceType) &&
          hasAddress(candidate) &&
          refersTo(configOf(candidate), resource, configOf(resource), candidate),
      );
      if (isElsewhere) continue;
      const { addresses, skipped } = addressesOf(type, configOf(resource), hasInstances(resource));
      for (const reason of skipped)
        Annotations.of(resource).addInfo(`Not monitored by monitorAddresses: ${reason}`);
      for (const address of addresses) this.declare(resource, address, monitored);
    }
  }

  private declare(resource: TerraformResource, address: FoundAddress, monitored: Set<string>): void {
    const { certificateProfile, groups, paused, profile, tags } = this.options;
    if (address.kind === "certificate" && certificateProfile === undefined) return;
    const { literal } = address;
    const value = literal ?? attributeOf(resource, address.path);
    const instances = literal === undefined ? instancesOf(resource) : undefined;
    const key = `${address.kind} ${resolvedText(this, value)}${instances ? ` of ${resource.node.path}` : ""}`;
    if (monitored.has(key)) return;
    monitored.add(key);
    const place = resource.node.path.slice(TerraformStack.of(this).node.path.length + 1);
    const suffix = (literal === undefined ? address.path : stableId(this, literal)).replace(/[^\w.-]+/g, "-");
    const id = `${resource.terraformResourceType}-${place.replaceAll("/", "-")}-${suffix}`;
    const shared = {
      ...sharedArguments(this.options),
      contactGroups: groups,
      name: [place, instances?.label, literal].filter((part) => part !== undefined).join(" "),
      ...instances?.of,
      ...(tags && { tags }),
      ...(paused !== undefined && { paused }),
    };
    if (address.kind === "host") {
      const host = new Host(this, id, { ...shared, host: value, profile });
      this.found.hosts.set(id, host);
    } else if (certificateProfile !== undefined) {
      const protocol: Protocol = "https";
      const monitor = new CertificateMonitor(this, id, {
        ...shared,
        hostname: value,
        protocol,
        profile: certificateProfile,
      });
      this.found.monitors.set(id, monitor);
    }
  }
}

/** An attribute of a resource, or of the current instance of a resource with `count` or `for_each`. */
function attributeOf(resource: TerraformResource, path: string): string {
  if (resource.forEach) return Token.asString(ref(`each.value.${path}`));
  const instance = resource.count === undefined ? "" : "[count.index]";
  const stack = TerraformStack.of(resource);
  return Token.asString(
    ref(`${resource.terraformResourceType}.${resource.friendlyUniqueId}${instance}.${path}`, stack),
  );
}

const hasInstances = ({ count, forEach }: TerraformResource): boolean =>
  count !== undefined || forEach !== undefined;

/** A monitor has the same instances as its resource, whose keys are known when Terraform plans. */
interface Instances {
  readonly of: { readonly count: TerraformCount } | { readonly forEach: ITerraformIterator };
  /** The key or the number of the instance. */
  readonly label: string;
}

function instancesOf(resource: TerraformResource): Instances | undefined {
  const { count, forEach } = resource;
  if (forEach) {
    return {
      of: { forEach: TerraformIterator.fromResources(resource) },
      label: Token.asString(ref("each.key")),
    };
  }
  if (count === undefined) return undefined;
  const shared = TerraformCount.isTerraformCount(count) ? count : TerraformCount.of(count);
  return { of: { count: shared }, label: Token.asString(ref("count.index")) };
}

/**
 * Prepares references into other stacks. The library does so for the elements of a stack before aspects run, which is too
 * early for the hosts.
 */
class SharedReferences extends TerraformElement {
  public constructor(
    scope: MonitoredAddresses,
    private readonly options: MonitorAddressesOptions,
  ) {
    super(scope, "references");
  }

  public override toTerraform(): Record<string, never> {
    const { profile, groups, certificateProfile } = this.options;
    for (const value of [profile, groups, certificateProfile]) resolved(this, value, true);
    return {};
  }
}

/** The addresses and hostnames that the stack monitors already. */
function monitoredBy(resource: TerraformResource): string[] {
  const { hostInput, hostnameInput } = resource as { hostInput?: string; hostnameInput?: string };
  if (resource.terraformResourceType === "rblmonitor_host")
    return [`host ${resolvedText(resource, hostInput)}`];
  if (resource.terraformResourceType !== "rblmonitor_certificate_monitor") return [];
  return [`certificate ${resolvedText(resource, hostnameInput)}`];
}

const resolvedText = (scope: IConstruct, value: unknown): string =>
  String(resolved(scope, value)).toLowerCase();

function isWithin(construct: IConstruct, scope: IConstruct): boolean {
  return construct.node.scopes.includes(scope) && TerraformStack.of(construct) === TerraformStack.of(scope);
}

/** Whether one of two resources refers to the other. */
function refersTo(
  config: ResourceConfig,
  resource: TerraformResource,
  own: ResourceConfig,
  other: TerraformResource,
): boolean {
  const mentions = (
    text: ResourceConfig,
    { terraformResourceType, friendlyUniqueId }: TerraformResource,
  ): boolean =>
    new RegExp(`\\b${terraformResourceType}\\.${friendlyUniqueId}\\b(?!-)`).test(JSON.stringify(text));
  return mentions(config, resource) || mentions(own, other);
}

/** The arguments of a resource as Terraform reads them. */
function resolvedConfig(resource: TerraformResource): ResourceConfig {
  const written = resolved(resource, resource.toTerraform()) as {
    resource?: Record<string, Record<string, object>>;
  };
  const config = written.resource?.[resource.terraformResourceType]?.[resource.friendlyUniqueId] ?? {};
  const { "//": _, ...rest } = config as Record<string, unknown>;
  return rest;
}
