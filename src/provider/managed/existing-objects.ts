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
import { type AnyManagedObject, idsIn, keyField, type ObjectPlan, type ServiceObjects } from "./object";
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
  const planned = await whoHasPlanned(object, context, plan, true);
  if (planned === undefined) return;
  const { wanted, holders } = planned;
  if (holders.duplicates.length === 0) return warnOfSimilar(wanted, diagnostics, holders);
  ledger.addIds("in doubt", idsIn(holders.duplicates));
  // The plan's body lacks args, with which the apply adopts nothing.
  const hasArgs = object.createFields?.({ config } as never).args !== undefined;
  const isAdoptable = adoptable(holders, wanted.body, plan.paused === true) !== undefined && !hasArgs;
  if (context.rules.adoptIdentical && isAdoptable) return;
  const consequence = "The apply will not create another one while it exists.";
  const { summary, detail } = existsAlready(wanted, holders, consequence);
  diagnostics.warning(summary, detail);
}

/** Warns of objects with the key of a planned one: they may be left from an apply that was killed, in a form of the service. */
function warnOfSimilar(wanted: Wanted, diagnostics: Diagnostics, { similar }: Holders): void {
  const { object, body } = wanted;
  const { title } = kinds[object.kind];
  const key = keyField(object);
  const isSame = similar.some((each) => compare(object, body, each).key === "same");
  const which = isSame ? `the same ${key} and other settings` : `a ${key} that may be the same`;
  diagnostics.warning(
    `Similar ${title} exists`,
    `The account already has ${named(object, similar)}, with ${which}. The apply creates another one. If no other resource manages it, import it instead:\n\n${importBlocks(wanted, similar).join("\n")}\n\n${elsewhere(object, similar[0]?.id ?? "")}`,
  );
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

type Existing = Pick<Holders, "duplicates" | "isDoubtful">;

/** The existing objects that a create would duplicate, and the remedy, in paragraphs. */
function reportOf(wanted: Wanted, { duplicates, isDoubtful }: Existing, consequence?: string): string[] {
  const doubt = isDoubtful ? ", which may be the same in another form" : "";
  const fact = `The account already has ${named(wanted.object, duplicates)}${doubt}.`;
  return [[fact, consequence].filter(Boolean).join(" "), ...remedies(wanted, duplicates)];
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

/**
 * The remedy for existing objects, in paragraphs. The provider cannot know whether they are in a state: Terraform shows an
 * apply neither unchanged resources nor the object that a new one replaces.
 */
function remedies(wanted: Wanted, existing: ServiceObjects): string[] {
  const { object, body } = wanted;
  const { advice } = object.membership?.existing(body, existing) ?? {};
  if (advice !== undefined) return [...advice];
  const blocks = importBlocks(wanted, existing);
  const [{ id } = { id: "" }] = existing;
  const isUnique = object.key.unique !== undefined;
  return [
    [
      `If \`terraform state list -id=${id}\` names a resource, do not import it:`,
      ...ifManaged(isUnique),
    ].join("\n"),
    elsewhere(object, id),
    `Otherwise, add ${blocks.length === 1 ? "this block" : "one of these blocks"} with the address of this resource to manage it. To generate the blocks for all resources, run: rblmonitor imports\n\n${blocks.join("\n")}`,
    ...(isUnique
      ? [
          "It may also be a deposed object that this apply destroys: then apply again.\nTo try to create a second one, set allow_duplicates = true in the provider's configuration.",
        ]
      : []),
  ];
}

/** What to do with an object that a resource of another state manages. */
function elsewhere({ kind }: AnyManagedObject, id: string): string {
  return `If another state manages it, do not import it, but replace this resource by a data source:\n\ndata "rblmonitor_${kind}" "<name>" {\n  id = "${id}"\n}`;
}

/** What to do with an object that a resource of this state manages. @param isUnique whether the key alone decides that it is the same */
function ifManaged(isUnique: boolean): readonly string[] {
  return [
    "- If that resource was renamed to this one, add a moved block.",
    isUnique
      ? "- If it is another one, remove one of the two. If this apply destroys it, that may be too late: then apply again."
      : "- To create a second one, as with create_before_destroy, run this apply with RBLMONITOR_ALLOW_DUPLICATES=true, or set allow_duplicates = true in the provider's configuration.",
    "- If it is this resource, tainted or to be replaced: remove create_before_destroy, which creates the new object first, or keep the old one: terraform untaint <address>",
  ];
}

/** Objects by their SIDs and names. The destination of a contact may be a secret and never appears in messages. */
export function named({ kind }: AnyManagedObject, objects: readonly { readonly id: string }[]): string {
  const { title, plural } = kinds[kind];
  const names = abbreviated(objects.map((existing) => `${existing.id}${quotedName({ ...existing })}`));
  return objects.length === 1 ? `the ${title} ${names}` : `these ${plural}: ${names}`;
}

/** Import blocks for the objects, with the type of their resource. */
function importBlocks(wanted: Wanted, existing: ServiceObjects): readonly string[] {
  const to = `rblmonitor_${wanted.object.kind}.<name>`;
  return importIds(wanted, existing).map((id) => importBlock(id, to));
}

/** The ids to import: those of single objects, or one of several together. */
export function importIds({ object, body }: Wanted, existing: ServiceObjects): string[] {
  const together = object.membership?.existing(body, existing);
  return together === undefined ? existing.slice(0, maxNamed).map(({ id }) => id) : [together.importId];
}

/** The object of a create with its key, as in `the host "mail.example.com"`. */
export function objectName({ object, body }: Wanted): string {
  return `the ${kinds[object.kind].title} ${JSON.stringify(body[keyField(object)])}`;
}
