import { ServiceError } from "../client/errors";
import { contactTypes, schedules } from "../service/enumerations";
import { paused } from "../service/status";
import type { Call, PlanCall, WriteCall } from "../terraform/definition/resource";
import { bool, integer, map, oneOf, string } from "../terraform/schema/shapes";
import { equal } from "../terraform/values/equal";
import { Unknown } from "../terraform/values/value";
import type { Account } from "./account";
import { untilAnswered } from "./managed/each-object";
import { byField } from "./managed/import-key";
import { managedResource } from "./managed/resource";
import { createField, field, notSent } from "./managed/wire";
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
  args: map(string())
    .optional(
      "Further settings that some types need, such as a key, by their names. They are kept in state, which `args_wo` are not. A change makes a new contact. Unset: none. Not over version 3.0 of the API.",
    )
    .sensitive()
    .annotate(createField("args")),
  args_wo: map(string())
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
    .optional("A number to change with `confirmation_code_wo`, since Terraform cannot see that change.")
    .annotate(notSent),
  paused: bool()
    .default(
      false,
      "Whether notifications to the contact are stopped. A change pauses or resumes it. Default: `false`.",
    )
    .annotate(notSent),
};

/** Contacts (api-4.0, Contact). A new one may be pending until it is confirmed; that is normal and blocks nothing. */
export const contact = managedResource({
  kind: "contact",
  description:
    "Somebody or something to notify. A new contact may be pending until it is confirmed with a code that the service sends to it.",
  attributes,
  naturalKey: "contact",
  importKey: byField("contact", "its destination"),

  validate({ config, diagnostics }) {
    // What is unknown may turn out to be null, as a variable that a module passes on.
    if ([config.args, config.args_wo].some((args) => args === null || args instanceof Unknown)) return;
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
    warnOfUnusedCode(call);
  },

  // `schedule` is required on create, although deprecated; `args` are accepted on create alone.
  createFields({ config }) {
    const args = config.args_wo ?? config.args;
    return { schedule: config.schedule ?? "start_and_end", ...(args && { args }) };
  },

  secondWrite: {
    done: "confirmed",
    marks: ["confirmation_code_wo_version"],
    sends: "confirmation_code_wo",
    isDue: isNewCode,
    advice:
      "It is pending until then. To try again, set the code anew and change confirmation_code_wo_version.",
    write: confirm,
  },
});

/** The note that a contact was imported, so that what it has for args is not known. */
const importedNote = "imported";

/**
 * Plans a new contact for other args, since an update does not accept them (api-4.0, Contact). The first args after an
 * import are none that differ: nobody can know, and to make a contact anew would lose one that works.
 */
function planArgs({
  prior,
  plan,
  privateState,
  diagnostics,
  replace,
}: PlanCall<typeof attributes, Account>): void {
  if (prior === null) return;
  const changed = (["args", "args_wo_version"] as const).filter(
    (name) => !equal(attributes[name].type, prior[name], plan[name]),
  );
  const isImported = privateState.get(importedNote) === true;
  for (const name of changed) {
    if (!isImported || prior[name] !== null) replace([{ attribute: name }]);
    else
      diagnostics.warning(
        "The args are taken to be what the contact has",
        "The contact was imported, and the service does not tell its args. They are taken over from the configuration, and nothing is sent. To send them, have the contact made anew with the option -replace of terraform apply.",
        [{ attribute: name }],
      );
  }
}

/** The note that a code was used, without which a code that has no version is never looked at again. */
const usedNote = "code_used";

/**
 * Confirms the contact, once for each version of the code. One that is confirmed already is as it should be; one that is
 * paused cannot be confirmed (api-4.0, States).
 */
async function confirm(
  call: WriteCall<typeof attributes, Account>,
  id: string,
  prior: CodeVersion | null,
): Promise<void> {
  const { context, config, plan, privateState, signal } = call;
  if (prior !== null) privateState.set(importedNote, undefined);
  const code = config.confirmation_code_wo;
  if (code === null || !isNewCode(plan, prior)) return;
  try {
    const contacts = await context.contacts();
    // Whatever became of the first answer: a code that was accepted is refused with a conflict the second time.
    await untilAnswered(
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
}

type CodeVersion = { readonly confirmation_code_wo_version: unknown };

/** A code is sent once for each version. */
function isNewCode(plan: CodeVersion, prior: CodeVersion | null): boolean {
  return prior === null || prior.confirmation_code_wo_version !== plan.confirmation_code_wo_version;
}

const whilePaused =
  "The contact is paused, and only a pending one can be confirmed: set paused = false until it is.";

async function isPaused({ context, signal }: Call<Account>, id: string): Promise<boolean> {
  return paused((await (await context.reader("contact")).readFresh(id, { signal }))?.status);
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
  if (prior === null || !isGiven || config.confirmation_code_wo_version !== null || isUsed) return;
  diagnostics.warning(
    "The code is not sent",
    "The contact exists already, and Terraform cannot see that its confirmation code is new. Set confirmation_code_wo_version to a number, and to another one with each further code.",
    [{ attribute: "confirmation_code_wo" }],
  );
}
