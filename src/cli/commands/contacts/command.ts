import { Command } from "commander";
import { withAccountOptions } from "../../account/options";
import { jsonOption } from "../../options";
import type { ContactsOptions } from "./run";

/** `rblmonitor contacts`: who is notified, and whether they have confirmed it. */
export function contactsCommand(): Command {
  return new Command("contacts")
    .description("list contacts, confirm one, or have its confirmation message sent again")
    .addCommand(listCommand())
    .addCommand(confirmCommand())
    .addCommand(resendCommand());
}

function listCommand(): Command {
  const command = withAccountOptions(new Command("list"))
    .description("list the contacts of the account")
    .option("--status <status>", "only contacts of this status, such as pending")
    .option(...jsonOption)
    .addHelpText("after", `${done}\n\nJSON: { contacts }. ${contactShape}`);
  return command.action(async () => {
    const { listContacts } = await import("./run");
    await listContacts(command.opts<ContactsOptions>(), process);
  });
}

function confirmCommand(): Command {
  const command = withAccountOptions(new Command("confirm"))
    .description("confirm a pending contact with the code that was sent to it")
    .argument("<contact>", contactWords)
    .argument("<code>", "the code; - reads it from standard input, where no list of processes shows it")
    .option(...jsonOption)
    .addHelpText("after", `${done}\n\nJSON: { action, contact }. ${actedShape}`);
  return command.action(async (contact: string, code: string) => {
    const { confirmContact } = await import("./run");
    await confirmContact(contact, code, command.opts<ContactsOptions>(), process);
  });
}

function resendCommand(): Command {
  const command = withAccountOptions(new Command("resend"))
    .description("have the confirmation message of a pending contact sent again")
    .argument("<contact>", contactWords)
    .option(...jsonOption)
    .addHelpText("after", `${done}\n\nJSON: { action, contact }. ${actedShape}`);
  return command.action(async (contact: string) => {
    const { resendConfirmation } = await import("./run");
    await resendConfirmation(contact, command.opts<ContactsOptions>(), process);
  });
}

const contactWords = "SID of the contact (CO…), or its destination, such as an email address";

const done = "\nThe exit code is 0 when it is done, and 1 after an error.";

const contactShape =
  "Each of contacts has the attributes of the data source\nrblmonitor_contact. The args of contacts are never shown.";

const actedShape =
  'action is "confirmed" or "resent", contact is { id, contact, type }, of\nwhich the last two are null when the contact is named by its SID.';
