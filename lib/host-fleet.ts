import { Fn, type IResolvable, ref, Token } from "cdktf";
import type { Construct } from "constructs";
import { Fleet } from "./fleet";
import { byKey, entriesOf, literal, overlapIn } from "./fleet-entries";
import { Host, type HostConfig } from "./generated/host";
import type { FleetSettings, OwnSettings } from "./shared-arguments";
import { stableId } from "./stable-id";

/** One host of a fleet that differs from the others. A setting defaults to that of the fleet, and tags are added to its tags. */
export interface FleetHost extends OwnSettings<HostConfig>, Pick<HostConfig, "host"> {
  /** Label of the host. Defaults to its key in the map, or to the host. */
  readonly name?: string | undefined;
}

/**
 * The settings that the hosts of a fleet share, and the hosts.
 *
 * @typeParam Name the names of the hosts, inferred by the compiler
 */
export interface HostFleetConfig<Name extends string = string> extends FleetSettings<HostConfig> {
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
export class HostFleet<Name extends string = string> extends Fleet<Host> {
  /**
   * The hosts, by their keys in the map or by their values in the list. For a list or map that is a token, a single construct
   * `each` declares all hosts.
   */
  public readonly hosts: Readonly<Record<Name, Host>>;

  /** @throws Error for a duplicate or overlapping address, or for another value than a host, such as a construct */
  public constructor(scope: Construct, id: string, options: HostFleetConfig<Name>) {
    super(scope, id, options, "host", Host);
    const { hosts } = options;
    this.hosts = this.objects as Record<Name, Host>;
    if (this.isToken("hosts", hosts)) {
      const host = Token.asString(Fn.try([ref("each.value[0].host"), ref("each.value[0]")]));
      this.declareEach(byKey(hosts, "host"), "each.value[0]", { host });
      return;
    }
    for (const { key, item: own } of entriesOf<FleetHost>(this.node.path, "hosts", hosts, "host")) {
      const { host, name = key === undefined ? host : literal(key) } = own;
      this.add(stableId(this, host), key ?? host, own, { host, name }, key);
    }
    const overlap = overlapIn(Object.values(this.objects).map(({ hostInput = "" }) => hostInput));
    if (overlap) this.rejectDuplicate(overlap[1], ...overlap);
  }
}
