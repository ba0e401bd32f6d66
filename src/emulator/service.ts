import { Account } from "./account/account";
import { CertificateErrors } from "./checks/certificate-errors";
import { Checks } from "./checks/checks";
import { EventSender } from "./checks/event-sender";
import type { ChangeableSettings } from "./options";

/** The parts of the emulator. The settings may change between requests. */
export interface Service {
  readonly account: Account;
  readonly settings: ChangeableSettings;
  readonly checks: Checks;
  readonly certificateErrors: CertificateErrors;
  readonly events: EventSender;
  readonly signingSecret: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Shuffles lists and picks defaults. At least 0 and below 1. */
  readonly random: () => number;
  /** Called after each change of what a data file has. */
  readonly changed: () => void;
}

/** The service of an account without objects. */
export function emptyService(
  outside: Pick<Service, "settings" | "signingSecret" | "now" | "random" | "changed">,
): Service {
  const account = new Account(outside.random, outside.changed);
  const events = new EventSender({ ...outside, account });
  const checks = new Checks({ ...outside, account, events });
  const certificateErrors = new CertificateErrors({ ...outside, account, events });
  return { ...outside, account, events, checks, certificateErrors };
}
