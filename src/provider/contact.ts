import { destinationKind, isSecretDestination } from "../service/destinations";
import { fields } from "../service/fields";
import { isPausedStatus, isPendingStatus } from "../service/status";
import {
  equal,
  integer,
  isFullyKnown,
  type PlanCall,
  rejectNulls,
  type State,
  string,
  Unknown,
  unknown,
  type Value,
  type WriteCall,
} from "../terraform";
import type { Account } from "./account";
import { attributesOf, paused } from "./common-attributes";
import { keyRule } from "./managed/identity/natural-key";
import { importedNote } from "./managed/notes";
import { groupsReached } from "./managed/reach";
import { quotedName } from "./managed/refusals";
import { managedResource } from "./managed/resource";
import { field as wireField } from "./managed/wire";
import { resendIfUnanswered } from "./managed/write-objects";
import { statusAfterConflict, whyNotPending } from "./pending-contact";
import { serviceDiagnostic } from "./service-diagnostic";
import { shapeOf } from "./shapes";
import { abbreviated, changesInPlace, described, forcesReplacement, requiresVersion4 } from "./text";

const { schedule, args, ...others } = attributesOf("contact");

const attributes = {
  ...others,
  // A create requires it, so that one is sent if it is omitted.
  schedule: shapeOf(fields.contact.schedule.rule)
    .optionalComputed(schedule.parts.description)
    .keepsPrior()
    .annotate(wireField("schedule"))
    .deprecated("The service will remove schedule in a future version. Remove it from the configuration."),
  // Computed so that an omitted value may keep the {} of an earlier state.
  args: shapeOf(fields.contact.args.rule)
    .optionalComputed(args.parts.description)
    .sensitive()
    .annotate(wireField("args", { onlyCreated: true })),
  args_wo: shapeOf(fields.contact.args.rule)
    // Only creates send them, so other plans accept nulls.
    .allowNulls()
    .optional(
      described(
        "Same as `args`, but never stored in a plan or state. Conflicts with `args`.",
        "Sent only when the contact is created. To send new values, change `args_wo_version` too.",
        requiresVersion4,
      ),
    )
    .sensitive()
    .writeOnly()
    .annotate(wireField("args", { onlyCreated: true })),
  args_wo_version: integer().optional(
    described(
      "Version of `args_wo`. Increment it when you change `args_wo`, because Terraform cannot detect changes to write-only values.",
      forcesReplacement,
    ),
  ),
  confirmation_code_wo: string()
    .optional(
      described(
        "Confirmation code that the service sent to the contact. Never stored in a plan or state.",
        "To send another code, change `confirmation_code_wo_version`, too. Null and an empty string mean that there is no code yet.",
      ),
    )
    .sensitive()
    .writeOnly(),
  confirmation_code_wo_version: integer().optional(
    described(
      "Version of `confirmation_code_wo`. Increment it to send another code, because Terraform cannot detect changes to write-only values.",
      "If the code is null, nothing is sent. The first code needs no new version.",
      changesInPlace,
    ),
  ),
  confirmed_code_version: integer()
    .computed(
      "The `confirmation_code_wo_version` of the last code that the service accepted. Null if it has not accepted any.",
    )
    .keepsPrior(),
  paused: paused("Whether notifications to the contact are paused."),
};

type ContactPlan = PlanCall<typeof attributes, Account>;
type ContactWrite = WriteCall<typeof attributes, Account>;
type ContactState = State<typeof attributes>;

/** Contacts (docs/design/api.md#contact). A new one may be pending until it is confirmed, which blocks nothing. */
export const contact = managedResource({
  kind: "contact",
  description: "A notification destination, such as an email address or a Slack webhook.",
  attributes,
  key: {
    field: "contact",
    rule: keyRule("contact", ({ type }) => destinationKind(type)),
    loss: "Its confirmation, if any, is lost: the service may not notify the new contact until it is confirmed. If its groups have no other active contact, their alerts reach no one until then.",
    description: "its destination",
  },

  additionalSecrets: ({ contact, type }) =>
    typeof contact === "string" && isSecretDestination(type) ? [contact] : [],

  validate({ config, diagnostics }) {
    // An unknown value may become null, such as a variable of a module.
    if ([config.args, config.args_wo].some((args) => args instanceof Unknown || isEmpty(args))) return;
    diagnostics.error(
      "Conflicting arguments args and args_wo",
      "Both set the same values. Keep args_wo, which is never stored in a plan or state, and remove args.",
      [{ attribute: "args_wo" }],
    );
  },

  async plan(call) {
    planArgs(call);
    rejectUnusableArgs(call);
    planCode(call);
    await warnOfMove(call);
  },

  // A create requires `schedule`, although it is deprecated. Only a create accepts `args`.
  createFields({ config }) {
    const args = [config.args_wo, config.args].find((candidate) => !isEmpty(candidate));
    return { schedule: config.schedule ?? "start_and_end", ...(args && { args }) };
  },

  secondWrite: {
    done: "confirmed",
    marks: "confirmed_code_version",
    sends: "confirmation_code_wo",
    isDue: isCodeDue,
    readsFirst: isMoved,
    advice: "The contact stays pending. To retry, correct confirmation_code_wo and apply again.",
    write: confirm,
  },
});

/** Whether no args are configured: null and an empty map mean the same. */
function isEmpty(args: unknown): boolean {
  if (typeof args !== "object" || args instanceof Unknown) return false;
  return args === null || Object.keys(args).length === 0;
}

/**
 * Plans replacement for changed args, because an update does not accept them (docs/design/api.md#contact). The first args
 * after an import count as unchanged: they cannot be compared, and replacement would lose a working contact.
 */
function planArgs(call: ContactPlan): void {
  const { config, prior, plan, privateState, diagnostics, requireReplace } = call;
  if (config.args === null) plan.args = prior !== null && isEmpty(prior.args) ? prior.args : null;
  if (prior === null) requireArgs(call);
  if (prior === null) return;
  warnOfUnsentArgs(call);
  const changed = (["args", "args_wo_version"] as const).filter(
    (name) =>
      !equal(attributes[name].type, prior[name], plan[name]) &&
      !(isEmpty(prior[name]) && isEmpty(plan[name])),
  );
  const isImported = privateState.get(importedNote) === true;
  for (const name of changed) {
    if (!isImported || !isEmpty(prior[name])) {
      requireReplace([{ attribute: name }]);
      if (name === "args_wo_version") requireArgs(call);
    } else
      diagnostics.warning(
        "Args of imported contact not verified",
        "The contact was imported, and the API does not return its args. The state takes them from the configuration, and nothing is sent. To send them, replace the contact: terraform apply -replace=<address>",
        [{ attribute: name }],
      );
  }
}

/** Terraform cannot detect changes to write-only values, so args without a version are sent only with a create. */
function warnOfUnsentArgs({ config, privateState, diagnostics }: ContactPlan): void {
  const { args_wo, args_wo_version } = config;
  const isGiven = !(args_wo instanceof Unknown || isEmpty(args_wo));
  // The args of an imported contact are unknown.
  const mayHaveThem = privateState.get(argsSentNote) === true || privateState.get(importedNote) === true;
  if (!isGiven || args_wo_version !== null || mayHaveThem) return;
  diagnostics.warning(
    "Args not sent",
    "The contact already exists, and Terraform cannot detect new args_wo. To send them, set args_wo_version to a number, which replaces the contact, and increment it with each further change.",
    [{ attribute: "args_wo" }],
  );
}

/** A version without args would create a contact without them, and prevent sending them later. */
function requireArgs({ config, diagnostics }: ContactPlan): void {
  const { args_wo, args_wo_version } = config;
  if (args_wo !== null || args_wo_version === null || args_wo_version instanceof Unknown) return;
  diagnostics.error(
    "Missing args_wo for args_wo_version",
    "args_wo is null, but args_wo_version is set: the contact would be created without args. Set args_wo in this apply, or remove args_wo_version.",
    [{ attribute: "args_wo_version" }],
  );
}

/**
 * Rejects `args_wo` with which the create of a replacement would fail: Terraform deletes the old contact first. Otherwise only a
 * create sends them, so validation accepts nulls.
 */
function rejectUnusableArgs(call: ContactPlan): void {
  const { config, prior, replacePaths, isReplacement, diagnostics } = call;
  const path = [{ attribute: "args_wo" }];
  if ((replacePaths.length > 0 || isReplacement) && !isFullyKnown(config.args_wo as Value)) {
    diagnostics.error(
      "Unknown args_wo during replacement",
      "Terraform deletes this contact before it knows args_wo. If args_wo then is null or invalid, the contact is lost. First apply the resource that args_wo comes from: terraform apply -target=<its address>. Then apply the rest.",
      path,
    );
  }
  if (prior === null) rejectNulls(attributes.args_wo.type, config.args_wo as Value, diagnostics, path);
}

/** The confirmation code, while known. An unset variable of a pipeline is an empty string, which means that there is no code. */
function codeOf<T>({ confirmation_code_wo: code }: { readonly confirmation_code_wo: T }): T | null {
  return code === "" ? null : code;
}

/** Key in private state: the contact was created with `args_wo`. */
const argsSentNote = "args_sent";

/** Key in private state: a code was sent. A code without a version is sent only once. */
const usedNote = "code_used";

type CodeVersions = Readonly<
  Record<"confirmation_code_wo_version" | "confirmed_code_version", number | null | Unknown>
>;

/** A code is sent after a create, and for an existing contact if the plan has an unknown accepted version. */
function isCodeDue({ confirmed_code_version }: CodeVersions, prior: object | null): boolean {
  return prior === null || confirmed_code_version instanceof Unknown;
}

/**
 * Confirms the contact, once for each version of the code. A confirmed contact is accepted; a paused one cannot be confirmed
 * (docs/design/api.md#states).
 */
async function confirm(call: ContactWrite, id: string, prior: ContactState | null) {
  const { context, config, plan, privateState, signal } = call;
  // An update of other attributes leaves the args unknown: the next ones are still the first.
  const isGiven = !isEmpty(plan.args) || plan.args_wo_version !== null;
  if (prior !== null && isGiven) privateState.set(importedNote, undefined);
  if (prior === null && !isEmpty(config.args_wo)) privateState.set(argsSentNote, true);
  const code = codeOf(config);
  const isPendingAgain = await noteMoved(call, id, prior);
  const isOpen = isCodeDue(plan, prior);
  const isNew =
    isOpen && (prior === null || prior.confirmed_code_version !== config.confirmation_code_wo_version);
  if (code === null || !(isPendingAgain || isNew)) return isPendingAgain && isOpen ? null : undefined;
  try {
    const { contacts } = await context.client();
    // Sending twice is safe: the service answers a code that it has already accepted with a conflict.
    await resendIfUnanswered(
      () => contacts.confirm(id, code, { signal }),
      () => true,
    );
  } catch (thrown) {
    const conflict = await statusAfterConflict(context, id, thrown, signal);
    const isPaused = isPausedStatus(conflict?.status);
    const why = isPaused
      ? [whyNotPending(conflict?.status, "Set paused = false until it is confirmed.")]
      : [];
    // Whether the code was accepted is unknown if the status cannot be read.
    if (conflict?.status === undefined || isPaused)
      throw serviceDiagnostic(thrown, [{ attribute: "confirmation_code_wo" }], why);
  }
  privateState.set(usedNote, true);
  return isOpen ? config.confirmation_code_wo_version : undefined;
}

type Destination = { readonly contact: unknown };

/** Whether the destination changes: the service may require that the new one is confirmed. */
function isMoved({ contact }: Destination, prior: Destination | null): boolean {
  return prior !== null && prior.contact !== contact;
}

/**
 * Warns that the service may require a confirmation of the new destination (docs/design/open-points.md#37), with the groups that have
 * no other active contact. Version 3.0 replaces the contact, with a warning of its own.
 */
async function warnOfMove({ context, prior, plan, diagnostics }: ContactPlan): Promise<void> {
  if (context === undefined || prior === null || !isMoved(plan, prior) || context.apiVersion === "3.0")
    return;
  const id = prior.id ?? "";
  const [contacts, names] = [await context.reader("contact"), await context.reader("contact_group")];
  const groups = await groupsReached(context, "readAll", { pending: id });
  if (isPendingStatus(contacts.known(id)?.status)) return;
  const silent = (prior.contact_groups ?? []).filter((group) => groups.get(group)?.reaches !== "yes");
  const named = silent.map((group) => `${group}${quotedName(names.known(group) ?? {})}`);
  const reach =
    named.length === 0
      ? "Its groups have other active contacts."
      : `Until then, alerts to these contact groups may reach no one, as no other contact of them is known to be active: ${abbreviated(named)}. To avoid that, first add the new destination as a second contact, and confirm it.`;
  diagnostics.warning(
    "Contact may be pending again",
    `The destination of the contact ${id} ${plan.contact instanceof Unknown ? "may change" : "changes"}, and the service may notify the new one only after it is confirmed. ${reach}`,
    [{ attribute: "contact" }],
  );
}

/** Warns if the service set the contact to pending because its destination changed. No code is then valid any more. */
async function noteMoved(call: ContactWrite, id: string, prior: ContactState | null): Promise<boolean> {
  const { context, plan, privateState, diagnostics, savePartial, signal } = call;
  if (!isMoved(plan, prior)) return false;
  const contact = await (await context.reader("contact")).readFresh(id, { signal }).catch(() => undefined);
  if (!isPendingStatus(contact?.status)) return false;
  privateState.set(usedNote, undefined);
  savePartial({ confirmed_code_version: null });
  diagnostics.warning(
    "Contact pending again",
    `The destination of ${id} changed, and the service notifies it only after it is confirmed again. A configured confirmation code is sent now. If it is that of the old destination, set confirmation_code_wo to the new one and apply again.`,
    [{ attribute: "contact" }],
  );
  return true;
}

/**
 * Plans which code is sent. Terraform cannot detect changes to a write-only value, so `confirmed_code_version` records the
 * version of the last accepted code. It differs from the configured version until a code is sent.
 */
function planCode(call: ContactPlan): void {
  const { config, plan, prior, diagnostics } = call;
  const { confirmation_code_wo_version: version } = config;
  const code = codeOf(config);
  if (version === null) {
    plan.confirmed_code_version = prior?.confirmed_code_version ?? null;
    warnOfUnusedCode(call);
    return;
  }
  const isNew = prior === null || prior.confirmed_code_version !== version;
  if ((code !== null && isNew) || isMoved(plan, prior)) plan.confirmed_code_version = unknown;
  if (code !== null || version === prior?.confirmation_code_wo_version || !isNew) return;
  diagnostics.warning(
    "No confirmation code to send",
    "There is no confirmation_code_wo, so nothing is sent for this confirmation_code_wo_version. Once you have the code, set confirmation_code_wo and apply again. You do not need to change the version.",
    [{ attribute: "confirmation_code_wo_version" }],
  );
}

/** Terraform cannot detect changes to a write-only value, so a code without a version is sent only after a create. */
function warnOfUnusedCode({ config, prior, privateState, diagnostics }: ContactPlan): void {
  const isGiven = typeof codeOf(config) === "string";
  const isUsed = privateState.get(usedNote) === true;
  if (prior === null || !isGiven || isUsed) return;
  diagnostics.warning(
    "Confirmation code not sent",
    "The contact already exists, and Terraform cannot detect a new confirmation code. Set confirmation_code_wo_version to a number, and increment it with each further code.",
    [{ attribute: "confirmation_code_wo" }],
  );
}
