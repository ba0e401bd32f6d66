/** What a build puts in place of this name (src/tasks/build/plugin); without a build there is none. */
declare const PROVIDER_SCHEMA: string | undefined;

/** The answer to GetProviderSchema as it was encoded when the plugin was built; undefined if it was not built. */
export function builtSchema(): Uint8Array | undefined {
  return typeof PROVIDER_SCHEMA === "undefined" ? undefined : Buffer.from(PROVIDER_SCHEMA, "base64");
}
