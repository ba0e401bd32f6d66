import {
  Fn,
  type IResolvable,
  type ITerraformDependable,
  MapTerraformIterator,
  ref,
  TerraformIterator,
  Token,
} from "cdktf";
import { Construct } from "constructs";
import { byKey, dependencyOn, entriesOf, overlapIn, sharedByEach } from "./fleet-entries";
import { Host } from "./generated/host";
import type { MonitoringProfileReference } from "./generated/references";
import { rejectConstructs } from "./reject-constructs";
import { type OwnSettings, type SharedSettings, settingsOf } from "./shared-arguments";
import { sidOf, sidsOf } from "./sid-of";
import { stableId } from "./stable-id";

/** One host of a fleet that differs from the others. */
export interface FleetHost extends OwnSettings<MonitoringProfileReference> {
  /** IPv4 address, domain name, or IPv4 subnet in CIDR notation. Changing this forces replacement. */
  readonly host: string;
  /** Label of the host. Defaults to its key in the map, or to the host. */
  readonly name?: string;
}

/**
 * The settings that the hosts of a fleet share, and the hosts.
 *
 * @typeParam Name the names of the hosts, inferred by the compiler
 */
export interface HostFleetConfig<Name extends string = string>
  extends SharedSettings<MonitoringProfileReference> {
  /**
   * The hosts: a list or a map, from labels, of addresses, domain names, subnets, and `FleetHost`s. Each may be a token, such
   * as the address of another resource. The whole list or map may also be a token: Terraform then creates the hosts with
   * `for_each`, and must know the list, or the keys of the map, during planning. Its objects have the attributes `host`,
   * `name`, `profile`, `contact_groups`, `tags`, and `paused`.
   */
  readonly hosts: readonly (Name | FleetHost)[] | Readonly<Record<Name, string | FleetHost>> | IResolvable;
}

/**
 * Hosts with shared settings, such as the senders of a mail platform or the addresses of a customer.
 *
 * The name of a host in Terraform comes from its key in the map or from its address. Reordering or extending the list never
 * replaces a host.
 *
 * @example
 * ```ts
 * const hosts = { mx1: "192.0.2.11", mx2: "192.0.2.12", domain: "example.com" };
 * const fleet = new HostFleet(stack, "mail", { hosts, profile: hourly, contactGroups: [postmasters] });
 * new TerraformOutput(stack, "mx1", { value: fleet.hosts.mx1.id });
 * ```
 */
export class HostFleet<Name extends string = string> extends Construct implements ITerraformDependable {
  /**
   * The hosts, by their keys in the map or by their values in the list. For a list or map that is a token, a single construct
   * `each` declares all hosts.
   */
  public readonly hosts: Readonly<Record<Name, Host>>;

  /** @throws Error for a duplicate or overlapping address, or for another value than a host, such as a construct */
  public constructor(scope: Construct, id: string, options: HostFleetConfig<Name>) {
    super(scope, id);
    rejectConstructs(this.node.path, options, ["profile", "contactGroups"]);
    // The SIDs are the same for all hosts.
    const config: HostFleetConfig = {
      ...(options as HostFleetConfig),
      profile: sidOf(options.profile),
      contactGroups: sidsOf(options.contactGroups),
    };
    this.hosts = this.declareAll(config) as Record<Name, Host>;
  }

  /** The SIDs of all hosts, known after the apply. */
  public get ids(): string[] {
    const { each } = this.hosts as Readonly<Record<string, Host>>;
    return each?.forEach
      ? Token.asList(TerraformIterator.fromResources(each).pluckProperty("id"))
      : Object.values<Host>(this.hosts).map((host) => host.id);
  }

  /** The address for `dependsOn`, by which others wait for all hosts. */
  public get fqn(): string {
    return dependencyOn(this, this.ids);
  }

  private declareAll(config: HostFleetConfig): Record<string, Host> {
    const { hosts } = config;
    if (Token.isUnresolved(hosts)) return { each: this.declareEach(config) };
    const entries = entriesOf<FleetHost>(this.node.path, "hosts", hosts, "host");
    const texts = new Map<string, string>();
    const declared = entries.map(({ key, item }) => {
      const address = stableId(this, item.host);
      const other = texts.get(address);
      if (other !== undefined) throw new Error(this.duplicate(address, other, key ?? item.host));
      texts.set(address, key ?? item.host);
      return [key ?? item.host, this.declare(key ?? address, key ?? item.host, item, config)] as const;
    });
    const overlap = overlapIn(entries.map(({ item }) => item.host));
    if (overlap) throw new Error(this.duplicate(overlap[1], ...overlap));
    return Object.fromEntries(declared);
  }

  private duplicate(address: string, first: string, second: string): string {
    const names = Token.isUnresolved(first) ? "" : `: ${first} and ${second}`;
    return `The fleet ${this.node.path} has the host ${address} twice${names}`;
  }

  /** The hosts of a list or map that is a token. */
  private declareEach(config: HostFleetConfig): Host {
    const iterator = new MapTerraformIterator(byKey(config.hosts, "host"));
    const current = sharedByEach({ ...config, name: iterator.key }) as FleetHost;
    const text = Token.asString(Fn.try([ref("each.value[0].host"), ref("each.value[0]")]));
    const host = this.declare("each", iterator.key, { ...current, host: text }, config);
    host.forEach = iterator;
    return host;
  }

  private declare(id: string, name: string, host: FleetHost, config: HostFleetConfig): Host {
    return new Host(this, id, { ...settingsOf(config, host), host: host.host, name: host.name ?? name });
  }
}
