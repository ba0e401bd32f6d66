/** One object as a Terraform state holds it, whatever the form of the state. */
export interface StoredInstance {
  /** Its address, as `module.a.rblmonitor_host.mx["b"]`; of one that waits to be destroyed, with the key of that. */
  readonly address: string;
  readonly type: string;
  /** The provider configuration that manages it, as `default`, `eu` or `module.a.eu`; undefined when the form of the state does not tell. */
  readonly provider: string | undefined;
  readonly schemaVersion: number;
  readonly attributes: unknown;
  /** What the provider noted beside it; undefined when the form of the state does not tell. */
  readonly notes: Uint8Array | undefined;
  /** Attributes of which a part is marked as sensitive, by the configuration or by the schema. */
  readonly sensitive: ReadonlySet<string>;
}

/** An address with the key of an object that waits to be destroyed. */
export function withDeposedKey(address: string, key: string | undefined): string {
  return key === undefined ? address : `${address} (deposed ${key})`;
}
