import { allObjects } from "../../../provider/data/account-objects";
import { contactData } from "../../../provider/data/contact";
import { observedValues } from "../../../provider/data/observed";
import { inOrderOf } from "../../../provider/data/order";
import type { ObjectValue } from "../../../terraform/values/object-value";
import { type Surroundings, withAccount } from "../../account/session";
import { columnOf } from "../../output/object-columns";
import { print } from "../../output/print";
import type { Paint } from "../../output/terminal";
import { textTable } from "../../output/text-table";
import type { ContactsOptions } from "./options";

/** Lists the contacts, or those of a status. */
export async function listContacts(options: ContactsOptions, surroundings: Surroundings): Promise<void> {
  const words = { doing: "Reading contacts", stopped: () => "Stopped before the contacts were read." };
  const objects = await withAccount(options, surroundings, words, ({ account }) =>
    allObjects(contactData, account),
  );
  const status = options.status?.toLowerCase();
  const contacts = inOrderOf(
    objects
      .map((object) => observedValues(contactData.attributes, object))
      .filter((contact) => status === undefined || contact.status === status),
    "contact",
    "id",
  );
  print(surroundings, options, { contacts }, (paint) => text(contacts, status, paint));
}

function text(contacts: readonly ObjectValue[], status: string | undefined, paint: Paint): string {
  if (contacts.length > 0) return textTable(columns, contacts, paint);
  return status === undefined
    ? "The account has no contact.\n"
    : "The account has no contact of that status.\n";
}

const columns = [
  columnOf("contact"),
  columnOf("type"),
  { ...columnOf("status"), paint: ({ status }: ObjectValue) => (status === "active" ? undefined : "yellow") },
  columnOf("id", "SID", "dim"),
] as const;
