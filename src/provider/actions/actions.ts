import type { AnyAction } from "../../terraform";
import type { Account } from "../account";
import { checkAction } from "./check";
import { confirmContactAction, resendConfirmationAction } from "./contact";
import { pauseAction, resumeAction } from "./pause";

/** Every action, by its type. */
export const actions: Readonly<Record<string, AnyAction<Account>>> = {
  rblmonitor_check: checkAction,
  rblmonitor_confirm_contact: confirmContactAction,
  rblmonitor_pause: pauseAction,
  rblmonitor_resend_confirmation: resendConfirmationAction,
  rblmonitor_resume: resumeAction,
};
