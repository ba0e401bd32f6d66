import { ServiceError } from "../client/errors";
import { contactTypes, schedules } from "../service/enumerations";
import type { WriteCall } from "../terraform/definition/resource";
import { bool, integer, map, oneOf, string } from "../terraform/schema/shapes";
import type { Account } from "./account";
import { managedResource } from "./managed/resource";
import { field, notSent } from "./managed/wire";
import { serviceDiagnostic } from "./service-diagnostic";
import { contactGroups, notEmpty, sid } from "./shapes";

const attributes = {
  id: sid("contact").computed("SID of the contact, `CO…`.").keepsPrior().annotate(notSent),
  contact: notEmpty().required(
    "Where notifications go, by type: an email address, a telephone number, a URL, a key or the like.",
  ),
  type: oneOf(contactTypes)
    .required(
      `Type of the contact: ${contactTypes.map((type) => `\`${type}\``).join(", ")}. A change makes a new contact.`,
    )
    .replacesOnChange(),
  contact_groups: contactGroups()
    .required("SIDs of the contact groups that the contact belongs to, `CG…`; at least one.")
    .annotate(field("contact_group")),
  schedule: oneOf(schedules)
    .optionalComputed(
      "When to notify: `every_check`, `start_and_end` or `while_listed`. Unset: `start_and_end` for a new contact, and as the service has it afterwards.",
    )
    .keepsPrior()
    .deprecated("The service will remove schedule in a future version. Remove it from the configuration."),
  args: map(string())
    .optional(
      "Further settings of the type, such as a key. They are kept in state, which `args_wo` are not. A change makes a new contact.",
    )
    .sensitive()
    .replacesOnChange()
    .annotate(notSent),
  args_wo: map(string())
    .optional(
      "As `args`, but never in a plan or a state. Sent when the contact is created; to send others, change `args_wo_version`.",
    )
    .sensitive()
    .writeOnly()
    .annotate(notSent),
  args_wo_version: integer()
    .optional(
      "A number to change with `args_wo`, since Terraform cannot see those change. A change makes a new contact.",
    )
    .replacesOnChange()
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
    .default(false, "Whether notifications to the contact are stopped. Default: `false`.")
    .annotate(notSent),
};

/** Contacts (api-4.0, Contact). A new one may be pending until it is confirmed; that is normal and blocks nothing. */
export const contact = managedResource({
  kind: "contact",
  description:
    "Somebody or something to notify. A new contact may be pending until it is confirmed with a code that the service sends to it.",
  attributes,
  naturalKey: "contact",

  validate({ config, diagnostics }) {
    if (config.args === null || config.args_wo === null) return;
    diagnostics.error(
      "args and args_wo exclude each other",
      "Both are the further settings of the contact. Keep args_wo, which reaches no plan and no state.",
      [{ attribute: "args_wo" }],
    );
  },

  // `schedule` is required on create, although deprecated; `args` are accepted on create alone.
  createFields({ config }) {
    const args = config.args_wo ?? config.args;
    return { schedule: config.schedule ?? "start_and_end", ...(args && { args }) };
  },

  secondWrite: {
    done: "confirmed",
    advice:
      "It is pending until then. To try again, set the code anew and change confirmation_code_wo_version.",
    write: confirm,
  },
});

/** Confirms the contact, once for each version of the code. One that is confirmed already is as it should be. */
async function confirm(
  { context, config, plan, signal }: WriteCall<typeof attributes, Account>,
  id: string,
  prior: { readonly confirmation_code_wo_version: number | null } | null,
): Promise<void> {
  const code = config.confirmation_code_wo;
  const isNew = prior === null || prior.confirmation_code_wo_version !== plan.confirmation_code_wo_version;
  if (code === null || !isNew) return;
  try {
    await (await context.contacts()).confirm(id, code, { signal });
  } catch (thrown) {
    const isConfirmed = thrown instanceof ServiceError && thrown.kind === "conflict";
    if (!isConfirmed) throw serviceDiagnostic(thrown, [{ attribute: "confirmation_code_wo" }]);
  }
}
