import { Account } from "./account/account";
import { CertificateErrors } from "./checks/certificate-errors";
import { Checks } from "./checks/checks";
import { EventSender } from "./checks/event-sender";
import type { Environment } from "./options";

/** The service of an account without objects. */
export function emptyService(environment: Environment) {
  const account = new Account(environment.random, environment.changed);
  const events = new EventSender({ ...environment, account });
  const checks = new Checks({ ...environment, account, events });
  const certificateErrors = new CertificateErrors({ ...environment, account, events });
  return { ...environment, account, events, checks, certificateErrors };
}

/** The parts of the emulator. */
export type Service = Readonly<ReturnType<typeof emptyService>>;
