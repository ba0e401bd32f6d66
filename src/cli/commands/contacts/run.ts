import { kindTables } from "../../../provider/data/kinds";
import { statusAfterConflict, whyNotPending } from "../../../provider/pending-contact";
import { abbreviated, lackingText } from "../../../provider/text";
import { maskedDestination } from "../../../service/destinations";
import { contactStatuses } from "../../../service/enumerations";
import { isSameText } from "../../../service/same";
import { canonicalSid, isSid, sidKind } from "../../../service/sids";
import type { ObjectValue } from "../../../terraform";
import { failureText } from "../../account/failure";
import { observed, readLists } from "../../account/lists";
import { shownFields } from "../../account/names";
import type { AccountOptions } from "../../account/options";
import { filtered, hasStatus, referenceColumn, refersTo } from "../../account/references";
import { type AccountSession, withAccount } from "../../account/session";
import { readLine } from "../../input";
import { type PrintOptions, print } from "../../output/print";
import { didYouMean } from "../../output/suggestion";
import { type ProcessContext, printable } from "../../output/terminal";
import { columnOf, endsWithin, keyColumn, sidColumn, statusColumn, textTable } from "../../output/text-table";

/** Options of the commands on contacts. */
export interface ContactsOptions extends AccountOptions, PrintOptions {
  readonly status?: string;
  readonly group?: string;
}

/** Lists the contacts, or those of a status or a contact group. */
export async function list(options: ContactsOptions, processContext: ProcessContext): Promise<void> {
  const lists = await withAccount(options, processContext, "Reading contacts", ({ account, warn }) =>
    readLists(account, ["contact", "contact_group"], { once: true, onGap: warn }, new Set(["contact"])),
  );
  const all = observed(kindTables.contact, lists.of("contact"), "contact", "id");
  const { status, group } = options;
  const filters = [
    ...refersTo(group, "contact_groups", "contact_group", lists),
    ...hasStatus(status, all, "contact", contactStatuses),
  ];
  const { wanted: contacts, unknown } = filtered("contact", all, filters, processContext.stderr);
  print(processContext, options, { contacts }, (screen) => {
    const isKnown = unknown === 0 && lists.isWhole("contact");
    const subject = isKnown ? "The account has" : "The API returns";
    if (contacts.length === 0)
      return `${subject} no contacts${status === undefined ? "" : " with this status"}${group === undefined ? "" : " in this group"}.\n`;
    const { wide, ...sid } = sidColumn();
    // Destinations that are credentials are masked, so that several may look alike.
    const areDistinct = new Set(contacts.map(({ contact }) => contact)).size === contacts.length;
    const short = ({ contact }: ObjectValue, width: number) => endsWithin(printable(String(contact)), width);
    const columns = [
      { ...keyColumn("contact"), short },
      columnOf("type"),
      statusColumn,
      referenceColumn("GROUPS", "contact_groups", lists.of("contact_group")),
      areDistinct ? sidColumn() : sid,
    ];
    return textTable(columns, contacts, screen);
  });
}

/**
 * Confirms a contact with a code, which is never shown, or has its confirmation message sent again.
 * @param codeOrDash the code; `-` reads it from standard input; undefined to resend the message
 * @throws Error with the reason if it cannot be done
 */
export async function confirmOrResend(
  name: string,
  codeOrDash: string | undefined,
  options: ContactsOptions,
  processContext: ProcessContext,
): Promise<void> {
  const { stdin, stderr } = processContext;
  if (codeOrDash === "-" && stdin.isTTY === true && stderr.isTTY === true) stderr.write("Code: ");
  const code = codeOrDash === "-" ? await readLine(stdin) : codeOrDash;
  if (code === "")
    throw new Error("The confirmation code is empty: pass the code from the confirmation message.");
  const work = async (session: AccountSession) => {
    const { account, signal } = session;
    const contact = await contactNamed(session, name);
    const { id } = contact;
    const { contacts } = await account.client();
    const done =
      code === undefined ? contacts.resend(id, { signal }) : contacts.confirm(id, code, { signal });
    await done.catch(async (thrown: unknown) => {
      const conflict = await statusAfterConflict(account, id, thrown, signal);
      if (conflict === undefined) throw thrown;
      const status = conflict.status && printable(conflict.status);
      const reason = whyNotPending(status, `To resume it: rblmonitor resume ${id}`);
      throw new Error(failureText(thrown, [reason]));
    });
    return contact;
  };
  const doing = code === undefined ? "Requesting the message" : "Confirming the contact";
  const stopped = () => "Stopped. To see the contact's status: rblmonitor contacts list";
  const contact = await withAccount(options, processContext, doing, work, stopped);
  const action = code === undefined ? "resent" : "confirmed";
  const { id, contact: destination = null, type = null } = shownFields("contact", contact);
  print(processContext, options, { action, contact: { id, contact: destination, type } }, () => {
    const subject = destination === null ? id : `${printable(destination)} (${id})`;
    const outcome =
      code === undefined ? "will get its confirmation message again." : "is confirmed and will be notified.";
    return `The contact ${subject} ${outcome}\n`;
  });
}

export const toSeeSids = "To see SIDs: rblmonitor contacts list --wide.";

/** The contact with this SID, without a request, or the only one with this destination. */
export async function contactNamed({ account }: AccountSession, name: string) {
  const asked = canonicalSid(name);
  if (isSid("contact", asked)) return { id: asked };
  if (sidKind(asked) !== undefined) {
    throw new Error(`${asked} is not the SID of a contact, which is CO and 32 hexadecimal digits.`);
  }
  let gap = "";
  const objects = await (await account.reader("contact")).readAll((lacking) => {
    gap = ` ${lackingText("contact", lacking)} Give its SID.`;
  });
  const lower = asked.toLowerCase();
  const matches = objects.filter(({ contact }) => isSameText(contact?.toLowerCase(), lower));
  const [only] = matches;
  const shown = JSON.stringify(maskedDestination(only?.type, asked));
  if (only === undefined) {
    const isShown = shown === JSON.stringify(asked);
    const names = objects.flatMap(({ type, contact = "" }) =>
      maskedDestination(type, contact) === contact ? contact : [],
    );
    throw new Error(
      `The account has no ${isShown ? `contact ${shown}` : "such contact"}.${didYouMean(asked, names)} ${toSeeSids}${gap}`,
    );
  }
  if (matches.length === 1) return only;
  const names = matches
    .map(({ id, type }) => (type === undefined ? id : `${id} (${printable(type)})`))
    .sort();
  throw new Error(
    `The account has ${matches.length} contacts ${shown}: ${abbreviated(names)}. Select one by its SID.`,
  );
}
