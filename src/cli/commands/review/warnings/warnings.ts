import type { Finder, Subject } from "../facts";
import type { Warning } from "../report";
import { groupsWithoutContacts } from "./groups";
import { contactsDestroyed, defaultsChanged, historyLost, listedHosts, manyDestroyed } from "./leaving";
import { noExpiryAlert, nothingChecked } from "./profiles";

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
