import { Account } from "./account/account";
import { CertificateErrors } from "./checks/certificate-errors";
import { Checks } from "./checks/checks";
import { EventSender } from "./checks/event-sender";
import type { ChangeableSettings } from "./options";

/** The parts of the emulator. */
export interface Service extends Environment {
  readonly account: Account;
  readonly checks: Checks;
  readonly certificateErrors: CertificateErrors;
  readonly events: EventSender;
}

/** The service of an account without objects. */
export function emptyService(environment: Environment): Service {
  const account = new Account(environment.random, environment.changed);
  const events = new EventSender({ ...environment, account });
  const checks = new Checks({ ...environment, account, events });
  const certificateErrors = new CertificateErrors({ ...environment, account, events });
  return { ...environment, account, events, checks, certificateErrors };
}

/** What every part of the emulator may use. The settings may change between requests. */
export interface Environment {
  readonly settings: ChangeableSettings;
  readonly signingSecret: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Shuffles lists and picks defaults. At least 0 and below 1. */
  readonly random: () => number;
  /** Called after each change of what a data file has. */
  readonly changed: () => void;
}
