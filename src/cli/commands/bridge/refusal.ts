import type { LegacyCall } from "../../../legacy/calls";
import type { CurrentRequest } from "../../../legacy/request";
import type { LegacyRoute } from "../../../legacy/routes";
import { kinds } from "../../../service/kinds";
import { checkIdPattern, isSid } from "../../../service/sids";
import { errorAnswer, type LegacyAnswer } from "./answer";

/**
 * Why a request of version 3.0 cannot be forwarded; undefined if it can. Parameters that an operation does not know are
 * ignored, as version 3.0 did, unless `refuseUnknown` is set.
 */
export function refusalOf(
  { call }: LegacyRoute,
  { id, repeated, unknown, problems }: CurrentRequest,
  refuseUnknown: boolean,
): LegacyAnswer | undefined {
  if (repeated.length > 0) return errorAnswer(400, `Bad request: ${named(repeated)}: given more than once.`);
  if (refuseUnknown && unknown.length > 0)
    return errorAnswer(422, `Validation failed: ${named(unknown)}: not accepted by this operation.`);
  if (problems.length > 0) return errorAnswer(422, `Validation failed: ${problems.join("; ")}.`);
  return isIdOf(call, id) ? undefined : errorAnswer(400, `Bad request: invalid ${idName(call)}.`);
}

/** Names from a request, in short: there may be many, of any length. */
function named(names: readonly string[]): string {
  return names
    .slice(0, 10)
    .map((name) => name.slice(0, 40))
    .join(", ");
}

function isIdOf({ kind, current }: LegacyCall, id: string): boolean {
  if (!current.path.includes("{id}")) return true;
  return kind === undefined ? checkIdPattern.test(id) : isSid(kind, id);
}

function idName({ kind }: LegacyCall): string {
  return kind === undefined ? "check id" : `${kinds[kind].title} SID`;
}
