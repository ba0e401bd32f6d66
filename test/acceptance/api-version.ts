import { dialectOf } from "../../src/client/dialect";
import { legacyForms } from "../../src/emulator/http/legacy-call";
import type { RecordedRequest } from "../../src/emulator/request-log";
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

/** The setting of the provider that has the root of the spoken version. */
export const rootSetting = { "4.0": "base_url", "3.0": "legacy_base_url" }[usedApiVersion];

/** What is otherwise over version 3.0, for a reason that is said where it stands. */
export function byApiVersion<T>(values: Readonly<Record<ApiVersion, T>>): T {
  return values[usedApiVersion];
}

/**
 * What the spoken version leaves no choice in of the forms that the emulator can be set to: version 3.0 documents what it
 * returns, and tells neither frequencies nor args.
 */
export const decidedForms = byApiVersion<Partial<OpenPointSettings>>({
  "4.0": {},
  "3.0": { ...legacyForms, frequency: "absent", argsReturned: "absent" },
});

/** Method and path of an operation on objects of that kind, as the spoken version has them, `{id}` for a SID. */
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

/** What a test needs of a version beyond its kinds and fields, and why version 3.0 does not have it. */
const notInLegacy = {
  "told frequency": "version 3.0 does not tell the frequency of a profile",
  "told sync_method": "version 3.0 does not tell the sync_method of a profile",
  "told request limits": "version 3.0 has no headers of request limits",
} as const;

/** What a test needs: a kind, a field of a kind, or one of the facts above. */
export type Need = Kind | `${Kind}.${string}` | keyof typeof notInLegacy;

/** Why the spoken version cannot give what a test needs; undefined when it can, and for what is no object of the account. */
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

/** Declares tests that need something. Over a version that does not have it they are skipped, and the reason is told. */
export function needing(need: Need, declare: () => void): void {
  const reason = lackOf(need);
  if (reason === undefined) declare();
  else describe.skip(`(left out: ${reason})`, declare);
}
