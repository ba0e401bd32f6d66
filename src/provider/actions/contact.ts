import { ServiceError } from "../../client/errors";
import { canonicalSid } from "../../service/sids";
import { isPausedStatus } from "../../service/status";
import { action } from "../../terraform";
import type { Account } from "../account";
import { statusAfterConflict, whyNotPending } from "../pending-contact";
import { notEmpty, sid } from "../shapes";
import { actionFailure } from "./failure";

const contact = () => sid("contact").required("SID of the contact, `CO…`.");

const contactPath = [{ attribute: "contact" }];
const codePath = [{ attribute: "confirmation_code_wo" }];

const howToResume = "Resume it with the action rblmonitor_resume, or with paused = false in its resource.";

/** Whether the status of a contact says that it was confirmed. The words for that are not documented (docs/design/open-points.md#4). */
function isConfirmed(status: string | undefined): boolean {
  return status !== undefined && status !== "pending" && !isPausedStatus(status);
}

const resendAttributes = { contact: contact() };

/** `rblmonitor_resend_confirmation`: has a pending contact get its message again (docs/design/api.md#contact). */
export const resendConfirmationAction = action<typeof resendAttributes, Account>({
  description: "Sends the confirmation message of a pending contact again. It fails for any other contact.",
  attributes: resendAttributes,

  async invoke({ config, context, progress, signal }) {
    const id = canonicalSid(config.contact);
    try {
      await (await context.contacts()).resend(id, { signal });
    } catch (thrown) {
      const conflict = await statusAfterConflict(context, id, thrown, signal);
      throw actionFailure(thrown, contactPath, conflict ? [whyNotPending(conflict.status, howToResume)] : []);
    }
    progress(`contact ${id}: confirmation message sent again`);
  },
});

const confirmAttributes = {
  contact: contact(),
  confirmation_code_wo: notEmpty()
    .required(
      "Code that the service sent to the contact. It is never in a plan. With `-invoke`, Terraform 1.16 passes no ephemeral values: use a sensitive variable that is not ephemeral.",
    )
    .sensitive()
    .writeOnly(),
};

/** `rblmonitor_confirm_contact`: confirms a contact by the code that it received (docs/design/api.md#contact). */
export const confirmContactAction = action<typeof confirmAttributes, Account>({
  description:
    "Confirms a pending contact with the code that the service sent to it. A contact that is confirmed already stays so.",
  attributes: confirmAttributes,

  async invoke({ config, context, progress, signal }) {
    const id = canonicalSid(config.contact);
    try {
      await (await context.contacts()).confirm(id, config.confirmation_code_wo, { signal });
    } catch (thrown) {
      const conflict = await statusAfterConflict(context, id, thrown, signal);
      const isUnknown = thrown instanceof ServiceError && thrown.kind === "not_found";
      if (conflict === undefined) throw actionFailure(thrown, isUnknown ? contactPath : codePath);
      if (!isConfirmed(conflict.status))
        throw actionFailure(thrown, contactPath, [whyNotPending(conflict.status, howToResume)]);
      progress(`contact ${id}: was confirmed already`);
      return;
    }
    progress(`contact ${id}: confirmed`);
  },
});
