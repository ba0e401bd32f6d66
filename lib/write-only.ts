/** Resources of CDK Terrain, which mark the values of write-only attributes. */
interface Marking {
  markWriteOnlyAttribute?(value: unknown): unknown;
}

/**
 * The value of a write-only attribute. CDK Terrain then checks at synthesis that the target versions of the application
 * support write-only attributes. CDKTF has no target versions.
 */
export function writeOnly(resource: object, value: unknown): unknown {
  const { markWriteOnlyAttribute: mark } = resource as Marking;
  return mark === undefined ? value : mark.call(resource, value);
}
