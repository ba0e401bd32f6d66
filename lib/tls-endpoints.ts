import type { IResolvable } from "cdktf";
import { Construct } from "constructs";
import { CertificateMonitor } from "./generated/certificate-monitor";
import type { Protocol } from "./generated/enumerations";
import type { CertificateProfileReference, ContactGroupReference } from "./generated/references";
import type { OneOf } from "./one-of";
import { type SharedArguments, sharedArguments } from "./shared-arguments";
import { sidOf, sidsOf } from "./sid-of";
import { stableId } from "./stable-id";

/** One endpoint that differs from the others, or whose hostname is a token. */
export interface TlsEndpoint<TProtocol extends string = string> {
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
export interface TlsEndpointsConfig<TProtocol extends string = string, TProtocols extends string = string>
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
 * Certificates that are watched alike: a certificate monitor for each hostname and protocol.
 *
 * Each monitor's name in Terraform comes from its hostname and protocol: none is made anew when others come, go or change
 * places.
 */
export class TlsEndpoints<
  TProtocol extends string = string,
  TProtocols extends string = string,
> extends Construct {
  /** The monitors by hostname and protocol, such as `mail.example.com imaps`. */
  public readonly monitors: Readonly<Record<string, CertificateMonitor>>;

  /** @throws Error when an endpoint is there twice */
  public constructor(scope: Construct, id: string, given: TlsEndpointsConfig<TProtocol, TProtocols>) {
    super(scope, id);
    const config = {
      ...(given as TlsEndpointsConfig),
      // Asked for once: a construct makes a token each time, which synthesis would resolve for each monitor.
      profile: sidOf(given.profile),
      contactGroups: sidsOf(given.contactGroups),
    };
    const monitors: Record<string, CertificateMonitor> = {};
    const ids = new Set<string>();
    for (const endpoint of endpointsOf(config)) {
      const { hostname, protocol = "https" } = endpoint;
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
    const { hostname, protocol = "https" } = endpoint;
    const tags = [...new Set([...(config.tags ?? []), ...(endpoint.tags ?? [])])];
    const paused = endpoint.paused ?? config.paused;
    return new CertificateMonitor<string>(this, id, {
      ...sharedArguments(config),
      hostname,
      protocol,
      name: endpoint.name ?? `${hostname} ${protocol}`,
      profile: endpoint.profile ?? config.profile,
      contactGroups: endpoint.contactGroups ?? config.contactGroups,
      ...(tags.length > 0 && { tags }),
      ...(paused !== undefined && { paused }),
    });
  }
}

/** The endpoints of a list or of a map. */
function endpointsOf({ endpoints }: TlsEndpointsConfig): TlsEndpoint[] {
  if (Array.isArray(endpoints)) {
    return endpoints.map((one: string | TlsEndpoint) => (typeof one === "string" ? { hostname: one } : one));
  }
  return Object.entries(endpoints as Readonly<Record<string, string | readonly string[]>>).flatMap(
    ([hostname, protocols]) => [protocols].flat().map((protocol) => ({ hostname, protocol })),
  );
}
