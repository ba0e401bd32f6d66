import { type IResolvable, Token } from "cdktf";
import { Construct } from "constructs";
import { CertificateMonitor } from "./generated/certificate-monitor";
import type { Protocol } from "./generated/enumerations";
import type { CertificateProfileReference, ContactGroupReference } from "./generated/references";
import { mergedList } from "./merged-list";
import type { OneOf } from "./one-of";
import { type SharedArguments, sharedArguments } from "./shared-arguments";
import { sidOf, sidsOf } from "./sid-of";
import { stableId } from "./stable-id";

/** One endpoint that differs from the others, or whose hostname is a token. */
export interface TlsEndpoint<TProtocol extends string = Protocol> {
  /** Hostname; `host:port` and `[v6]:port` name another port than the protocol's own. A change makes a new monitor. */
  readonly hostname: string;
  /** Protocol over which the certificate is fetched. Default: `https`. A change makes a new monitor. */
  readonly protocol?: OneOf<Protocol, TProtocol>;
  /** Label of the monitor. Default: the hostname and the protocol. A change renames it. */
  readonly name?: string;
  /** The construct of the certificate profile or its SID. Default: that of the others. */
  readonly profile?: CertificateProfileReference;
  /** The constructs of contact groups or their SIDs. Default: those of the others. */
  readonly contactGroups?: readonly ContactGroupReference[];
  /** Tags besides those of all. Default: none. */
  readonly tags?: readonly string[];
  /** Whether the certificate is not checked. Default: as the others. */
  readonly paused?: boolean | IResolvable;
}

/** What endpoints have in common, and which they are. */
export interface TlsEndpointsConfig<TProtocol extends string = Protocol, TProtocols extends string = Protocol>
  extends SharedArguments {
  /**
   * The endpoints: a list of hostnames, over `https`, and of `TlsEndpoint`s; or a map from each hostname to its protocol or
   * its protocols, such as `{ "mail.example.com": ["smtp", "imaps"] }`.
   */
  readonly endpoints:
    | readonly (string | TlsEndpoint<TProtocol>)[]
    | Readonly<Record<string, OneOf<Protocol, TProtocol> | readonly OneOf<Protocol, TProtocols>[]>>;
  /** The construct of the certificate profile, which says what is alerted on, or its SID. */
  readonly profile: CertificateProfileReference;
  /** The constructs of the contact groups to notify, or their SIDs; at least one. */
  readonly contactGroups: readonly ContactGroupReference[];
  /** Tags that every monitor has. Default: none. */
  readonly tags?: readonly string[];
  /** Whether no certificate is checked. Default: `false`. */
  readonly paused?: boolean | IResolvable;
}

/**
 * Certificates that are monitored alike: a certificate monitor for each hostname and protocol.
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

  /** @throws Error when an endpoint is there twice */
  public constructor(scope: Construct, id: string, given: TlsEndpointsConfig<TProtocol, TProtocols>) {
    super(scope, id);
    const config = {
      ...(given as TlsEndpointsConfig),
      profile: sidOf(given.profile),
      contactGroups: sidsOf(given.contactGroups),
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

  /** The SIDs of all monitors, known when Terraform has created them. */
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

/** A token of any form is a string from here on, as names need it. */
const protocolOf = ({ protocol = "https" }: TlsEndpoint): string => Token.asString(protocol);

/** The endpoints of a list or of a map. */
function endpointsOf({ endpoints }: TlsEndpointsConfig): TlsEndpoint[] {
  if (Array.isArray(endpoints)) {
    return endpoints.map((one: string | TlsEndpoint) => (typeof one === "string" ? { hostname: one } : one));
  }
  return Object.entries(endpoints as Readonly<Record<string, string | readonly string[]>>).flatMap(
    ([hostname, protocols]) =>
      [protocols].flat().map((protocol) => ({ hostname, protocol: protocol as Protocol })),
  );
}
