import type { LegacyKind } from "../service/legacy/kinds";
import {
  type LegacyParameters,
  legacyCheckParameters,
  legacyConfirmParameters,
  legacyCreateParameters,
  legacyUpdateParameters,
} from "../service/legacy/parameters";
import type { LegacyCall } from "./calls";

/** The body parameters of a call (docs/design/api-3.0.md#parameters). */
export function bodyParameters({ verb, kind }: LegacyCall): LegacyParameters {
  if (verb === "startCheck") return legacyCheckParameters;
  if (verb === "confirmContact") return legacyConfirmParameters;
  if (kind !== undefined && verb === "create") return legacyCreateParameters[kind];
  return kind !== undefined && verb === "update" ? legacyUpdateParameters[kind] : {};
}

/** The query parameters of a call. */
export function queryParameters({ verb }: LegacyCall): readonly string[] {
  if (verb === "checkStatus") return ["id", "details"];
  return verb === "list" || verb === "listings" ? ["page", "page_size"] : [];
}

/** Fields that 4.0 requires and for which 3.0 uses the account's default object, with the kind of that object. */
export const defaultReferences: {
  readonly [K in LegacyKind]?: Readonly<Record<string, "monitoring_profile" | "contact_group">>;
} = {
  host: { profile: "monitoring_profile", contact_group: "contact_group" },
  contact: { contact_group: "contact_group" },
};
