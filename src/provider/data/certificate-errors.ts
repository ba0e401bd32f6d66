import type { CertificateErrors } from "../../client/lists";
import { isSid } from "../../service/sids";
import { readReference, readString, type WireObject } from "../../service/wire-forms";
import { dataSource, nestedList, number, string } from "../../terraform";
import type { Account } from "../account";
import { explained } from "../service-diagnostic";
import { sortedBy } from "./sorted-by";

const error = {
  monitor: string().computed("SID of the certificate monitor that found the error, `CM…`."),
  hostname: string().computed("Hostname of the monitor."),
  protocol: string().computed("Protocol of the monitor."),
  type: string().computed("What kind of error it is, in the service's words."),
  message: string().computed("The error in a sentence, in the service's words."),
  json: string().computed(
    "The whole error as the service tells it, as JSON with keys in order. What an error holds is not documented: `jsondecode` finds what the other attributes do not show.",
  ),
};

const attributes = {
  total_errors: number().computed("How many certificate errors are active."),
  errors: nestedList(error).computed("The active errors, in order of `hostname`, then of their `json`."),
};

/** `rblmonitor_certificate_errors`: the active errors over all monitors (docs/design/api.md#endpoints; docs/design/open-points.md#22). */
export const certificateErrorsData = dataSource<typeof attributes, Account>({
  description: "The certificate errors that are active now, over all certificate monitors of the account.",
  attributes,
  async read({ context }) {
    return observedErrors(await explained(context.certificateErrors()));
  },
});

/** What the service tells of the errors, in the forms of the attributes and in their order. */
export function observedErrors({ total_errors, errors }: CertificateErrors) {
  return { total_errors, errors: sortedBy(errors.map(readError), "hostname", "json") };
}

/** An error in the forms that are likely: facts of the monitor beside the error's own, or within a `monitor`. */
function readError(given: WireObject) {
  const monitor: unknown = given.monitor;
  const about: WireObject = typeof monitor === "object" && monitor !== null ? { ...monitor } : {};
  const first = (...values: unknown[]): string | null =>
    values.map(readString).find((text) => text !== undefined) ?? null;
  const references = [monitor, given.monitor_sid, given.monitor_id].map(readReference);
  return {
    monitor: references.find((sid) => sid !== undefined && isSid("certificate_monitor", sid)) ?? null,
    hostname: first(given.hostname, about.hostname, given.host),
    protocol: first(given.protocol, about.protocol),
    type: first(given.type, given.error, given.code),
    message: first(given.message, given.details, given.description),
    json: JSON.stringify(inKeyOrder(given)),
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
