import { kinds } from "../../service/kinds";
import { unsupportedKindReason } from "../../service/legacy/unsupported";
import type { Call, State } from "../../terraform";
import type { Account } from "../account";
import { sentence } from "../service-diagnostic";
import type { Identified } from "./ids";
import type { AnyManagedObject, ObjectAttributes } from "./object";

const warned = new WeakMap<Account, Set<string>>();

/** Keeps the state of a resource whose kind the API version does not have, with one warning for the whole kind. */
export function readUnsupported(
  { kind }: AnyManagedObject,
  { context, diagnostics, state }: Call<Account> & { readonly state: State<ObjectAttributes> },
): Identified {
  const reported = warned.get(context) ?? new Set();
  warned.set(context, reported);
  if (!reported.has(kind)) {
    reported.add(kind);
    diagnostics.warning(
      `No refresh of ${kinds[kind].plural}`,
      `${sentence(unsupportedKindReason(kind))} Their state stays as it is, even if it is outdated. To refresh and change them, set api_version = "4.0" in the provider's configuration.`,
    );
  }
  return state as Identified;
}
