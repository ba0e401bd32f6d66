/**
 * The value of a write-only attribute. CDK Terrain then checks at synthesis that the target versions of the application
 * support write-only attributes. CDKTF has no target versions.
 */
export function writeOnly(resource: object, value: unknown): unknown {
  const marking = resource as { markWriteOnlyAttribute?(value: unknown): unknown };
  return marking.markWriteOnlyAttribute ? marking.markWriteOnlyAttribute(value) : value;
}
