import { type ErrorKind, ServiceError } from "../../client/errors";
import { kinds } from "../../service/kinds";
import { DiagnosticError, type Diagnostics } from "../../terraform";
import type { Account } from "../account";
import { serviceDiagnostic } from "../service-diagnostic";
import { abbreviated, capitalized, importBlock, lackingText } from "../text";
import {
  adoptable,
  compare,
  type Holders,
  manageable,
  type Wanted,
  whoHas,
  whoHasPlanned,
} from "./identity/who-has";
import { type AnyManagedObject, keyField, type ObjectPlan, type ServiceObjects } from "./object";
import { isRefusal, objectsOf, quotedName } from "./refusals";

/** The maximum number of import blocks in an error. */
const maxNamed = 5;

/**
 * Reports objects that a planned create would duplicate. It is only a warning, because Terraform plans in any order: another
 * resource may manage or destroy the object.
 */
export async function planExisting(object: AnyManagedObject, call: ObjectPlan): Promise<void> {
  const { config, context, prior, plan, diagnostics, isReplacement } = call;
  if (context === undefined || prior !== null || isReplacement || !context.knows(object.kind)) return;
  const ledger = context.ledger(object);
  const reader = await context.reader(object.kind);
  const report = (thrown: unknown) => reportFailure(object, context, diagnostics, thrown);
  if (!context.hasReportedFailure) await ledger.readExisting(reader).catch(report);
  if (context.rules.allowDuplicates) return;
  if (ledger.lacking > 0 && ledger.claimReport("lacking"))
    diagnostics.warning(
      "Incomplete list",
      `${lackingText(object.kind, ledger.lacking)} The apply creates new ones, although they may be among those. Compare them in the service's portal first.`,
    );
  // Whether a resource manages an object depends on the order in which Terraform plans, so it does not count.
  const planned = await whoHasPlanned(object, context, plan);
  if (planned === undefined) return;
  const { wanted, holders } = planned;
  if (holders.duplicates.length === 0) return warnOfSimilar(wanted, diagnostics, holders);
  // The plan's body lacks args, with which the apply adopts nothing.
  const hasArgs = object.createFields?.({ config } as never).args !== undefined;
  const isAdoptable = adoptable(holders, wanted.body, plan.paused === true) !== undefined && !hasArgs;
  if (context.rules.adoptIdentical && isAdoptable) return;
  const consequence = `The apply will not create another one while it exists. ${ofOthers(holders.duplicates)}`;
  const { summary, detail } = existsAlready(wanted, holders, consequence);
  diagnostics.warning(summary, detail);
}

/** Warns of objects with the key of a planned one: they may be left from an apply that was killed, in a form of the service. */
export function warnOfSimilar(wanted: Wanted, diagnostics: Diagnostics, { similar }: Holders): void {
  if (similar.length === 0) return;
  const { object, body } = wanted;
  const { title } = kinds[object.kind];
  const key = keyField(object);
  const isSame = similar.some((each) => compare(object, body, each).key === "same");
  const which = isSame ? `the same ${key} and other settings` : `a ${key} that may be the same`;
  const fact = `The account already has ${named(object, similar)}, with ${which}. The apply creates another one. ${ofOthers(similar)}`;
  diagnostics.warning(
    `Similar ${title} exists`,
    [fact, `${ifNamed(similar)}.`, ...ifUnmanaged(wanted, similar)].join("\n\n"),
  );
}

/**
 * Points to the report of a conflict with the same objects: Terraform plans in any order, so a planned create cannot know whether
 * this plan keeps or destroys the object that it finds.
 */
function ofOthers(existing: ServiceObjects): string {
  return `If another message of this plan names ${existing.length === 1 ? existing[0]?.id : "one of them"}, follow that one instead.`;
}

/** Kinds of failure with which the apply would certainly fail, too. */
const lastingFailures: readonly ErrorKind[] = ["authentication", "forbidden", "not_found", "refused"];

/** Reports that the list of a kind could not be read: once for all kinds, unless the account may not read this one. */
function reportFailure(
  { kind }: AnyManagedObject,
  account: Account,
  diagnostics: Diagnostics,
  thrown: unknown,
): void {
  const diagnostic = serviceDiagnostic(thrown, undefined, [
    `The plan could not compare new ${kinds[kind].plural} with the account. The apply creates nothing before it has done so.`,
  ]);
  if (!(thrown instanceof ServiceError && diagnostic instanceof DiagnosticError) || thrown.kind === "stopped")
    throw diagnostic;
  if (account.hasReportedFailure) return;
  account.hasReportedFailure = thrown.kind !== "forbidden";
  const severity = lastingFailures.includes(thrown.kind) ? "error" : "warning";
  diagnostics.add({ severity, summary: diagnostic.summary, detail: diagnostic.detail });
}

/** The error of a create that is not sent because the object already exists. */
export function existsAlready(wanted: Wanted, existing: Existing, consequence: string): DiagnosticError {
  const summary = `${capitalized(kinds[wanted.object.kind].title)} already exists`;
  return new DiagnosticError(summary, reportOf(wanted, existing, consequence).join("\n\n"));
}

/** The objects that a create would duplicate. `isManaged`: a resource of this state has them, so that none is to be imported. */
type Existing = Pick<Holders, "duplicates" | "isDoubtful"> & { readonly isManaged?: boolean };

/**
 * The existing objects that a create would duplicate, and the remedy, in paragraphs. The provider cannot know whether they are in a
 * state: Terraform shows an apply neither unchanged resources nor the object that a new one replaces.
 */
function reportOf(wanted: Wanted, existing: Existing, consequence?: string): string[] {
  const { object, body } = wanted;
  const { duplicates, isDoubtful, isManaged } = existing;
  const doubt = isDoubtful ? ", which may be the same in another form" : "";
  const fact = `The account already has ${named(object, duplicates)}${doubt}.`;
  const { advice } = object.membership?.existing(body, duplicates) ?? {};
  return [
    [fact, consequence].filter(Boolean).join(" "),
    `${ifNamed(duplicates)}:\n${ifManaged}`,
    ...(isManaged ? [] : (advice ?? ifUnmanaged(wanted, duplicates))),
  ];
}

/** Why a create may have been refused: existing objects with its key, and the remedy, in paragraphs. */
export async function refusedFor(wanted: Wanted, account: Account, thrown: unknown): Promise<string[]> {
  const { object, ledger } = wanted;
  if (!isRefusal(thrown) || object.key.field === undefined) return [];
  const all = await objectsOf(account, object.kind, "readAllAgain");
  const holders = await whoHas(wanted, manageable(object, all));
  const deleted = holders.duplicates.filter(({ id }) => ledger.has("deleted", id));
  const managed = holders.duplicates.filter(({ id }) => ledger.isManaged(id));
  if (holders.duplicates.length === 0) return [];
  if (deleted.length > 0)
    return [`This apply has deleted ${named(object, deleted)}, and the service still has it. Apply again.`];
  if (managed.length > 0) {
    return [
      `Another resource of this configuration manages ${named(object, managed)}. Remove one of the two resources. If one was renamed, add a moved block and apply again.`,
    ];
  }
  return reportOf(wanted, holders);
}

function ifNamed([first]: ServiceObjects): string {
  return `If \`terraform state list -id=${first?.id}\` names a resource, do not import it`;
}

/** What to do with an object that a resource of this state manages. */
const ifManaged = `- Renamed to this one: add a moved block.
- This one, tainted or to be replaced: remove create_before_destroy, or keep the object: terraform untaint <address>
- Destroyed by this apply: apply again.
- Another one: remove one of the two. To create a second object, run this apply with RBLMONITOR_ALLOW_DUPLICATES=true.`;

/** What to do with objects that no resource of this state manages, in paragraphs. */
function ifUnmanaged(wanted: Wanted, existing: ServiceObjects): string[] {
  const { kind } = wanted.object;
  const blocks = importIds(wanted, existing).map((id) => importBlock(id, `rblmonitor_${kind}.<name>`));
  return [
    `If another state manages it, do not import it, but replace this resource by a data source:\n\ndata "rblmonitor_${kind}" "<name>" {\n  id = "${existing[0]?.id}"\n}`,
    `Otherwise, add ${blocks.length === 1 ? "this block" : "one of these blocks"} with the address of this resource to manage it. To generate the blocks for all resources, run: rblmonitor imports\n\n${blocks.join("\n")}`,
  ];
}

/** Objects by their SIDs and names. The destination of a contact may be a secret and never appears in messages. */
export function named({ kind }: AnyManagedObject, objects: readonly { readonly id: string }[]): string {
  const { title, plural } = kinds[kind];
  const names = abbreviated(objects.map((existing) => `${existing.id}${quotedName({ ...existing })}`));
  return objects.length === 1 ? `the ${title} ${names}` : `these ${plural}: ${names}`;
}

/** The ids to import: those of single objects, or one of several together. */
export function importIds({ object, body }: Wanted, existing: ServiceObjects): string[] {
  const together = object.membership?.existing(body, existing);
  return together === undefined ? existing.slice(0, maxNamed).map(({ id }) => id) : [together.importId];
}

/** The object of a create with its key, as in `the host "mail.example.com"`. */
export function objectName({ object, body }: Pick<Wanted, "object" | "body">): string {
  return `the ${kinds[object.kind].title} ${JSON.stringify(body[keyField(object)])}`;
}
