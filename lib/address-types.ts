import types from "./address-types.json";

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

/** The resource types that `monitorAddresses` supports, by provider. */
export const addressTypes: Readonly<Record<string, AddressType>> = types;
