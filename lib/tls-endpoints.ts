import {
  type IResolvable,
  type ITerraformDependable,
  MapTerraformIterator,
  ref,
  TerraformIterator,
  Token,
} from "cdktf";
import { Construct } from "constructs";
import {
  dependencyOn,
  endpointsByKey,
  entriesOf,
  isPlain,
  requireText,
  sharedByEach,
  titleOf,
} from "./fleet-entries";
import { CertificateMonitor } from "./generated/certificate-monitor";
import type { Protocol } from "./generated/enumerations";
import type { CertificateProfileReference } from "./generated/references";
import type { OneOf } from "./one-of";
import { rejectConstructs } from "./reject-constructs";
import { type OwnSettings, type SharedSettings, settingsOf } from "./shared-arguments";
import { sidOf, sidsOf } from "./sid-of";
import { sameEndpoint, stableId } from "./stable-id";

/** One endpoint that differs from the others, or whose hostname is a token. */
export interface TlsEndpoint<TProtocol extends string = Protocol>
  extends OwnSettings<CertificateProfileReference> {
  /** Hostname, or `host:port` or `[v6]:port` for a port other than the protocol's own. Changing this forces replacement. */
  readonly hostname: string;
  /** Protocol over which the certificate is fetched. Defaults to `https`. Changing this forces replacement. */
  readonly protocol?: OneOf<Protocol, TProtocol>;
  /** Label of the monitor. Defaults to the hostname and the protocol. */
  readonly name?: string;
}

/** The shared settings of endpoints, and the endpoints. */
export interface TlsEndpointsConfig<TProtocol extends string = Protocol, TProtocols extends string = Protocol>
  extends SharedSettings<CertificateProfileReference> {
  /**
   * The endpoints: a list of hostnames (over `https`) and `TlsEndpoint`s, or a map from hostnames to one or several protocols,
   * such as `{ "mail.example.com": ["smtp", "imaps"] }`, or from labels to `TlsEndpoint`s. The whole list or map may also be a
   * token: Terraform then creates the monitors with `for_each`, and must know hostnames and protocols during planning. Its
   * objects have the attributes `hostname`, `protocol`, `name`, `profile`, `contact_groups`, `tags`, and `paused`.
   */
  readonly endpoints:
    | readonly (string | TlsEndpoint<TProtocol>)[]
    | Readonly<
        Record<
          string,
          OneOf<Protocol, TProtocol> | readonly OneOf<Protocol, TProtocols>[] | TlsEndpoint<TProtocol>
        >
      >
    | IResolvable;
}

/**
 * Certificate monitors with shared settings: one for each hostname and protocol.
 *
 * The name of a monitor in Terraform comes from its hostname and protocol. Reordering or extending the list never replaces a
 * monitor.
 *
 * @example
 * ```ts
 * const endpoints = { "www.example.com": "https", "mail.example.com": ["smtp", "imaps"] } as const;
 * new TlsEndpoints(stack, "tls", { endpoints, profile: expiry, contactGroups: [operators] });
 * ```
 */
export class TlsEndpoints<TProtocol extends string = Protocol, TProtocols extends string = Protocol>
  extends Construct
  implements ITerraformDependable
{
  /**
   * The monitors by hostname and protocol, such as `mail.example.com imaps`. For a list or map that is a token, a single
   * construct `each` declares all monitors.
   */
  public readonly monitors: Readonly<Record<string, CertificateMonitor>>;

  /** @throws Error for a duplicate endpoint, or for another value than an endpoint, such as a construct */
  public constructor(scope: Construct, id: string, options: TlsEndpointsConfig<TProtocol, TProtocols>) {
    super(scope, id);
    rejectConstructs(this.node.path, options, ["profile", "contactGroups"]);
    const config = {
      ...(options as TlsEndpointsConfig),
      profile: sidOf(options.profile),
      contactGroups: sidsOf(options.contactGroups),
    };
    this.monitors = this.declareAll(config);
  }

  /** The SIDs of all monitors, known after the apply. */
  public get ids(): string[] {
    const { each } = this.monitors;
    return each?.forEach
      ? Token.asList(TerraformIterator.fromResources(each).pluckProperty("id"))
      : Object.values(this.monitors).map((monitor) => monitor.id);
  }

  /** The address for `dependsOn`, by which others wait for all monitors. */
  public get fqn(): string {
    return dependencyOn(this, this.ids);
  }

  private declareAll(config: TlsEndpointsConfig): Record<string, CertificateMonitor> {
    if (Token.isUnresolved(config.endpoints)) return { each: this.declareEach(config) };
    const monitors: Record<string, CertificateMonitor> = {};
    const hostnames = new Map<string, string>();
    for (const endpoint of endpointsOf(this.node.path, config.endpoints)) {
      const { hostname } = endpoint;
      const protocol = protocolOf(endpoint);
      const name = Token.isUnresolved(hostname) ? stableId(this, hostname) : sameEndpoint(hostname, protocol);
      const monitorId = `${name}-${stableId(this, protocol)}`;
      const other = hostnames.get(monitorId);
      if (other !== undefined)
        throw new Error(`The endpoints ${this.node.path} have ${monitorId} twice: ${other} and ${hostname}`);
      hostnames.set(monitorId, hostname);
      monitors[`${hostname} ${protocol}`] = this.declare(monitorId, endpoint, config);
    }
    return monitors;
  }

  /** The monitors of a list or map that is a token. */
  private declareEach(config: TlsEndpointsConfig): CertificateMonitor {
    const iterator = new MapTerraformIterator(endpointsByKey(config.endpoints));
    const current = sharedByEach(
      { ...config, name: iterator.key },
      "each.value[0].own",
    ) as Partial<TlsEndpoint>;
    const [hostname, protocol] = ["hostname", "protocol"].map((name) =>
      Token.asString(ref(`each.value[0].${name}`)),
    );
    const endpoint = { ...current, hostname: `${hostname}`, protocol: protocol as Protocol };
    const monitor = this.declare("each", endpoint, config);
    monitor.forEach = iterator;
    return monitor;
  }

  private declare(id: string, endpoint: TlsEndpoint, config: TlsEndpointsConfig): CertificateMonitor {
    const { hostname } = endpoint;
    const protocol = protocolOf(endpoint);
    const name = endpoint.name ?? `${hostname} ${protocol}`;
    return new CertificateMonitor<string>(this, id, {
      ...settingsOf(config, endpoint),
      hostname,
      protocol,
      name,
    });
  }
}

/** Converts a token of any form into a string, for names. */
const protocolOf = ({ protocol = "https" }: TlsEndpoint): string => Token.asString(protocol);

/** The endpoints of a list or of a map. @throws Error for other values, as JavaScript can pass them */
function endpointsOf(path: string, endpoints: unknown): TlsEndpoint[] {
  if (Array.isArray(endpoints) || !isPlain(endpoints))
    return entriesOf<TlsEndpoint>(path, "endpoints", endpoints, "hostname").map(({ item }) => item);
  return Object.entries(endpoints).flatMap(([key, value]): TlsEndpoint | TlsEndpoint[] => {
    const place = `endpoints.${key}`;
    if (isPlain(value) && "hostname" in value) {
      const [entry] = entriesOf<TlsEndpoint>(path, "endpoints", { [key]: value }, "hostname");
      return entry === undefined ? [] : { name: key, ...entry.item };
    }
    requireText(path, "endpoints", key);
    const protocols = [value].flat();
    if (protocols.length === 0)
      throw new Error(`${path}: ${place} is ${titleOf(value)}: name at least one protocol`);
    return protocols.map((protocol) => {
      if (!Token.isUnresolved(protocol)) requireText(path, place, protocol);
      return { hostname: key, protocol: protocol as Protocol };
    });
  });
}
