import type { ObjectValue } from "../../../terraform";
import { printable, type Screen } from "../../output/terminal";
import { columnOf, sidColumn, textTable } from "../../output/text-table";

/** The contacts, for people. */
export function contactsText(
  contacts: readonly ObjectValue[],
  status: string | undefined,
  screen: Screen,
): string {
  if (contacts.length > 0) return textTable(columns, contacts, screen);
  return status === undefined
    ? "The account has no contacts.\n"
    : "The account has no contacts with this status.\n";
}

const columns = [
  columnOf("contact"),
  columnOf("type"),
  { ...columnOf("status"), paint: ({ status }: ObjectValue) => (status === "active" ? undefined : "yellow") },
  sidColumn(),
] as const;

const sentences = {
  confirmed: "is confirmed and will be notified.",
  resent: "will get its confirmation message again.",
} as const;

/** The actions on a contact. */
export type ContactAction = keyof typeof sentences;

/** The result of an action, for people. */
export function actedText({
  action,
  contact: { id, contact },
}: {
  readonly action: ContactAction;
  readonly contact: { readonly id: string; readonly contact: string | null };
}): string {
  const name = contact === null ? id : `${printable(contact)} (${id})`;
  return `The contact ${name} ${sentences[action]}\n`;
}
