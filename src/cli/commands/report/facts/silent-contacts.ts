import { contactData } from "../../../../provider/data/contact";
import { observedValues } from "../../../../provider/data/observed";
import { inOrderOf } from "../../../../provider/data/order";
import type { ServiceObject } from "../../../../service/responses";
import { paused } from "../../../../service/status";
import type { SilentContacts } from "../report";
import type { AccountLists } from "./account-lists";

type Contact = ServiceObject<"contact">;

/** Contacts that wait for their confirmation, and those that are paused. */
export function silentContacts(lists: AccountLists): SilentContacts | null {
  if (!lists.has("contact")) return null;
  const contacts = lists.of("contact");
  const told = (isWanted: (contact: Contact) => boolean) =>
    inOrderOf(
      contacts.filter(isWanted).map((contact) => observedValues(contactData.attributes, contact)),
      "contact",
      "id",
    );
  return {
    pending: told((contact) => silenceOf(contact) === "pending"),
    paused: told((contact) => silenceOf(contact) === "paused"),
  };
}

/** Why a contact is told nothing; null if it is told. A word that nobody has documented is no reason (gaps 4). */
export function silenceOf({ status }: Contact): "pending" | "paused" | null {
  if (paused(status)) return "paused";
  return status?.toLowerCase() === "pending" ? "pending" : null;
}
