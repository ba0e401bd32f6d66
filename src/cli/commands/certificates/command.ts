import { Argument, Command } from "commander";
import { withAccountOptions } from "../../account/options";
import { jsonOption } from "../../options";
import type { CertificatesOptions, Part } from "./run";

/** `rblmonitor certificates`: certificate errors and certificate monitors. */
export function certificatesCommand(): Command {
  const command = withAccountOptions(new Command("certificates"))
    .description("list the certificate errors that are active now, and the certificate monitors")
    .addArgument(
      new Argument("[part]", "only the errors, or only the monitors").choices(["errors", "monitors"]),
    )
    .option("--fail-if-errors", "end with exit code 2 if there is an active error")
    .option(...jsonOption)
    .addHelpText("after", help);
  return command.action(async (part: Part | undefined) => {
    const { runCertificates } = await import("./run");
    process.exitCode = await runCertificates(part, command.opts<CertificatesOptions>(), process);
  });
}

const help = `
The exit code is 0 when it is done, 1 after an error, and 2 when an error is active and --fail-if-errors is given.

JSON: { total_errors, errors, monitors }, without the part that is not asked for. Each of errors has monitor, hostname,
protocol, type, message and json, the whole error as the service tells it; each of monitors has the attributes of the
data source rblmonitor_certificate_monitor. What is not told is null.`;
