import type { CertificateErrors } from "../../client/lists";
import { isSid } from "../../service/sids";
import { readReference, readString, type WireObject } from "../../service/wire-forms";
import { dataSource, nestedList, number, string } from "../../terraform";
import type { Account } from "../account";
import { sortedBy } from "./observed";

const error = {
  monitor: string().computed("SID of the certificate monitor that found the error, `CM…`."),
  hostname: string().computed("Hostname of the monitor."),
  protocol: string().computed("Protocol of the monitor."),
  type: string().computed("Type of the error, as returned by the API."),
  message: string().computed("Message of the error, as returned by the API."),
  json: string().computed(
    "The complete error as JSON, with sorted keys. The API does not document its fields: use `jsondecode` to read those without an attribute.",
  ),
};

const attributes = {
  total_errors: number().computed("Number of active certificate errors."),
  errors: nestedList(error).computed("The active errors, sorted by `hostname`, then by `json`."),
};

/** `rblmonitor_certificate_errors`: the active errors of all monitors (docs/design/api.md#endpoints; docs/design/open-points.md#22). */
export const certificateErrorsData = dataSource<typeof attributes, Account>({
  description: "Lists the active certificate errors of all certificate monitors. Requires API version 4.0.",
  attributes,
  async read({ context }) {
    return observedErrors(await context.certificateErrors());
  },
});

/** The returned errors as values of the attributes, sorted. */
export function observedErrors({ total_errors, errors }: CertificateErrors) {
  return { total_errors, errors: sortedBy(errors.map(readError), "hostname", "json") };
}

/** An error in the likely forms: the fields of the monitor among those of the error, or in a `monitor`. */
function readError(error: WireObject) {
  const monitor: unknown = error.monitor;
  const about: WireObject = typeof monitor === "object" && monitor !== null ? { ...monitor } : {};
  const first = (...values: unknown[]): string | null =>
    values.map(readString).find((text) => text !== undefined) ?? null;
  const references = [monitor, error.monitor_sid, error.monitor_id].map(readReference);
  return {
    monitor: references.find((sid) => sid !== undefined && isSid("certificate_monitor", sid)) ?? null,
    hostname: first(error.hostname, about.hostname, error.host),
    protocol: first(error.protocol, about.protocol),
    type: first(error.type, error.error, error.code),
    message: first(error.message, error.details, error.description),
    json: JSON.stringify(inKeyOrder(error)),
  };
}

function inKeyOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inKeyOrder);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, member]) => [key, inKeyOrder(member)]),
  );
}
