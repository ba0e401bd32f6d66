import { ServiceError } from "../client/errors";
import { isSecretDestination } from "../service/destinations";
import { contactTypes, schedules } from "../service/enumerations";
import { isPausedStatus } from "../service/status";
import {
  bool,
  type Call,
  equal,
  integer,
  map,
  oneOf,
  type PlanCall,
  string,
  Unknown,
  unknown,
  type WriteCall,
} from "../terraform";
import type { Account } from "./account";
import { byField } from "./managed/import-key";
import { managedResource } from "./managed/resource";
import { createField, field, notSent } from "./managed/wire";
import { resendIfUnanswered } from "./managed/write-objects";
import { serviceDiagnostic } from "./service-diagnostic";
import { contactGroups, notEmpty, sid } from "./shapes";

const attributes = {
  id: sid("contact").computed("SID of the contact, `CO…`.").keepsPrior().annotate(notSent),
  contact: notEmpty().required(
    "Where notifications go, by type: an email address, a telephone number, a URL, a key or the like. A change keeps the contact and its SID; over version 3.0 of the API it makes a new contact, which has to be confirmed anew.",
  ),
  type: oneOf(contactTypes)
    .required(
      `Type of the contact: ${contactTypes.map((type) => `\`${type}\``).join(", ")}. A change makes a new contact.`,
    )
    .replacesOnChange(),
  contact_groups: contactGroups()
    .required(
      "SIDs of the contact groups that the contact belongs to, `CG…`; at least one. A change replaces them all.",
    )
    .annotate(field("contact_group")),
  schedule: oneOf(schedules)
    .optionalComputed(
      "When to notify: `every_check`, `start_and_end` or `while_listed`. Deprecated by the service, which will remove it. A change applies to the notifications that follow. Unset: `start_and_end` for a new contact, and as the service has it afterwards.",
    )
    .keepsPrior()
    .deprecated("The service will remove schedule in a future version. Remove it from the configuration."),
  // Terraform lets a provider plan null and {} as the same only where it plans one of them for the other.
  args: map(string())
    .default(
      {},
      "Further settings that some types need, such as a key, by their names. Values are strings: numbers and booleans are sent as text, and lists and objects are not supported. Create a contact that needs these in the service's portal and import it without `args`. Values are kept in state; those of `args_wo` are not. A change makes a new contact. Default: none, `{}`. Not over version 3.0 of the API.",
    )
    .sensitive()
    .annotate(createField("args")),
  args_wo: map(string())
    // Sent with a create alone: a plan that sends nothing may have been given nothing.
    .allowNulls()
    .optional(
      "As `args`, but never in a plan or a state. Sent when the contact is created; to send others, change `args_wo_version`. Not over version 3.0 of the API.",
    )
    .sensitive()
    .writeOnly()
    .annotate(createField("args")),
  args_wo_version: integer()
    .optional(
      "A number to change with `args_wo`, since Terraform cannot see those change. A change makes a new contact.",
    )
    .annotate(notSent),
  confirmation_code_wo: notEmpty()
    .optional(
      "Code that the service sent to the contact, which confirms it; never in a plan or a state. To confirm with another code, change `confirmation_code_wo_version`.",
    )
    .sensitive()
    .writeOnly()
    .annotate(notSent),
  confirmation_code_wo_version: integer()
    .optional(
      "A number to change with `confirmation_code_wo`, since Terraform cannot see that change. While the code is null, nothing is sent; the code is sent once it is set.",
    )
    .annotate(notSent),
  confirmed_code_version: integer()
    .computed(
      "The `confirmation_code_wo_version` of the code that the service accepted last. Null if it accepted none.",
    )
    .keepsPrior()
    .annotate(notSent),
  paused: bool()
    .default(
      false,
      "Whether notifications to the contact are stopped. A change pauses or resumes it. Default: `false`.",
    )
    .annotate(notSent),
};

/** Contacts (docs/design/api.md#contact). A new one may be pending until it is confirmed; that is normal and blocks nothing. */
export const contact = managedResource({
  kind: "contact",
  description:
    "Somebody or something to notify. A new contact may be pending until it is confirmed with a code that the service sends to it.",
  attributes,
  naturalKey: "contact",
  importKey: byField("contact", "its destination"),

  additionalSecrets: ({ contact, type }) =>
    typeof contact === "string" && isSecretDestination(type) ? [contact] : [],

  validate({ config, diagnostics }) {
    // What is unknown may turn out to be null, as a variable that a module passes on.
    if ([config.args, config.args_wo].some((args) => args instanceof Unknown || isEmpty(args))) return;
    diagnostics.error(
      "args and args_wo exclude each other",
      "Both are the further settings of the contact. Keep args_wo, which reaches no plan and no state.",
      [{ attribute: "args_wo" }],
    );
  },

  imported({ privateState }) {
    privateState.set(importedNote, true);
  },

  plan(call) {
    planArgs(call);
    planCode(call);
  },

  // `schedule` is required on create, although deprecated; `args` are accepted on create alone.
  createFields({ config }) {
    const args = [config.args_wo, config.args].find((given) => !isEmpty(given));
    return { schedule: config.schedule ?? "start_and_end", ...(args && { args }) };
  },

  secondWrite: {
    done: "confirmed",
    marks: "confirmed_code_version",
    sends: "confirmation_code_wo",
    isDue: isCodeDue,
    advice: "It is pending until then. To try again, correct confirmation_code_wo and apply again.",
    write: confirm,
  },
});

/** The note that a contact was imported, so that what it has for args is not known. */
const importedNote = "imported";

/** Whether no args are configured: null and the empty map mean the same. */
function isEmpty(args: unknown): boolean {
  if (typeof args !== "object" || args instanceof Unknown) return false;
  return args === null || Object.keys(args).length === 0;
}

/**
 * Plans a new contact for other args, since an update does not accept them (docs/design/api.md#contact). The first args after an
 * import are none that differ: nobody can know, and to make a contact anew would lose one that works.
 */
function planArgs(call: PlanCall<typeof attributes, Account>): void {
  const { prior, plan, privateState, diagnostics, requireReplace } = call;
  if (prior === null) requireArgs(call);
  if (prior === null) return;
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
        "The args are taken to be what the contact has",
        "The contact was imported, and the service does not tell its args. They are taken over from the configuration, and nothing is sent. To send them, have the contact made anew with the option -replace of terraform apply.",
        [{ attribute: name }],
      );
  }
}

/** A version of args that are not given would make a contact without them, and keep later ones from being sent. */
function requireArgs({ config, diagnostics }: PlanCall<typeof attributes, Account>): void {
  const { args_wo, args_wo_version } = config;
  if (args_wo !== null || args_wo_version === null || args_wo_version instanceof Unknown) return;
  diagnostics.error(
    "No args_wo for args_wo_version",
    "args_wo is null, and args_wo_version is not: the contact would be created without these args. Set args_wo in this apply, or remove args_wo_version.",
    [{ attribute: "args_wo_version" }],
  );
}

/** The note that a code was used, without which a code that has no version is never looked at again. */
const usedNote = "code_used";

type CodeVersions = Readonly<
  Record<"confirmation_code_wo_version" | "confirmed_code_version", number | null | Unknown>
>;

/** A code is sent with the create, and to a contact that exists where the plan leaves the accepted version open. */
function isCodeDue({ confirmed_code_version }: CodeVersions, prior: object | null): boolean {
  return prior === null || confirmed_code_version instanceof Unknown;
}

/**
 * Confirms the contact, once for each version of the code. One that is confirmed already is as it should be; one that is
 * paused cannot be confirmed (docs/design/api.md#states).
 */
async function confirm(
  call: WriteCall<typeof attributes, Account>,
  id: string,
  prior: object | null,
): Promise<number | null | undefined> {
  const { context, config, plan, privateState, signal } = call;
  // An update of other attributes tells nothing about the args: the next ones given are still the first.
  const isGiven = !isEmpty(plan.args) || plan.args_wo_version !== null;
  if (prior !== null && isGiven) privateState.set(importedNote, undefined);
  const code = config.confirmation_code_wo;
  if (code === null || !isCodeDue(plan, prior)) return undefined;
  try {
    const contacts = await context.contacts();
    // Whatever became of the first answer: a code that was accepted is refused with a conflict the second time.
    await resendIfUnanswered(
      () => contacts.confirm(id, code, { signal }),
      () => true,
    );
  } catch (thrown) {
    const isConflict = thrown instanceof ServiceError && thrown.kind === "conflict";
    const why = isConflict && (await isPaused(call, id)) ? [whilePaused] : [];
    if (!isConflict || why.length > 0)
      throw serviceDiagnostic(thrown, [{ attribute: "confirmation_code_wo" }], why);
  }
  privateState.set(usedNote, true);
  return config.confirmation_code_wo_version;
}

const whilePaused =
  "The contact is paused, and only a pending one can be confirmed: set paused = false until it is.";

async function isPaused({ context, signal }: Call<Account>, id: string): Promise<boolean> {
  return isPausedStatus((await (await context.reader("contact")).readFresh(id, { signal }))?.status);
}

/**
 * Plans which code is sent. Terraform sees no change of a write-only value: so the version of the code that the service
 * accepted is an attribute of its own, which differs from the configured version until a code is there to be sent.
 */
function planCode(call: PlanCall<typeof attributes, Account>): void {
  const { config, plan, prior, diagnostics } = call;
  const { confirmation_code_wo: code, confirmation_code_wo_version: version } = config;
  if (version === null) {
    plan.confirmed_code_version = prior?.confirmed_code_version ?? null;
    warnOfUnusedCode(call);
    return;
  }
  const isNew = prior === null || prior.confirmed_code_version !== version;
  if (code !== null && isNew) plan.confirmed_code_version = unknown;
  if (code !== null || version === prior?.confirmation_code_wo_version || !isNew) return;
  diagnostics.warning(
    "No confirmation code to send",
    "confirmation_code_wo is null, so nothing is sent for this confirmation_code_wo_version. Once you have the code, set confirmation_code_wo and apply again; the version can stay.",
    [{ attribute: "confirmation_code_wo_version" }],
  );
}

/** Terraform sees no change of a write-only value, so a code without a version is sent with the create alone. */
function warnOfUnusedCode({
  config,
  prior,
  privateState,
  diagnostics,
}: PlanCall<typeof attributes, Account>): void {
  const isGiven = typeof config.confirmation_code_wo === "string";
  const isUsed = privateState.get(usedNote) === true;
  if (prior === null || !isGiven || isUsed) return;
  diagnostics.warning(
    "The code is not sent",
    "The contact exists already, and Terraform cannot see that its confirmation code is new. Set confirmation_code_wo_version to a number, and to another one with each further code.",
    [{ attribute: "confirmation_code_wo" }],
  );
}
