import { Command, InvalidArgumentError, type Option } from "commander";
import { version } from "../provider/version";
import { accountTopic } from "./account/options";
import { adoptCommand } from "./commands/adopt/command";
import { bridgeCommand } from "./commands/bridge/command";
import { certificatesCommand } from "./commands/certificates/command";
import { checkCommand } from "./commands/check/command";
import { completeCommand, completionCommand } from "./commands/completion/command";
import { contactsCommand } from "./commands/contacts/command";
import { driftCommand } from "./commands/drift/command";
import { emulatorCommand, settingsTopic } from "./commands/emulator/command";
import { hostsCommand } from "./commands/hosts/command";
import { importsCommand } from "./commands/imports/command";
import { initCommand } from "./commands/init/command";
import { installCommand, uninstallCommand } from "./commands/install/command";
import { limitsCommand } from "./commands/limits/command";
import { listingsCommand } from "./commands/listings/command";
import { migrateCommand } from "./commands/migrate/command";
import { pauseCommand, resumeCommand } from "./commands/pause/command";
import { reportCommand } from "./commands/report/command";
import { reviewCommand } from "./commands/review/command";
import { webhooksCommand } from "./commands/webhooks/command";
import { reflowed, wrappedLines } from "./help";
import { columnsOf } from "./output/terminal";

/** The commands under their headings. */
const groups: Readonly<Record<string, readonly (() => Command)[]>> = {
  "Monitoring:": [
    reportCommand,
    hostsCommand,
    listingsCommand,
    certificatesCommand,
    checkCommand,
    contactsCommand,
    limitsCommand,
  ],
  "Maintenance:": [pauseCommand, resumeCommand],
  "Terraform:": [
    driftCommand,
    reviewCommand,
    adoptCommand,
    importsCommand,
    initCommand,
    installCommand,
    uninstallCommand,
  ],
  "Integration:": [webhooksCommand, migrateCommand, bridgeCommand],
  "Trial and shell:": [emulatorCommand, completionCommand],
};

/** The command `rblmonitor` with all its commands. Only those that run load what they work with. */
export function rblmonitor(): Command {
  const program = new Command("rblmonitor")
    .description("Monitor blocklists and TLS certificates, and keep an account in line with Terraform.")
    .version(version)
    .addHelpText(
      "after",
      "\nExamples:\n  # show what needs action\n  rblmonitor report\n  # run an account for trying, without credentials\n  rblmonitor emulator --demo\n\n`rblmonitor <command> --help` shows the options and exit codes of a command.",
    );
  for (const [heading, members] of Object.entries(groups))
    for (const member of members) program.addCommand(member().helpGroup(heading));
  program
    .commandsGroup("Trial and shell:")
    .addCommand(completeCommand(program, Object.keys(helpTopics)), { hidden: true });
  return configured(program);
}

/** Pages of help in addition to those of the commands, by name. */
export const helpTopics: Readonly<Record<string, () => Command>> = {
  account: accountTopic,
  settings: settingsTopic,
};

/**
 * The command whose help the arguments request, or the group of commands that they name; undefined for any other command line.
 * @throws CommanderError for an unknown command
 */
export function helpRequested(program: Command, args: readonly string[]): Command | undefined {
  const topic = args[0] === "help" ? helpTopics[args[1] ?? ""] : undefined;
  if (topic !== undefined) return configured(topic());
  let command = program;
  let isRequested = false;
  for (const word of args.filter((each) => each !== "")) {
    if (command.commands.length === 0) break;
    if (["help", "--help", "-h"].includes(word)) isRequested = true;
    else if (word.startsWith("-")) return undefined;
    else {
      const next = command.commands.find((each) => each.name() === word);
      // Commander reports an unknown command only without a request for help.
      if (next === undefined) command.parse([word], { from: "user" });
      command = next ?? command;
    }
  }
  return isRequested || command.commands.length > 0 ? command : undefined;
}

/** Has a command and those below it print help and report wrong arguments alike. */
function configured(command: Command): Command {
  command.exitOverride().configureOutput({
    writeOut: (text) => void process.stdout.write(reflowed(text, process.stdout.columns || 80)),
    outputError: (text, write) => {
      const message = text
        .replace(/^error: /, "rblmonitor: ")
        // Commander calls a value of an argument "command-argument value".
        .replace(/command-argument value ('.*') is invalid for argument '(.*?)'/s, "<$2> cannot be $1")
        // The value of an unknown option, such as --auth-token=…, may be a secret, and errors reach logs.
        .replace(/(unknown option '[^=']*)=.*'/s, "$1=…'");
      write(wrappedLines(message, columnsOf(process.stderr)));
    },
  });
  command.configureHelp({
    ...command.configureHelp(),
    minWidthToWrap: 20,
    styleTitle: (title) => (process.stdout.isTTY ? `\u001b[1m${title}\u001b[22m` : title),
  });
  for (const option of command.options) if (/<(?:file|folder)>/.test(option.flags)) rejectEmpty(option);
  for (const each of command.commands) configured(each);
  return command;
}

/** An empty path, as from a variable that is not set, is an error of its option. */
function rejectEmpty(option: Option): void {
  const parse = option.parseArg ?? ((text) => text);
  option.argParser<unknown>((text, before) => {
    if (text === "") throw new InvalidArgumentError("It is empty.");
    return parse(text, before);
  });
}
