import { Command } from "commander";
import { withAccountOptions } from "../../account/options";
import { running, withHelp } from "../../help";
import { wideOption, withStateOptions } from "../../options";
import type { ContactsOptions } from "./run";

export function contactsCommand(): Command {
  return new Command("contacts")
    .description("list, show and confirm contacts, or resend a confirmation message")
    .addCommand(listCommand())
    .addCommand(showCommand())
    .addCommand(confirmCommand())
    .addCommand(resendCommand());
}

function listCommand(): Command {
  const command = new Command("list")
    .description("list contacts")
    .option("--status <status>", "only contacts with this status, such as pending")
    .option("--group <group>", "only contacts in this contact group, by its name or SID")
    .option(...wideOption);
  withHelp(withAccountOptions(command), {
    examples: [
      ["contacts list --status pending", "show contacts that are not confirmed"],
      ["contacts list --group 'Night shift'", "show who is notified by a group"],
    ],
    json: `{ contacts }. ${contactShape}`,
  });
  return running(command, async () => (await import("./run")).list);
}

function showCommand(): Command {
  const command = new Command("show")
    .description("show a contact, its groups, and whose alerts reach no one without it")
    .argument("<contact>", contactWords);
  withStateOptions(command);
  withHelp(withAccountOptions(command), {
    about: ["With --state or --chdir, the command shows the contact's Terraform addresses, too."],
    examples: [
      ["contacts show ops@example.com", "check what depends on a contact before you remove it"],
      ["contacts show ops@example.com --chdir infrastructure", "find its resource, too"],
    ],
    json: `{ contact, groups, unreached, addresses, notes }. ${contactShape}
Each of unreached is a host or certificate monitor, { kind, id, key, name, reaches }. reaches is "no" if its alerts reach
no one without the contact, "unknown" if they may reach no one. For a paused or pending contact, that is so already. Each
of addresses is { address, state }; null without states.`,
  });
  return running(command, async () => (await import("./show")).show);
}

function confirmCommand(): Command {
  const command = new Command("confirm")
    .description("confirm a pending contact with the code that was sent to it")
    .argument("<contact>", contactWords)
    .argument("<code>", "the code; - reads it from standard input, which keeps it out of process lists");
  withHelp(withAccountOptions(command), {
    examples: [["contacts confirm ops@example.com -", "type the code instead of passing it as an argument"]],
    json: `{ action, contact }. ${actedShape}`,
  });
  return running(command, async () => (await import("./run")).confirmOrResend);
}

function resendCommand(): Command {
  const command = new Command("resend")
    .description("send the confirmation message of a pending contact again")
    .argument("<contact>", contactWords);
  withHelp(withAccountOptions(command), {
    examples: [["contacts resend ops@example.com", "send the message again"]],
    json: `{ action, contact }. ${actedShape}`,
  });
  return command.action(async (contact: string, options: ContactsOptions) => {
    const { confirmOrResend } = await import("./run");
    await confirmOrResend(contact, undefined, options, process);
  });
}

const contactWords = "SID of the contact (CO…), or its destination, such as an email address";

const contactShape =
  "A contact has the attributes of the data source rblmonitor_contact. The args of contacts are never shown.";

const actedShape =
  'action is "confirmed" or "resent". contact is { id, contact, type }; the last two are null for a contact given by SID.';
