import { canonicalSid } from "../../service/sids";
import { action } from "../../terraform";
import type { Account } from "../account";
import { statusAfterConflict, whyNotPending } from "../pending-contact";
import { notEmpty, sid } from "../shapes";
import { actionFailure } from "./failure";

const contact = () => sid("contact").required("SID of the contact, `CO…`.");

const contactPath = [{ attribute: "contact" }];
const codePath = [{ attribute: "confirmation_code_wo" }];

const howToResume = "Resume it with the action rblmonitor_resume, or with paused = false in its resource.";

const resendAttributes = { contact: contact() };

/** `rblmonitor_resend_confirmation`: has a pending contact get its message again (api-4.0, Contact). */
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

/** `rblmonitor_confirm_contact`: confirms a contact by the code that it received (api-4.0, Contact). */
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
      if (conflict === undefined) throw actionFailure(thrown, codePath);
      if (conflict.status !== "active")
        throw actionFailure(thrown, contactPath, [whyNotPending(conflict.status, howToResume)]);
      progress(`contact ${id}: was confirmed already`);
      return;
    }
    progress(`contact ${id}: confirmed`);
  },
});
