import { type ErrorKind, ServiceError } from "../../client/errors";
import { type Kind, kinds } from "../../service/kinds";
import { lagDelays } from "../../service/limits";
import { concludeNothing } from "../../snapshot/gaps";
import type { KindReader } from "../../snapshot/kind-reader";
import { sentence, serviceDiagnostic } from "../service-diagnostic";
import { importBlock } from "../text";
import { importIds, named, objectName } from "./existing-objects";
import { newcomers, type Wanted, whoHasLost } from "./identity/who-has";
import {
  type CreateBody,
  type CreatedObjects,
  idsIn,
  type ObjectCreate,
  type ServiceObjects,
} from "./object";

/** A create, and what its account knows, reads and writes of the kind. */
export interface Create extends Wanted {
  readonly call: ObjectCreate;
  /** The fields of the body that the plan knows, with which it compared existing objects. */
  readonly planned: CreateBody;
  readonly reader: KindReader<Kind>;
  /** Whether it is sent a second time, after a 429 in doubt: the account was searched in vain. */
  readonly isRepeated?: boolean;
}

/** Readings of the list that decide which objects may be those of the create: it may still take effect after the first one. */
const requiredReads = 2;

/** Complete readings that end a search without a result, while the service may only be slow to show an object. */
const patientReads = 4;

/** After so many searches without a result, the others of the kind end after the required readings: the service is failing. */
const maxPatientSearches = 3;

/** Milliseconds before each reading: 17 seconds for a list that lags, and about a minute for a service that restarts. */
const delays = [...lagDelays, 20_000, 30_000];

/** After a timeout the request may still be in a queue of the service. */
const delaysAfterTimeout = [0, 10_000, 10_000, 20_000, 30_000];

/** How many reads may fail, by kind of error, before the search ends; one if not in this table. */
const failureLimits: Partial<Record<ErrorKind, number>> = {
  transport: delays.length,
  timeout: delays.length,
  server: delays.length,
  unreadable: 2,
};

/**
 * Searches the account for the objects of a create with an unknown outcome (docs/design/writing.md), and warns if it finds them.
 * @returns undefined if the list lacks them, and the service asked to send the create again
 * @throws DiagnosticError with what is known: the SIDs and import blocks of candidates, or that there are none
 */
export async function searchLost(create: Create, lost: ServiceError): Promise<CreatedObjects | undefined> {
  const { call, ledger, reader, isRepeated } = create;
  const maySendAgain = lost.kind === "rate_limited" && !isRepeated;
  const isPatient = maySendAgain || ledger.fruitlessSearches < maxPatientSearches;
  const fruitlessReads = isPatient ? patientReads : requiredReads;
  let reason = "the list changed while it was read";
  let completeReads = 0;
  let failures = 0;
  let before: ServiceObjects = [];
  let latest: ServiceObjects = [];
  for (const wait of lost.kind === "timeout" ? delaysAfterTimeout : delays) {
    try {
      await call.context.sleep(wait, call.signal);
      const { objects, complete } = await reader.relist(concludeNothing);
      if (complete) {
        completeReads += 1;
        latest = objects;
      }
      const { near, same, mayGrow } = await whoHasLost(create, objects);
      // Creating the many hosts of a subnet may take time.
      const isSettled = near.length === before.length;
      before = near;
      if (same !== undefined && (isSettled || !mayGrow)) {
        warnOfAdoption(create, same, lost);
        return same;
      }
      if (near.length > 0 ? isSettled : completeReads >= fruitlessReads) break;
    } catch (failure) {
      if (!(failure instanceof ServiceError)) throw failure;
      reason = failure.message;
      failures += 1;
      if (failures >= (failureLimits[failure.kind] ?? 1)) break;
    }
  }
  if (before.length > 0) throw doubtError(create, before, lost);
  const others = newcomers(create, latest);
  if (maySendAgain && completeReads >= patientReads && others.length === 0) {
    if (create.object.kind === "contact") warnOfHiddenTwin(create, lost);
    return undefined;
  }
  ledger.fruitlessSearches += 1;
  throw completeReads >= requiredReads
    ? notFoundError(create, others, lost)
    : unsearchedError(create, reason, lost);
}

function warnOfAdoption({ object, call, ledger }: Create, objects: CreatedObjects, lost: ServiceError): void {
  const { title, withArticle, plural } = kinds[object.kind];
  const ids = idsIn(objects).join(", ");
  const [noun, verb] = objects.length === 1 ? [withArticle, "is"] : [`${objects.length} ${plural}`, "are"];
  const before = ledger.knowsExisting
    ? "that did not exist when this run began"
    : "that no other resource of this run manages (the list could not be read before)";
  call.diagnostics.warning(
    "Response to a create was lost",
    [
      sentence(lost.message),
      `The provider then searched the account and found ${noun} as sent, ${before}: ${ids}. This resource now manages it.`,
      `If another program created the same ${title} at the same time, check which of them ${ids} ${verb}.`,
    ].join("\n\n"),
  );
}

/** A list may omit contacts until they are confirmed (docs/design/open-points.md#47), so that nothing shows the first one. */
function warnOfHiddenTwin(create: Create, lost: ServiceError): void {
  create.call.diagnostics.warning(
    "Contact may exist twice",
    `${sentence(lost.message)} The account then did not show ${objectName(create)}, so the create was sent once more. If two confirmation requests arrive, the service has two contacts and lists neither before its confirmation: confirm one of them, and delete the other one in the service's portal.`,
  );
}

/** The account has candidates, but none of them is certain. */
function doubtError(create: Create, near: ServiceObjects, lost: ServiceError): unknown {
  const { withArticle, plural } = kinds[create.object.kind];
  create.ledger.addIds("in doubt", idsIn(near));
  const blocks = importIds(create, near).map((id) => importBlock(id));
  const [count, it, one] =
    near.length === 1 ? [withArticle, "it", "it"] : [`${near.length} ${plural}`, "them", "one of them"];
  return serviceDiagnostic(lost, undefined, [
    `The create may have succeeded: the account has ${count} that may be ${objectName(create)}, but the provider cannot verify this: ${idsIn(near).join(", ")}.`,
    `Review ${it} before you apply again. To manage ${one}, add ${blocks.length === 1 ? "this block" : "one of these blocks"}, and delete what you do not need:\n\n${blocks.join("\n")}`,
  ]);
}

/** The account has no such object, at least not yet. `others` have appeared meanwhile. */
function notFoundError(create: Create, others: ServiceObjects, lost: ServiceError): unknown {
  const blocks = importIds(create, others).map((id) => importBlock(id));
  const news = `The account has ${named(create.object, others)}, since this run began. If the service stored it under such a name, import it before you apply again:\n\n${blocks.join("\n")}`;
  return serviceDiagnostic(lost, undefined, [
    `The create was sent ${create.isRepeated ? "twice" : "once"}, and the account was then searched several times without finding ${objectName(create)}. The service either did not create it, or does not show it yet. Nothing is in the state.`,
    ...(others.length === 0 ? [] : [news]),
    "Apply again to continue: the provider looks at the account first, and reports the object if it exists by then.",
  ]);
}

/** The account could not be searched. */
function unsearchedError(create: Create, reason: string, lost: ServiceError): unknown {
  const { title } = kinds[create.object.kind];
  return serviceDiagnostic(lost, undefined, [
    `The ${title} may have been created, but the account could not be searched for it: ${sentence(reason)}`,
    `The next apply looks for ${objectName(create)} first. If it exists, import it: terraform import <address of this resource> <its SID>`,
  ]);
}
