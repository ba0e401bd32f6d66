import { Command } from "commander";
import { version } from "../provider/version";
import { adoptCommand } from "./commands/adopt/command";
import { bridgeCommand } from "./commands/bridge/command";
import { certificatesCommand } from "./commands/certificates/command";
import { checkCommand } from "./commands/check/command";
import { completeCommand, completionCommand } from "./commands/completion/command";
import { contactsCommand } from "./commands/contacts/command";
import { driftCommand } from "./commands/drift/command";
import { emulatorCommand } from "./commands/emulator/command";
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

/** What every command's exit code means, unless its help says more. */
const exitCodes = "\nThe exit code is 0 when it is done, and 1 after an error.";

/** The command `rblmonitor` with all its commands. Only those that run load what they work with. */
export function rblmonitor(): Command {
  const program = new Command("rblmonitor")
    .description(
      "Blocklist and certificate monitoring: what is done once, beside what Terraform keeps as declared.",
    )
    .version(version)
    .addCommand(initCommand())
    .addCommand(installCommand())
    .addCommand(uninstallCommand())
    .addCommand(checkCommand())
    .addCommand(listingsCommand())
    .addCommand(certificatesCommand())
    .addCommand(contactsCommand())
    .addCommand(pauseCommand())
    .addCommand(resumeCommand())
    .addCommand(limitsCommand())
    .addCommand(reportCommand())
    .addCommand(driftCommand())
    .addCommand(reviewCommand())
    .addCommand(importsCommand())
    .addCommand(adoptCommand().addHelpText("after", exitCodes))
    .addCommand(migrateCommand())
    .addCommand(webhooksCommand())
    .addCommand(bridgeCommand())
    .addCommand(emulatorCommand().addHelpText("after", exitCodes))
    .addCommand(completionCommand());
  program.addCommand(completeCommand(program), { hidden: true });
  speakWithOneVoice(program);
  return program;
}

/** Has all commands report wrong arguments as they report any other error. */
function speakWithOneVoice(command: Command): void {
  command.configureOutput({
    outputError: (text, write) => write(withoutValue(text.replace(/^error: /, "rblmonitor: "))),
  });
  for (const each of command.commands) speakWithOneVoice(each);
}

/** What was given with an option that there is not, such as --auth-token=…, may be a secret; errors reach logs. */
function withoutValue(text: string): string {
  return text.replace(/(unknown option '[^=']*)=.*'/s, "$1=…'");
}
