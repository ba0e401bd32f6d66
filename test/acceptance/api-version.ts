import { dialectOf } from "../../src/client/dialect";
import { legacyForms } from "../../src/emulator/http/target";
import type { RecordedRequest } from "../../src/emulator/options";
import type { OpenPointSettings } from "../../src/emulator/settings";
import { type ApiVersion, apiVersions, defaultApiVersion } from "../../src/service/api-version";
import { type Kind, kinds } from "../../src/service/kinds";
import { isLegacyKind } from "../../src/service/legacy/kinds";
import { isUnsupportedField, unsupportedKindReason } from "../../src/service/legacy/unsupported";
import type { CollectionVerb, Operation, operations } from "../../src/service/operations";

/**
 * The version of the service's interface that the tests of this folder let the provider speak:
 * RBLMONITOR_TEST_API_VERSION, or 4.0.
 */
export const usedApiVersion: ApiVersion = readVersion(process.env.RBLMONITOR_TEST_API_VERSION);

function readVersion(given: string = defaultApiVersion): ApiVersion {
  const found = apiVersions.find((version) => version === given);
  if (found !== undefined) return found;
  throw new Error(`RBLMONITOR_TEST_API_VERSION must be one of ${apiVersions.join(", ")}; it is "${given}".`);
}

const dialect = dialectOf(usedApiVersion);

/** The setting of the provider for the root URL of the version in use. */
export const rootSetting = { "4.0": "base_url", "3.0": "legacy_base_url" }[usedApiVersion];

/** A value that depends on the version in use. A comment at each call gives the reason. */
export function byApiVersion<T>(values: Readonly<Record<ApiVersion, T>>): T {
  return values[usedApiVersion];
}

/**
 * Settings of the emulator that the version in use decides: version 3.0 documents the form of its answers, and returns
 * neither frequencies nor args.
 */
export const decidedForms = byApiVersion<Partial<OpenPointSettings>>({
  "4.0": {},
  "3.0": { ...legacyForms, frequency: "absent", argsReturned: "absent" },
});

/** Method and path of an operation on objects of that kind in the version in use, with `{id}` for a SID. */
export function callOn(verb: CollectionVerb, kind: Kind): Pick<Operation, "method" | "path"> {
  const { method, path } = dialect.collectionOperation(verb, kind);
  return { method, path };
}

/** Method and path of an operation that belongs to no kind, or to one only. */
export function callOf(name: keyof typeof operations): Pick<Operation, "method" | "path"> {
  const { method, path } = dialect.operation(name);
  return { method, path };
}

/** Whether the request is that operation on objects of the kind, or on the one of that SID. */
export function isCallOn(
  request: Pick<RecordedRequest, "method" | "path">,
  verb: CollectionVerb,
  kind: Kind,
  id?: string,
): boolean {
  const { method, path } = callOn(verb, kind);
  return (
    request.method === method && new RegExp(`^${path.replace("{id}", id ?? "[^/]+")}$`).test(request.path)
  );
}

/** What a test needs from a version in addition to kinds and fields, and why version 3.0 lacks it. */
const notInLegacy = {
  "reported frequency": "version 3.0 does not return the frequency of a profile",
  "reported sync_method": "version 3.0 does not return the sync_method of a profile",
  "reported request limits": "version 3.0 has no headers of request limits",
} as const;

/** What a test needs: a kind, a field of a kind, or one of the facts above. */
export type Need = Kind | `${Kind}.${string}` | keyof typeof notInLegacy;

/** Why the version in use lacks what a test needs; undefined if it does not, or if the need is not an object of the account. */
export function lackOf(need: Need): string | undefined {
  if (usedApiVersion === "4.0") return undefined;
  if (need in notInLegacy) return notInLegacy[need as keyof typeof notInLegacy];
  const [kind, field] = need.split(".") as [Kind, string?];
  if (!(kind in kinds)) return undefined;
  if (!isLegacyKind(kind)) return unsupportedKindReason(kind);
  return field !== undefined && isUnsupportedField(kind, field)
    ? `version 3.0 has no ${field} of a ${kind}`
    : undefined;
}

/** Declares tests with a need. With a version that lacks it, they are skipped, and their name shows the reason. */
export function needing(need: Need, declare: () => void): void {
  const reason = lackOf(need);
  if (reason === undefined) declare();
  else describe.skip(`(left out: ${reason})`, declare);
}
