import {
  conditional,
  FOR_EXPRESSION_KEY,
  FOR_EXPRESSION_VALUE,
  forExpression,
  type IResolvable,
  MapTerraformIterator,
  ref,
  TerraformIterator,
  Token,
} from "cdktf";
import { Construct } from "constructs";
import { Host } from "./generated/host";
import type { ContactGroupReference, MonitoringProfileReference } from "./generated/references";
import { mergedList } from "./merged-list";
import { rejectConstructs } from "./reject-constructs";
import { type SharedArguments, sharedArguments } from "./shared-arguments";
import { sidOf, sidsOf } from "./sid-of";
import { stableId } from "./stable-id";

/** One host of a fleet that differs from the others. */
export interface FleetHost {
  /** IPv4 address, domain name, or IPv4 subnet in CIDR notation. Changing this forces replacement. */
  readonly host: string;
  /** Label of the host. Defaults to its key in the map. */
  readonly name?: string;
  /** Construct or SID of the monitoring profile. Defaults to the fleet's. */
  readonly profile?: MonitoringProfileReference;
  /** Constructs or SIDs of contact groups. Defaults to the fleet's. */
  readonly contactGroups?: readonly ContactGroupReference[];
  /** Tags in addition to the fleet's. Defaults to none. */
  readonly tags?: readonly string[];
  /** Whether all checks of the host are paused. Defaults to the fleet's value. */
  readonly paused?: boolean | IResolvable;
}

/**
 * The settings that the hosts of a fleet share, and the hosts.
 *
 * @typeParam Name the names of the hosts, inferred by the compiler
 */
export interface HostFleetConfig<Name extends string = string> extends SharedArguments {
  /**
   * The hosts: a list of addresses, domain names, and subnets, or a map from labels to these or to `FleetHost`s. Each may be
   * a token, such as the address of another resource. The whole list or map may also be a token: Terraform then creates the
   * hosts with `for_each`, and must know the list, or the keys of the map, during planning.
   */
  readonly hosts: readonly Name[] | Readonly<Record<Name, string | FleetHost>>;
  /** Construct or SID of the monitoring profile. */
  readonly profile: MonitoringProfileReference;
  /** Constructs or SIDs of the contact groups to notify, at least one. */
  readonly contactGroups: readonly ContactGroupReference[];
  /** Tags of every host of the fleet. Defaults to none. */
  readonly tags?: readonly string[];
  /** Whether all checks of the fleet are paused. Defaults to `false`. */
  readonly paused?: boolean | IResolvable;
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
export class HostFleet<Name extends string = string> extends Construct {
  /**
   * The hosts, by their keys in the map or by their values in the list. For a list or map that is a token, a single construct
   * `each` declares all hosts.
   */
  public readonly hosts: Readonly<Record<Name, Host>>;

  /** @throws Error for a duplicate address, or a construct in place of a value */
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

  private declareAll(config: HostFleetConfig): Record<string, Host> {
    const { hosts } = config;
    if (Token.isUnresolved(hosts)) return { each: this.declareEach(config) };
    const entries = Array.isArray(hosts)
      ? hosts.map((host: string) => [host, { host }] as const)
      : Object.entries(hosts as Readonly<Record<string, string | FleetHost>>).map(
          ([key, host]) => [key, typeof host === "string" ? { host } : host] as const,
        );
    const addresses = new Map<string, string>();
    return Object.fromEntries(
      entries.map(([key, host]) => {
        const address = stableId(this, host.host);
        const other = addresses.get(address);
        if (other !== undefined) throw new Error(this.duplicate(address, other, key));
        addresses.set(address, key);
        return [key, this.declare(Array.isArray(hosts) ? address : key, key, host, config)];
      }),
    );
  }

  private duplicate(address: string, first: string, second: string): string {
    const names = Token.isUnresolved(first) || first === second ? "" : `: ${first} and ${second}`;
    return `The fleet ${this.node.path} has the host ${address} twice${names}`;
  }

  /** The hosts of a list or map that is a token. */
  private declareEach(config: HostFleetConfig): Host {
    const iterator = new MapTerraformIterator(byKey(config.hosts));
    const host = this.declare("each", iterator.key, { host: Token.asString(ref("each.value[0]")) }, config);
    host.forEach = iterator;
    return host;
  }

  private declare(id: string, name: string, host: FleetHost, config: HostFleetConfig): Host {
    const tags = mergedList(config.tags, host.tags);
    const paused = host.paused ?? config.paused;
    return new Host(this, id, {
      ...sharedArguments(config),
      host: host.host,
      name: host.name ?? name,
      profile: host.profile ?? config.profile,
      contactGroups: host.contactGroups ?? config.contactGroups,
      ...(tags && { tags }),
      ...(paused !== undefined && { paused }),
    });
  }
}

/**
 * An expression that converts a list, a set, or a map into a map. Each element of a list is a key and its own value. Only a
 * list has numeric keys, which JSON writes without quotation marks. Conversion functions and `try` do not work, because their
 * results are unknown while any value of a map is unknown. Grouping (`...`) accepts duplicates in a
 * list: the value of an entry is a list.
 */
function byKey(hosts: HostFleetConfig["hosts"]): Record<string, unknown> {
  const hasTexts = ref(`substr(jsonencode(key), 0, 1) == "\\""`);
  const key = conditional(hasTexts, FOR_EXPRESSION_KEY, FOR_EXPRESSION_VALUE);
  return Token.asAnyMap(forExpression(hosts, ref("val..."), key));
}
