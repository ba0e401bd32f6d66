import { type IResolvable, TerraformIterator, Token } from "cdktf";
import { Construct } from "constructs";
import { Host } from "./generated/host";
import type { ContactGroupReference, MonitoringProfileReference } from "./generated/references";
import { type SharedArguments, sharedArguments } from "./shared-arguments";
import { sidOf, sidsOf } from "./sid-of";
import { stableId } from "./stable-id";

/** One host of a fleet that differs from the others. */
export interface FleetHost {
  /** IPv4 address, domain name or IPv4 subnet in CIDR form. A change makes a new host. */
  readonly host: string;
  /** Label of the host. Default: its key in the map. A change renames it. */
  readonly name?: string;
  /** The construct of the monitoring profile or its SID. Default: the fleet's. */
  readonly profile?: MonitoringProfileReference;
  /** The constructs of contact groups or their SIDs. Default: the fleet's. */
  readonly contactGroups?: readonly ContactGroupReference[];
  /** Tags besides the fleet's. Default: none. */
  readonly tags?: readonly string[];
  /** Whether all checks of the host are stopped. Default: as the fleet. */
  readonly paused?: boolean | IResolvable;
}

/** What the hosts of a fleet have in common, and which they are. */
export interface HostFleetConfig extends SharedArguments {
  /**
   * The hosts: a list of addresses, domain names and subnets, or a map from a label to one of these or to a `FleetHost`.
   * Each may be a token, such as the address of another resource. So may the list or the map as a whole: Terraform then
   * makes the hosts with `for_each`, and must know the list, or the keys of the map, when it plans.
   */
  readonly hosts: readonly string[] | Readonly<Record<string, string | FleetHost>>;
  /** The construct of the monitoring profile, or its SID. */
  readonly profile: MonitoringProfileReference;
  /** The constructs of the contact groups to notify, or their SIDs; at least one. */
  readonly contactGroups: readonly ContactGroupReference[];
  /** Tags that every host of the fleet has. Default: none. */
  readonly tags?: readonly string[];
  /** Whether all checks of the fleet are stopped. Default: `false`. */
  readonly paused?: boolean | IResolvable;
}

/**
 * Hosts that are monitored alike: the senders of a mail platform, the addresses of a customer.
 *
 * Each host's name in Terraform comes from its key in the map, or from what the list says: none is made anew when others
 * come, go or change places.
 */
export class HostFleet extends Construct {
  /**
   * The hosts, by their keys in the map or as the list says them. Of a list or map that Terraform alone knows there is one,
   * named `each`, which stands for all.
   */
  public readonly hosts: Readonly<Record<string, Host>>;

  /** @throws Error when the list has a host twice */
  public constructor(scope: Construct, id: string, given: HostFleetConfig) {
    super(scope, id);
    // Asked for once: a construct makes a token each time, which synthesis would resolve for each host.
    const config = { ...given, profile: sidOf(given.profile), contactGroups: sidsOf(given.contactGroups) };
    const { hosts } = config;
    if (Token.isUnresolved(hosts)) this.hosts = { each: this.declareEach(config) };
    else if (Array.isArray(hosts)) this.hosts = this.declareList(hosts, config);
    else this.hosts = this.declareMap(hosts as Readonly<Record<string, string | FleetHost>>, config);
  }

  /** The SIDs of all hosts, known when Terraform has created them. */
  public get ids(): string[] {
    const { each } = this.hosts;
    return each?.forEach
      ? Token.asList(TerraformIterator.fromResources(each).pluckProperty("id"))
      : Object.values(this.hosts).map((host) => host.id);
  }

  private declareList(hosts: readonly string[], config: HostFleetConfig): Record<string, Host> {
    const declared: Record<string, Host> = {};
    const ids = new Set<string>();
    for (const host of hosts) {
      const id = stableId(this, host);
      if (ids.has(id)) throw new Error(`The fleet ${this.node.path} has the host ${id} twice`);
      ids.add(id);
      declared[host] = this.declare(id, host, { host }, config);
    }
    return declared;
  }

  private declareMap(
    hosts: Readonly<Record<string, string | FleetHost>>,
    config: HostFleetConfig,
  ): Record<string, Host> {
    return Object.fromEntries(
      Object.entries(hosts).map(([key, given]) => {
        const host = typeof given === "string" ? { host: given } : given;
        return [key, this.declare(key, key, host, config)];
      }),
    );
  }

  /** The hosts of a list or a map of which only Terraform knows the content. */
  private declareEach(config: HostFleetConfig): Host {
    const hosts = config.hosts as string[] | Record<string, string>;
    const iterator = Array.isArray(hosts)
      ? TerraformIterator.fromList(hosts)
      : TerraformIterator.fromMap(hosts);
    const host = this.declare("each", iterator.key, { host: iterator.value }, config);
    host.forEach = iterator;
    return host;
  }

  private declare(id: string, name: string, host: FleetHost, config: HostFleetConfig): Host {
    const tags = [...new Set([...(config.tags ?? []), ...(host.tags ?? [])])];
    const paused = host.paused ?? config.paused;
    return new Host(this, id, {
      ...sharedArguments(config),
      host: host.host,
      name: host.name ?? name,
      profile: host.profile ?? config.profile,
      contactGroups: host.contactGroups ?? config.contactGroups,
      ...(tags.length > 0 && { tags }),
      ...(paused !== undefined && { paused }),
    });
  }
}
