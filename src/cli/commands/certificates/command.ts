import { Argument, Command } from "commander";
import { withAccountOptions } from "../../account/options";
import { running, withHelp } from "../../help";
import { failIfExpiringOption, wideOption } from "../../options";

export function certificatesCommand(): Command {
  const command = new Command("certificates")
    .description("list active certificate errors, and certificate monitors by expiry")
    .addArgument(new Argument("[part]", "only errors, or only monitors").choices(["errors", "monitors"]))
    .option("--fail-if-errors", "exit with 2 if an error is active")
    .option(...failIfExpiringOption)
    .option(...wideOption);
  return running(
    withHelp(withAccountOptions(command), help),
    async () => (await import("./run")).certificates,
  );
}

const help = {
  examples: [
    ["certificates", "show errors and the certificates that expire next"],
    ["certificates errors --fail-if-errors", "stop a pipeline if a certificate has an error"],
    ["certificates --fail-if-expiring 14", "stop a pipeline if a certificate expires within two weeks"],
  ],
  finding: "an error is active (with --fail-if-errors), or a certificate expires (with --fail-if-expiring)",
  json: `{ total_errors, errors, monitors }, without a part that was not requested. Each error has monitor, hostname, protocol,
type, message, and json, the complete error as the API returns it. Each monitor has the attributes of the data source
rblmonitor_certificate_monitor. Unknown values are null.`,
} as const;
