import { isLegacyKind } from "../../service/legacy/kinds";
import { isUnsupportedField } from "../../service/legacy/unsupported";
import { DiagnosticError } from "../../terraform";
import type { Account } from "../account";
import { wireFields } from "../managed/wire";
import type { Filters } from "./filters";
import type { AnyKindTable, LookupArguments } from "./kind-table";

/**
 * Rejects a filter by an attribute that the API version does not have: no object would match.
 * @throws DiagnosticError at the filter
 */
export function rejectUnsupportedFilters(
  { kind, managed }: AnyKindTable,
  filters: Filters,
  config: LookupArguments,
  { apiVersion }: Account,
): void {
  if (apiVersion !== "3.0" || !isLegacyKind(kind)) return;
  const lacking = wireFields(managed.attributes).filter(({ field }) => isUnsupportedField(kind, field));
  for (const [name, { of }] of Object.entries(filters)) {
    if ((config[name] ?? null) === null || !lacking.some((one) => one.name === of)) continue;
    throw new DiagnosticError(
      `API version 3.0 has no ${of}`,
      `Version 3.0 cannot filter by ${of}. Remove ${name}, or set api_version = "4.0" in the provider's configuration.`,
      [{ attribute: name }],
    );
  }
}
