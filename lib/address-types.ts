/** The attributes of a resource type with public addresses, domain names, or certificates. */
export interface AddressType {
  /**
   * Attributes with a public IPv4 address or a domain name, one host each. A path can lead into blocks and lists, such as
   * `network_interface[0].access_config[0].nat_ip`.
   */
  readonly hosts?: readonly string[];
  /** Arguments with lists of such addresses or names: one host for each element that is known at synthesis. */
  readonly hostLists?: readonly string[];
  /**
   * Attributes with a hostname that has a certificate: one certificate monitor over `https` each. A name that ends in `?` is
   * an argument that the provider does not compute: no monitor if it is omitted.
   */
  readonly certificates?: readonly string[];
  /** Arguments with lists of such hostnames: one monitor for each element that is known at synthesis. */
  readonly certificateLists?: readonly string[];
  /** Arguments that must have one of these values; otherwise the resource has no public address. Null means omitted. */
  readonly when?: Readonly<Record<string, readonly (string | number | boolean | null)[]>>;
  /** Types that assign their own address to a resource of this type, if one of the two refers to the other. */
  readonly unless?: readonly string[];
}

const publicIpv4 = [null, "IPV4", "ipv4", "IPv4", "v4"] as const;
const aRecord = { type: ["A"] } as const;

/** The resource types that `monitorAddresses` supports, by provider. */
export const addressTypes: Readonly<Record<string, AddressType>> = {
  // hashicorp/aws
  aws_eip: { hosts: ["public_ip"] },
  aws_instance: {
    hosts: ["public_ip"],
    when: { associate_public_ip_address: [true] },
    unless: ["aws_eip", "aws_eip_association"],
  },
  aws_lightsail_instance: {
    hosts: ["public_ip_address"],
    when: { ip_address_type: [null, "dualstack", "ipv4"] },
    unless: ["aws_lightsail_static_ip_attachment"],
  },
  aws_lightsail_static_ip: { hosts: ["ip_address"] },
  aws_route53_record: { hostLists: ["records"], when: aRecord },
  aws_ses_domain_identity: { hosts: ["domain"] },
  aws_acm_certificate: { certificates: ["domain_name"], certificateLists: ["subject_alternative_names"] },
  aws_apigatewayv2_domain_name: { certificates: ["domain_name"] },
  aws_api_gateway_domain_name: { certificates: ["domain_name"] },
  aws_cloudfront_distribution: { certificateLists: ["aliases"] },

  // hashicorp/google
  google_compute_address: {
    hosts: ["address"],
    when: { address_type: [null, "EXTERNAL"], ip_version: publicIpv4 },
  },
  google_compute_global_address: {
    hosts: ["address"],
    when: { address_type: [null, "EXTERNAL"], ip_version: publicIpv4 },
  },
  google_dns_record_set: { hostLists: ["rrdatas"], when: aRecord },
  google_compute_managed_ssl_certificate: { certificateLists: ["managed.domains", "managed[0].domains"] },
  google_cloud_run_domain_mapping: { certificates: ["name"] },

  // hashicorp/azurerm
  azurerm_public_ip: {
    hosts: ["ip_address"],
    when: { allocation_method: ["Static"], ip_version: publicIpv4 },
  },
  azurerm_dns_a_record: { hostLists: ["records"] },
  azurerm_app_service_custom_hostname_binding: { certificates: ["hostname"] },
  azurerm_static_web_app_custom_domain: { certificates: ["domain_name"] },
  azurerm_cdn_frontdoor_custom_domain: { certificates: ["host_name"] },

  // cloudflare/cloudflare, versions 4 and 5
  cloudflare_record: { hosts: ["content"], when: aRecord },
  cloudflare_dns_record: { hosts: ["content"], when: aRecord },
  cloudflare_certificate_pack: { certificateLists: ["hosts"] },
  cloudflare_custom_hostname: { certificates: ["hostname"] },

  // hetznercloud/hcloud
  hcloud_server: {
    hosts: ["ipv4_address"],
    when: { "public_net.ipv4_enabled": [null, true], "public_net[0].ipv4_enabled": [null, true] },
    unless: ["hcloud_primary_ip"],
  },
  hcloud_primary_ip: { hosts: ["ip_address"], when: { type: publicIpv4.slice(1) } },
  hcloud_floating_ip: { hosts: ["ip_address"], when: { type: publicIpv4.slice(1) } },
  hcloud_load_balancer: { hosts: ["ipv4"] },
  hcloud_managed_certificate: { certificateLists: ["domain_names"] },

  // digitalocean/digitalocean
  digitalocean_droplet: { hosts: ["ipv4_address"], when: { public_networking: [null, true] } },
  digitalocean_reserved_ip: { hosts: ["ip_address"] },
  digitalocean_loadbalancer: { hosts: ["ip"], when: { network: [null, "EXTERNAL"] } },
  digitalocean_record: { hosts: ["value"], when: aRecord },
  digitalocean_certificate: { certificateLists: ["domains"], when: { type: ["lets_encrypt"] } },

  // linode/linode
  linode_networking_ip: { hosts: ["address"], when: { public: [null, true], type: publicIpv4 } },
  linode_nodebalancer: { hosts: ["ipv4"] },
  linode_domain_record: { hosts: ["target"], when: { record_type: ["A"] } },

  // vultr/vultr
  // With a reserved IP, that is the address, and has its own host.
  vultr_instance: {
    hosts: ["main_ip"],
    when: { disable_public_ipv4: [null, false], vpc_only: [null, false], reserved_ip_id: [null] },
  },
  vultr_reserved_ip: { hosts: ["subnet"], when: { ip_type: ["v4"] } },
  vultr_load_balancer: { hosts: ["ipv4"] },

  // scaleway/scaleway
  scaleway_instance_ip: { hosts: ["address"], when: { type: [null, "nat", "routed_ipv4"] } },
  scaleway_lb_ip: { hosts: ["ip_address"], when: { is_ipv6: [null, false] } },
  scaleway_flexible_ip: { hosts: ["ip_address"], when: { is_ipv6: [null, false] } },

  // vancluever/acme
  acme_certificate: { certificates: ["common_name?"], certificateLists: ["subject_alternative_names"] },
};
