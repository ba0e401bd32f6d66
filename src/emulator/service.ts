import type { Account } from "./account/account";
import type { CertificateErrors } from "./checks/certificate-errors";
import type { Checks } from "./checks/checks";
import type { EventSender } from "./checks/event-sender";
import type { ChangeableSettings } from "./options";

/** The context of operations. The settings may change between requests. */
export interface Service {
  readonly account: Account;
  readonly settings: ChangeableSettings;
  readonly checks: Checks;
  readonly certificateErrors: CertificateErrors;
  readonly events: EventSender;
  /** Shuffles lists. At least 0 and below 1. */
  readonly random: () => number;
}
