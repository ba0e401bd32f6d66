import { sentFields } from "../../src/provider/managed/wire";
import { managedResources } from "../../src/provider/resources";
import { type Kind, kinds } from "../../src/service/kinds";
import { isLegacyKind } from "../../src/service/legacy/kinds";
import { isUnsupportedField, unsupportedFields } from "../../src/service/legacy/unsupported";
import { usedApiVersion } from "./api-version";

type AttributeValues = Readonly<Record<string, unknown>>;

/**
 * The attributes of a resource that the version in use supports. Fields that version 3.0 does not have are left out. Where a
 * new object accepts one contact group, one of several is kept, independent of their order. Undefined for a kind that the
 * version does not support.
 */
export function supportedAttributes(type: string, attributes: AttributeValues): AttributeValues | undefined {
  if (usedApiVersion === "4.0" || !Object.hasOwn(kinds, type)) return attributes;
  const kind = type as Kind;
  if (!isLegacyKind(kind)) return undefined;
  const table = managedResources[`rblmonitor_${kind}`]?.object.attributes ?? {};
  const fields = new Map(sentFields(table).map(({ name, field }) => [name, field]));
  const known = Object.entries(attributes).flatMap(([name, value]) => {
    const field = fields.get(name);
    if (field === undefined) return [[name, value]];
    if (isUnsupportedField(kind, field)) return [];
    const isTooMuch =
      Array.isArray(value) && unsupportedFields("create", kind, { [field]: value }).length > 0;
    return [[name, isTooMuch ? [...value].sort().slice(0, 1) : value]];
  });
  return Object.fromEntries(known);
}
