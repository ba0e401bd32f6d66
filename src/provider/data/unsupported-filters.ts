import { isLegacyKind } from "../../service/legacy/kinds";
import { isUnsupportedField } from "../../service/legacy/unsupported";
import { DiagnosticError } from "../../terraform";
import type { Account } from "../account";
import { wireFields } from "../managed/wire";
import type { Filters } from "./filters";
import type { AnyKindTable, LookupArguments } from "./kind-table";

/**
 * Refuses a filter by what the spoken version does not have: every object would seem to lack it.
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
      `No ${of} in version 3.0`,
      `Objects cannot be chosen by ${of}: version 3.0 of the service does not have any; version 4.0 has. Remove ${name}, or set api_version = "4.0" in the provider's configuration.`,
      [{ attribute: name }],
    );
  }
}
