import { allObjects } from "../../../provider/data/account-objects";
import { kindTables } from "../../../provider/data/kinds";
import { statusAfterConflict, whyNotPending } from "../../../provider/pending-contact";
import { abbreviated } from "../../../provider/text";
import { maskedDestination } from "../../../service/destinations";
import { contactStatuses } from "../../../service/enumerations";
import type { ServiceObject } from "../../../service/responses";
import { canonicalSid, isSid, sidKind } from "../../../service/sids";
import { explainedFailure } from "../../account/failure";
import { observed } from "../../account/lists";
import { shownFields } from "../../account/names";
import type { AccountOptions } from "../../account/options";
import { type AccountSession, withAccount } from "../../account/session";
import { noteUnmatched, unmatched } from "../../account/unmatched";
import { readLine } from "../../input";
import { type PrintOptions, print } from "../../output/print";
import { type ProcessContext, printable } from "../../output/terminal";
import { actedText, type ContactAction, contactsText } from "./output";

/** Options of the commands on contacts. */
export interface ContactsOptions extends AccountOptions, PrintOptions {
  readonly status?: string;
}

type Contact = Pick<ServiceObject<"contact">, "id" | "contact" | "type">;

/** Confirms a contact with a code, which is never shown. @throws Error with the reason if it cannot be confirmed */
export async function confirmContact(
  asked: string,
  given: string,
  options: ContactsOptions,
  processContext: ProcessContext,
): Promise<void> {
  const code = given === "-" ? await codeFrom(processContext) : given;
  if (code === "") throw new Error("The confirmation code is empty.");
  await performAction(asked, "confirmed", options, processContext, async ({ account, signal }, { id }) =>
    (await account.contacts()).confirm(id, code, { signal }),
  );
}

/** Resends the confirmation message of a contact. @throws Error with the reason if it cannot be sent */
export async function resendConfirmation(
  asked: string,
  options: ContactsOptions,
  processContext: ProcessContext,
): Promise<void> {
  await performAction(asked, "resent", options, processContext, async ({ account, signal }, { id }) =>
    (await account.contacts()).resend(id, { signal }),
  );
}

async function codeFrom({ stdin, stderr }: ProcessContext): Promise<string> {
  if (stdin.isTTY === true && stderr.isTTY === true) stderr.write("Code: ");
  return readLine(stdin);
}

async function performAction(
  asked: string,
  action: ContactAction,
  options: ContactsOptions,
  processContext: ProcessContext,
  request: (session: AccountSession, contact: Contact) => Promise<void>,
): Promise<void> {
  const activity = {
    doing: action === "confirmed" ? "Confirming the contact" : "Requesting the message",
    stopped: () => "Stopped. To see the contact's status: rblmonitor contacts list",
  };
  const contact = await withAccount(options, processContext, activity, async (session) => {
    const found = await contactNamed(session, asked);
    await request(session, found).catch(async (thrown: unknown) => {
      throw explainedFailure(thrown, await conflictReason(session, found.id, thrown));
    });
    return found;
  });
  const { id, contact: destination = null, type = null } = shownFields("contact", contact);
  const acted = { action, contact: { id, contact: destination, type } };
  print(processContext, options, acted, () => actedText(acted));
}

/** The contact with this SID, without a request, or the only one with this destination. */
async function contactNamed({ account }: AccountSession, given: string): Promise<Contact> {
  const asked = canonicalSid(given);
  if (isSid("contact", asked)) return { id: asked };
  if (sidKind(asked) !== undefined) {
    throw new Error(`${asked} is not the SID of a contact, which is CO and 32 hexadecimal digits.`);
  }
  const contacts = await (await account.reader("contact")).readAll();
  const found = contacts.filter(({ contact }) => contact?.toLowerCase() === asked.toLowerCase());
  const [only] = found;
  const shown = JSON.stringify(maskedDestination(only?.type, asked));
  if (only === undefined) throw new Error(`The account has no contact ${shown}.`);
  if (found.length === 1) return only;
  const names = found.map(({ id, type }) => (type === undefined ? id : `${id} (${printable(type)})`)).sort();
  throw new Error(
    `The account has ${found.length} contacts ${shown}: ${abbreviated(names)}. Select one by its SID.`,
  );
}

/** Why the service refuses with a conflict. */
async function conflictReason(
  { account, signal }: AccountSession,
  id: string,
  thrown: unknown,
): Promise<string[]> {
  const conflict = await statusAfterConflict(account, id, thrown, signal);
  if (conflict === undefined) return [];
  const status = conflict.status && printable(conflict.status);
  return [whyNotPending(status, `To resume it: rblmonitor resume ${id}`)];
}

/** Lists the contacts, or those of a status. */
export async function listContacts(options: ContactsOptions, processContext: ProcessContext): Promise<void> {
  const activity = { doing: "Reading contacts", stopped: () => "Stopped before the contacts were read." };
  const objects = await withAccount(options, processContext, activity, ({ account }) =>
    allObjects(kindTables.contact, account),
  );
  const status = options.status?.toLowerCase();
  const all = observed(kindTables.contact, objects, "contact", "id");
  const contacts = all.filter((contact) => status === undefined || contact.status === status);
  const known = all.flatMap((contact) => (typeof contact.status === "string" ? [contact.status] : []));
  const asked = status === undefined ? [] : [status];
  const filterNames = { subject: "contact", noun: "status", plural: "statuses" };
  noteUnmatched(processContext, unmatched(asked, [...known, ...contactStatuses], filterNames));
  print(processContext, options, { contacts }, (screen) => contactsText(contacts, status, screen));
}
