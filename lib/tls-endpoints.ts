import { type IResolvable, Token } from "cdktf";
import { Construct } from "constructs";
import { CertificateMonitor } from "./generated/certificate-monitor";
import type { Protocol } from "./generated/enumerations";
import type { CertificateProfileReference, ContactGroupReference } from "./generated/references";
import { mergedList } from "./merged-list";
import type { OneOf } from "./one-of";
import { rejectConstructs } from "./reject-constructs";
import { type SharedArguments, sharedArguments } from "./shared-arguments";
import { sidOf, sidsOf } from "./sid-of";
import { stableId } from "./stable-id";

/** One endpoint that differs from the others, or whose hostname is a token. */
export interface TlsEndpoint<TProtocol extends string = Protocol> {
  /** Hostname, or `host:port` or `[v6]:port` for a port other than the protocol's own. Changing this forces replacement. */
  readonly hostname: string;
  /** Protocol over which the certificate is fetched. Defaults to `https`. Changing this forces replacement. */
  readonly protocol?: OneOf<Protocol, TProtocol>;
  /** Label of the monitor. Defaults to the hostname and the protocol. */
  readonly name?: string;
  /** Construct or SID of the certificate profile. Defaults to the shared one. */
  readonly profile?: CertificateProfileReference;
  /** Constructs or SIDs of contact groups. Defaults to the shared ones. */
  readonly contactGroups?: readonly ContactGroupReference[];
  /** Tags in addition to the shared ones. Defaults to none. */
  readonly tags?: readonly string[];
  /** Whether checks of the certificate are paused. Defaults to the shared value. */
  readonly paused?: boolean | IResolvable;
}

/** The shared settings of endpoints, and the endpoints. */
export interface TlsEndpointsConfig<TProtocol extends string = Protocol, TProtocols extends string = Protocol>
  extends SharedArguments {
  /**
   * The endpoints: a list of hostnames (over `https`) and `TlsEndpoint`s, or a map from hostnames to one or several protocols,
   * such as `{ "mail.example.com": ["smtp", "imaps"] }`.
   */
  readonly endpoints:
    | readonly (string | TlsEndpoint<TProtocol>)[]
    | Readonly<Record<string, OneOf<Protocol, TProtocol> | readonly OneOf<Protocol, TProtocols>[]>>;
  /** Construct or SID of the certificate profile, which sets when to alert. */
  readonly profile: CertificateProfileReference;
  /** Constructs or SIDs of the contact groups to notify, at least one. */
  readonly contactGroups: readonly ContactGroupReference[];
  /** Tags of every monitor. Defaults to none. */
  readonly tags?: readonly string[];
  /** Whether checks of all certificates are paused. Defaults to `false`. */
  readonly paused?: boolean | IResolvable;
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
> extends Construct {
  /** The monitors by hostname and protocol, such as `mail.example.com imaps`. */
  public readonly monitors: Readonly<Record<string, CertificateMonitor>>;

  /** @throws Error for a duplicate endpoint, or a construct in place of a value */
  public constructor(scope: Construct, id: string, options: TlsEndpointsConfig<TProtocol, TProtocols>) {
    super(scope, id);
    rejectConstructs(this.node.path, options, ["profile", "contactGroups"]);
    const config = {
      ...(options as TlsEndpointsConfig),
      profile: sidOf(options.profile),
      contactGroups: sidsOf(options.contactGroups),
    };
    const monitors: Record<string, CertificateMonitor> = {};
    const ids = new Set<string>();
    for (const endpoint of endpointsOf(config)) {
      const { hostname } = endpoint;
      const protocol = protocolOf(endpoint);
      const monitorId = `${stableId(this, hostname)}-${stableId(this, protocol)}`;
      if (ids.has(monitorId)) throw new Error(`The endpoints ${this.node.path} have ${monitorId} twice`);
      ids.add(monitorId);
      monitors[`${hostname} ${protocol}`] = this.declare(monitorId, endpoint, config);
    }
    this.monitors = monitors;
  }

  /** The SIDs of all monitors, known after the apply. */
  public get ids(): string[] {
    return Object.values(this.monitors).map((monitor) => monitor.id);
  }

  private declare(id: string, endpoint: TlsEndpoint, config: TlsEndpointsConfig): CertificateMonitor {
    const { hostname } = endpoint;
    const protocol = protocolOf(endpoint);
    const tags = mergedList(config.tags, endpoint.tags);
    const paused = endpoint.paused ?? config.paused;
    return new CertificateMonitor<string>(this, id, {
      ...sharedArguments(config),
      hostname,
      protocol,
      name: endpoint.name ?? `${hostname} ${protocol}`,
      profile: endpoint.profile ?? config.profile,
      contactGroups: endpoint.contactGroups ?? config.contactGroups,
      ...(tags && { tags }),
      ...(paused !== undefined && { paused }),
    });
  }
}

/** Converts a token of any form into a string, for names. */
const protocolOf = ({ protocol = "https" }: TlsEndpoint): string => Token.asString(protocol);

/** The endpoints of a list or of a map. */
function endpointsOf({ endpoints }: TlsEndpointsConfig): TlsEndpoint[] {
  if (Array.isArray(endpoints)) {
    return endpoints.map((endpoint: string | TlsEndpoint) =>
      typeof endpoint === "string" ? { hostname: endpoint } : endpoint,
    );
  }
  return Object.entries(endpoints as Readonly<Record<string, string | readonly string[]>>).flatMap(
    ([hostname, protocols]) =>
      [protocols].flat().map((protocol) => ({ hostname, protocol: protocol as Protocol })),
  );
}
