/** The attributes of a resource type with public addresses, domain names, or certificates. */
export interface AddressType {
  /**
   * Attributes with a public IPv4 address or a domain name, one host each. A path can lead into blocks and lists, such as
   * `network_interface[0].access_config[0].nat_ip`. A name that ends in `?` is an argument that the provider does not
   * compute: no host if it is omitted.
   */
  readonly hosts?: readonly string[] | undefined;
  /** Arguments with lists of such addresses or names: one host for each element that is known at synthesis. */
  readonly hostLists?: readonly string[] | undefined;
  /**
   * Attributes with a hostname that has a certificate: one certificate monitor over `https` each. `?` as for `hosts`.
   */
  readonly certificates?: readonly string[] | undefined;
  /** Arguments with lists of such hostnames: one monitor for each element that is known at synthesis. */
  readonly certificateLists?: readonly string[] | undefined;
  /** Arguments and blocks that must be declared; otherwise the resource has no public address. */
  readonly exists?: readonly string[] | undefined;
  /** Arguments that must have one of these values; otherwise the resource has no public address. Null means omitted. */
  readonly when?: Readonly<Record<string, readonly (string | number | boolean | null)[]>> | undefined;
  /** Types that assign their own address to a resource of this type, if one of the two refers to the other. */
  readonly unless?: readonly string[] | undefined;
}

const publicIpv4 = [null, "IPV4", "ipv4", "IPv4", "v4"] as const;
const external = [null, "EXTERNAL", "EXTERNAL_MANAGED"] as const;
const aRecord = { type: ["A"] } as const;
const namedCertificate = { certificates: ["domain_name"], certificateLists: ["subject_alternative_names"] };
const elasticIp = ["aws_eip", "aws_eip_association"] as const;

/** A type with one address. */
const host = (
  path: string,
  when: AddressType["when"] = {},
  unless: AddressType["unless"] = [],
): AddressType => ({ hosts: [path], when, unless });

/** Google's virtual machines have a public address if they have this block, even if it is empty. */
const accessConfig = "network_interface[0].access_config[0]";
const googleMachine = { hosts: [`${accessConfig}.nat_ip`], exists: [accessConfig] };
/** Google's forwarding rules have an address of their own if they name none. */
const googleRule = { ip_address: [null], load_balancing_scheme: external, ip_version: publicIpv4 };
const googleAddress = { address_type: [null, "EXTERNAL"], ip_version: publicIpv4 };

/** The resource types that `monitorAddresses` supports, by provider. */
export const addressTypes: Readonly<Record<string, AddressType>> = {
  // hashicorp/aws
  aws_eip: host("public_ip"),
  aws_instance: host("public_ip", { associate_public_ip_address: [true] }, elasticIp),
  aws_spot_instance_request: host(
    "public_ip",
    { associate_public_ip_address: [true], wait_for_fulfillment: [true] },
    elasticIp,
  ),
  aws_nat_gateway: host(
    "public_ip",
    { connectivity_type: [null, "public"], availability_mode: [null, "zonal"] },
    elasticIp,
  ),
  aws_globalaccelerator_accelerator: {
    hosts: ["ip_sets[0].ip_addresses[0]", "ip_sets[0].ip_addresses[1]"],
    when: { ip_address_type: [null, "IPV4"] },
  },
  aws_dms_replication_instance: host("replication_instance_public_ips[0]", { publicly_accessible: [true] }),
  aws_lightsail_instance: host("public_ip_address", { ip_address_type: [null, "dualstack", "ipv4"] }, [
    "aws_lightsail_static_ip_attachment",
  ]),
  aws_lightsail_static_ip: host("ip_address"),
  aws_lightsail_domain_entry: host("target", { type: ["A"], is_alias: [null, false] }),
  aws_sesv2_dedicated_ip_assignment: host("ip"),
  aws_route53_record: { hostLists: ["records"], when: aRecord },
  aws_ses_domain_identity: host("domain"),
  aws_acm_certificate: namedCertificate,
  aws_apigatewayv2_domain_name: { certificates: ["domain_name"] },
  aws_api_gateway_domain_name: { certificates: ["domain_name"] },
  aws_apprunner_custom_domain_association: { certificates: ["domain_name"] },
  aws_appsync_domain_name: { certificates: ["domain_name"] },
  aws_cognito_user_pool_domain: { certificates: ["domain"], exists: ["certificate_arn"] },
  aws_iot_domain_configuration: { certificates: ["domain_name?"] },
  aws_lightsail_certificate: namedCertificate,
  aws_lightsail_lb_certificate: namedCertificate,
  aws_cloudfront_distribution: { certificateLists: ["aliases"] },

  // hashicorp/google
  google_compute_instance: googleMachine,
  google_compute_instance_from_template: googleMachine,
  google_compute_forwarding_rule: host("ip_address", googleRule),
  google_compute_global_forwarding_rule: host("ip_address", googleRule),
  google_apigee_nat_address: host("ip_address"),
  google_vmwareengine_external_address: host("external_ip"),
  google_sql_database_instance: host("public_ip_address", {
    "settings.ip_configuration.ipv4_enabled": [true],
  }),
  google_alloydb_instance: host("public_ip_address", { "network_config.enable_public_ip": [true] }),
  google_looker_instance: host("ingress_public_ip", { public_ip_enabled: [true] }),
  google_compute_address: host("address", googleAddress),
  google_compute_global_address: host("address", googleAddress),
  google_dns_record_set: { hostLists: ["rrdatas"], when: aRecord },
  google_compute_managed_ssl_certificate: { certificateLists: ["managed.domains"] },
  google_certificate_manager_certificate: { certificateLists: ["managed.domains"] },
  google_cloud_run_domain_mapping: { certificates: ["name"] },

  // hashicorp/azurerm
  azurerm_public_ip: host("ip_address", { allocation_method: ["Static"], ip_version: publicIpv4 }),
  azurerm_dns_a_record: { hostLists: ["records"] },
  azurerm_container_group: host("ip_address", { ip_address_type: [null, "Public"] }),
  azurerm_email_communication_service_domain: host("name", {
    domain_management: ["CustomerManaged", "CustomerManagedInExchangeOnline"],
  }),
  azurerm_app_service_custom_hostname_binding: { certificates: ["hostname"] },
  azurerm_app_service_slot_custom_hostname_binding: { certificates: ["hostname"] },
  azurerm_container_app_custom_domain: { certificates: ["name"] },
  azurerm_signalr_service_custom_domain: { certificates: ["domain_name"] },
  azurerm_static_site_custom_domain: { certificates: ["domain_name"] },
  azurerm_web_pubsub_custom_domain: { certificates: ["domain_name"] },
  azurerm_static_web_app_custom_domain: { certificates: ["domain_name"] },
  azurerm_cdn_frontdoor_custom_domain: { certificates: ["host_name"] },

  // cloudflare/cloudflare, versions 4 and 5
  cloudflare_record: host("content", aRecord),
  cloudflare_dns_record: host("content", aRecord),
  cloudflare_certificate_pack: { certificateLists: ["hosts"] },
  cloudflare_custom_hostname: { certificates: ["hostname"] },
  cloudflare_pages_domain: { certificates: ["name?"] },
  cloudflare_r2_custom_domain: { certificates: ["domain"] },
  cloudflare_workers_custom_domain: { certificates: ["hostname"] },

  // hetznercloud/hcloud
  hcloud_server: host("ipv4_address", { "public_net.ipv4_enabled": [null, true] }, ["hcloud_primary_ip"]),
  hcloud_primary_ip: host("ip_address", { type: publicIpv4.slice(1) }),
  hcloud_floating_ip: host("ip_address", { type: publicIpv4.slice(1) }),
  hcloud_load_balancer: host("ipv4"),
  hcloud_managed_certificate: { certificateLists: ["domain_names"] },

  // digitalocean/digitalocean
  digitalocean_droplet: host("ipv4_address", { public_networking: [null, true] }),
  digitalocean_domain: host("ip_address?"),
  digitalocean_floating_ip: host("ip_address"),
  digitalocean_cdn: { certificates: ["custom_domain?"] },
  digitalocean_reserved_ip: host("ip_address"),
  digitalocean_loadbalancer: host("ip", { network: [null, "EXTERNAL"] }),
  digitalocean_record: host("value", aRecord),
  digitalocean_certificate: { certificateLists: ["domains"], when: { type: ["lets_encrypt"] } },

  // linode/linode
  linode_networking_ip: host("address", { public: [null, true], type: publicIpv4 }),
  linode_nodebalancer: host("ipv4"),
  linode_domain_record: host("target", { record_type: ["A"] }),

  // vultr/vultr
  // With a reserved IP, that is the address, and has its own host.
  vultr_instance: host("main_ip", {
    disable_public_ipv4: [null, false],
    vpc_only: [null, false],
    reserved_ip_id: [null],
  }),
  vultr_reserved_ip: host("subnet", { ip_type: ["v4"] }),
  vultr_load_balancer: host("ipv4"),

  // scaleway/scaleway
  scaleway_instance_ip: host("address", { type: [null, "nat", "routed_ipv4"] }),
  scaleway_lb_ip: host("ip_address", { is_ipv6: [null, false] }),
  scaleway_flexible_ip: host("ip_address", { is_ipv6: [null, false] }),

  // vancluever/acme
  acme_certificate: { certificates: ["common_name?"], certificateLists: ["subject_alternative_names"] },
};
