import { Command } from "commander";
import { adoptCommand } from "./adopt/command";
import { emulatorCommand } from "./emulator";

/** The command `rblmonitor`: what is an act, and not a declaration. */
const program = new Command("rblmonitor")
  .description(
    "Blocklist and certificate monitoring: what is done once, beside what Terraform keeps as declared.",
  )
  .version(process.env.PROVIDER_VERSION ?? "0.0.0")
  .addCommand(adoptCommand())
  .addCommand(emulatorCommand());

program.parseAsync().catch((error: unknown) => {
  process.stderr.write(`rblmonitor: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
