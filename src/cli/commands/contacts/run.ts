import { abbreviated } from "../../../provider/abbreviated";
import { allObjects } from "../../../provider/data/account-objects";
import { contactData } from "../../../provider/data/contact";
import { statusAfterConflict, whyNotPending } from "../../../provider/pending-contact";
import { maskedDestination } from "../../../service/destinations";
import type { ServiceObject } from "../../../service/responses";
import { canonicalSid, isSid, sidKind } from "../../../service/sids";
import { explainedFailure } from "../../account/failure";
import { contactStatuses } from "../../account/kinds";
import { observed } from "../../account/lists";
import { shownFields } from "../../account/names";
import type { AccountOptions } from "../../account/options";
import { type AccountSession, withAccount } from "../../account/session";
import { noteUnmatched, unmatched } from "../../account/unmatched";
import { readLine } from "../../input";
import type { PrintOptions } from "../../options";
import { print } from "../../output/print";
import { printable, type Surroundings } from "../../output/terminal";
import { actedText, type ContactAction, contactsText } from "./output";

/** What the commands on contacts were told. */
export interface ContactsOptions extends AccountOptions, PrintOptions {
  readonly status?: string;
}

type Contact = Pick<ServiceObject<"contact">, "id" | "contact" | "type">;

/** Confirms a contact with a code. The code is shown nowhere. @throws Error that says why it cannot be confirmed */
export async function confirmContact(
  asked: string,
  given: string,
  options: ContactsOptions,
  surroundings: Surroundings,
): Promise<void> {
  const code = given === "-" ? await codeFrom(surroundings) : given;
  if (code === "") throw new Error("There is no code to confirm the contact with.");
  await act(asked, "confirmed", options, surroundings, async ({ account, signal }, { id }) =>
    (await account.contacts()).confirm(id, code, { signal }),
  );
}

/** Has the confirmation message of a contact sent again. @throws Error that says why that cannot be */
export async function resendConfirmation(
  asked: string,
  options: ContactsOptions,
  surroundings: Surroundings,
): Promise<void> {
  await act(asked, "resent", options, surroundings, async ({ account, signal }, { id }) =>
    (await account.contacts()).resend(id, { signal }),
  );
}

async function codeFrom({ stdin, stderr }: Surroundings): Promise<string> {
  if (stdin.isTTY === true && stderr.isTTY === true) stderr.write("Code: ");
  return readLine(stdin);
}

async function act(
  asked: string,
  action: ContactAction,
  options: ContactsOptions,
  surroundings: Surroundings,
  request: (session: AccountSession, contact: Contact) => Promise<void>,
): Promise<void> {
  const words = {
    doing: action === "confirmed" ? "Confirming the contact" : "Asking for the message",
    stopped: () => "Stopped. To see what became of the contact: rblmonitor contacts list",
  };
  const contact = await withAccount(options, surroundings, words, async (session) => {
    const found = await contactNamed(session, asked);
    await request(session, found).catch(async (thrown: unknown) => {
      throw explainedFailure(thrown, await whyNot(session, found.id, thrown));
    });
    return found;
  });
  const { id, contact: destination = null, type = null } = shownFields("contact", contact);
  const acted = { action, contact: { id, contact: destination, type } };
  print(surroundings, options, acted, () => actedText(acted));
}

/** The contact of that SID, which is not looked up, or the only one with that destination. */
async function contactNamed({ account }: AccountSession, given: string): Promise<Contact> {
  const asked = canonicalSid(given);
  if (isSid("contact", asked)) return { id: asked };
  if (sidKind(asked) !== undefined) {
    throw new Error(`${asked} is no contact: the SID of a contact is CO and 32 hexadecimal digits.`);
  }
  const contacts = await (await account.reader("contact")).readAll();
  const found = contacts.filter(({ contact }) => contact?.toLowerCase() === asked.toLowerCase());
  const [only] = found;
  const shown = JSON.stringify(maskedDestination(only?.type, asked));
  if (only === undefined) throw new Error(`The account has no contact ${shown}.`);
  if (found.length === 1) return only;
  const names = found.map(({ id, type }) => (type === undefined ? id : `${id} (${printable(type)})`)).sort();
  throw new Error(
    `The account has ${found.length} contacts ${shown}: ${abbreviated(names)}. Name the one that is meant by its SID.`,
  );
}

/** Why the service refuses with a conflict. */
async function whyNot({ account, signal }: AccountSession, id: string, thrown: unknown): Promise<string[]> {
  const conflict = await statusAfterConflict(account, id, thrown, signal);
  if (conflict === undefined) return [];
  const status = conflict.status && printable(conflict.status);
  return [whyNotPending(status, `To resume it: rblmonitor resume ${id}`)];
}

/** Lists the contacts, or those of a status. */
export async function listContacts(options: ContactsOptions, surroundings: Surroundings): Promise<void> {
  const reading = { doing: "Reading contacts", stopped: () => "Stopped before the contacts were read." };
  const objects = await withAccount(options, surroundings, reading, ({ account }) =>
    allObjects(contactData, account),
  );
  const status = options.status?.toLowerCase();
  const all = observed(contactData, objects, "contact", "id");
  const contacts = all.filter((contact) => status === undefined || contact.status === status);
  const known = all.flatMap((contact) => (typeof contact.status === "string" ? [contact.status] : []));
  const asked = status === undefined ? [] : [status];
  const words = { subject: "contact", noun: "status", plural: "statuses" };
  noteUnmatched(surroundings, unmatched(asked, [...known, ...contactStatuses], words));
  print(surroundings, options, { contacts }, (screen) => contactsText(contacts, status, screen));
}
