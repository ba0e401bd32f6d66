import { Command } from "commander";
import { adoptCommand } from "./adopt/command";
import { driftCommand } from "./drift/command";
import { emulatorCommand } from "./emulator";

/** The command `rblmonitor`: what is an act, and not a declaration. */
const program = new Command("rblmonitor")
  .description(
    "Blocklist and certificate monitoring: what is done once, beside what Terraform keeps as declared.",
  )
  .version(process.env.PROVIDER_VERSION ?? "0.0.0")
  .addCommand(adoptCommand())
  .addCommand(driftCommand())
  .addCommand(emulatorCommand());

// Whoever reads the output, such as `head`, may have read enough: no error.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
});

program.parseAsync().catch((error: unknown) => {
  process.stderr.write(`rblmonitor: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
