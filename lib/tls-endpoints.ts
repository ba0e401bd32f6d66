import { type IResolvable, ref, Token } from "cdktf";
import type { Construct } from "constructs";
import { Fleet } from "./fleet";
import { endpointsByKey, entriesOf, isPlain, literal, requireText, titleOf } from "./fleet-entries";
import { CertificateMonitor, type CertificateMonitorConfig } from "./generated/certificate-monitor";
import type { Protocol } from "./generated/enumerations";
import type { OneOf } from "./one-of";
import type { FleetSettings, OwnSettings } from "./shared-arguments";
import { sameEndpoint, stableId } from "./stable-id";

/** An endpoint that differs from the others, or has a token as hostname. Settings default to the fleet's; tags are added. */
export interface TlsEndpoint<TProtocol extends string = Protocol>
  extends OwnSettings<CertificateMonitorConfig>,
    Pick<CertificateMonitorConfig, "hostname"> {
  /** Protocol over which the certificate is fetched. Defaults to `https`. Changing this forces replacement. */
  readonly protocol?: OneOf<Protocol, TProtocol> | undefined;
  /** Label of the monitor. Defaults to the hostname and the protocol. */
  readonly name?: string | undefined;
}

/** The shared settings of endpoints, and the endpoints. */
export interface TlsEndpointsConfig<TProtocol extends string = Protocol, TProtocols extends string = Protocol>
  extends FleetSettings<CertificateMonitorConfig> {
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
export class TlsEndpoints<
  TProtocol extends string = Protocol,
  TProtocols extends string = Protocol,
> extends Fleet<CertificateMonitor> {
  /**
   * The monitors by hostname and protocol, such as `mail.example.com imaps`. For a list or map that is a token, a single
   * construct `each` declares all monitors.
   */
  public readonly monitors: Readonly<Record<string, CertificateMonitor>>;

  /** @throws Error for a duplicate endpoint, or for another value than an endpoint, such as a construct */
  public constructor(scope: Construct, id: string, options: TlsEndpointsConfig<TProtocol, TProtocols>) {
    super(scope, id, options, "endpoint", CertificateMonitor);
    const { endpoints } = options;
    this.monitors = this.objects;
    if (this.isToken("endpoints", endpoints)) {
      const [hostname, protocol] = ["hostname", "protocol"].map((name) => ref(`each.value[0].${name}`));
      this.declareEach(endpointsByKey(endpoints), "each.value[0].own", { hostname, protocol });
      return;
    }
    for (const own of endpointsOf(this.node.path, endpoints)) {
      const { hostname } = own;
      // A token of any form becomes a string, for names.
      const protocol = Token.asString(own.protocol ?? "https");
      const key = `${hostname} ${protocol}`;
      this.add(this.idOf(hostname, protocol), key, own, { hostname, protocol, name: own.name ?? key });
    }
  }

  private idOf(hostname: string, protocol: string): string {
    const same = Token.isUnresolved(hostname) ? stableId(this, hostname) : sameEndpoint(hostname, protocol);
    return `${same}-${stableId(this, protocol)}`;
  }

  protected override idsOf(name: string): string[] {
    const [hostname = "", protocol] = name.split(" ");
    return protocol === undefined ? [name] : [this.idOf(hostname, protocol)];
  }
}

/** The endpoints of a list or of a map. @throws Error for other values, as JavaScript can pass them */
function endpointsOf(path: string, endpoints: unknown): TlsEndpoint[] {
  const described = (value: unknown, key?: string): unknown =>
    key === undefined || isPlain(value) ? value : { hostname: key };
  const entries = entriesOf<TlsEndpoint>(path, "endpoints", endpoints, "hostname", described);
  return entries.flatMap(({ place, key, value, item }): TlsEndpoint | TlsEndpoint[] => {
    if (key === undefined) return item;
    if (isPlain(value)) return { name: literal(key), ...item };
    const protocols = [value].flat();
    if (protocols.length === 0)
      throw new Error(`${path}: ${place} is ${titleOf(value)}: name at least one protocol`);
    for (const protocol of protocols) requireText(path, place, protocol);
    return protocols.map((protocol) => ({ hostname: key, protocol: protocol as Protocol }));
  });
}
