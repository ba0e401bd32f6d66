import type { Warning } from "../report";
import { defaultsChanged } from "./defaults";
import { contactsDestroyed, historyLost, manyDestroyed } from "./destroyed";
import { groupsWithoutContacts } from "./groups";
import { listedHosts } from "./listed-hosts";
import { noExpiryAlert, nothingChecked } from "./profiles";
import type { Finder, Subject } from "./subject";

/** What is worst first. */
const finders: readonly Finder[] = [
  manyDestroyed,
  listedHosts,
  historyLost,
  contactsDestroyed,
  groupsWithoutContacts,
  nothingChecked,
  noExpiryAlert,
  defaultsChanged,
];

/** All that there is to warn of in a plan. */
export function warningsIn(subject: Subject): Warning[] {
  return finders.flatMap((find) => find(subject));
}
