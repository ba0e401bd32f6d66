import { kinds } from "../../service/kinds";
import { unsupportedKindReason } from "../../service/legacy/unsupported";
import type { Call, State } from "../../terraform";
import type { Account } from "../account";
import { sentence } from "../service-diagnostic";
import type { Identified } from "./ids";
import type { AnyManagedObject, ObjectAttributes } from "./object";

const warned = new WeakMap<Account, Set<string>>();

/** A resource of a kind that the spoken version does not have: as the state has it, with one warning for the whole kind. */
export function readUnsupported(
  { kind }: AnyManagedObject,
  { context, diagnostics, state }: Call<Account> & { readonly state: State<ObjectAttributes> },
): Identified {
  const reported = warned.get(context) ?? new Set();
  warned.set(context, reported);
  if (!reported.has(kind)) {
    reported.add(kind);
    diagnostics.warning(
      `Not read: ${kinds[kind].plural}`,
      `${sentence(unsupportedKindReason(kind))} What the state says of them stays as it is, true or not. To have them compared and changed, set api_version = "4.0" in the provider's configuration.`,
    );
  }
  return state as Identified;
}
