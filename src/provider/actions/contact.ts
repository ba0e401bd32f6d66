import { ServiceError } from "../../client/errors";
import { filledText, sid } from "../../service/rules";
import { canonicalSid } from "../../service/sids";
import { isPausedStatus, isPendingStatus } from "../../service/status";
import { action } from "../../terraform";
import type { Account } from "../account";
import { statusAfterConflict, whyNotPending } from "../pending-contact";
import { shapeOf } from "../shapes";
import { actionFailure } from "./failure";

const contact = () => shapeOf(sid("contact")).required("SID of the contact, `CO…`.");

const contactPath = [{ attribute: "contact" }];
const codePath = [{ attribute: "confirmation_code_wo" }];

const howToResume = "Resume it with the action rblmonitor_resume, or with paused = false in its resource.";

const resendAttributes = { contact: contact() };

/** `rblmonitor_resend_confirmation`: sends the confirmation message of a pending contact again (docs/design/api.md#contact). */
export const resendConfirmationAction = action<typeof resendAttributes, Account>({
  description: "Resends the confirmation message of a pending contact. Fails if the contact is not pending.",
  attributes: resendAttributes,

  async invoke({ config, context, progress, signal }) {
    const id = canonicalSid(config.contact);
    try {
      await (await context.client()).contacts.resend(id, { signal });
    } catch (thrown) {
      const conflict = await statusAfterConflict(context, id, thrown, signal);
      throw actionFailure(thrown, contactPath, conflict ? [whyNotPending(conflict.status, howToResume)] : []);
    }
    progress(`contact ${id}: confirmation message resent`);
  },
});

const confirmAttributes = {
  contact: contact(),
  confirmation_code_wo: shapeOf(filledText)
    .required(
      "Confirmation code that the service sent to the contact. Never stored in a plan. With `-invoke`, Terraform 1.16 does not pass ephemeral values: use a sensitive variable that is not ephemeral.",
    )
    .sensitive()
    .writeOnly(),
};

/** `rblmonitor_confirm_contact`: confirms a contact with the code that it received (docs/design/api.md#contact). */
export const confirmContactAction = action<typeof confirmAttributes, Account>({
  description:
    "Confirms a pending contact with the code that the service sent to it. Has no effect on a confirmed contact.",
  attributes: confirmAttributes,

  async invoke({ config, context, progress, signal }) {
    const id = canonicalSid(config.contact);
    try {
      await (await context.client()).contacts.confirm(id, config.confirmation_code_wo, { signal });
    } catch (thrown) {
      const conflict = await statusAfterConflict(context, id, thrown, signal);
      const isUnknown = thrown instanceof ServiceError && thrown.kind === "not_found";
      if (conflict === undefined) throw actionFailure(thrown, isUnknown ? contactPath : codePath);
      const { status } = conflict;
      // Any other status means that it was confirmed: the API documents none (docs/design/open-points.md#4).
      if (status === undefined || isPendingStatus(status) || isPausedStatus(status))
        throw actionFailure(thrown, contactPath, [whyNotPending(status, howToResume)]);
      progress(`contact ${id}: already confirmed`);
      return;
    }
    progress(`contact ${id}: confirmed`);
  },
});
