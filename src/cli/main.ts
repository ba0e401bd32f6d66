import { CommanderError } from "commander";
import { wrappedLines } from "./help";
import { endByInterrupt } from "./interrupt";
import { systemError } from "./output/system-error";
import { columnsOf, printable } from "./output/terminal";
import { helpRequested, rblmonitor } from "./program";

process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  // A reader of the output, such as `head`, may have read enough: no error.
  if (error.code === "EPIPE") return;

  process.stderr.write(`rblmonitor: ${systemError("write to standard output", error).message}\n`);
  process.exit(1);
});

async function run(): Promise<void> {
  const program = rblmonitor();
  const command = helpRequested(program, process.argv.slice(2));
  if (command !== undefined) command.outputHelp();
  else await program.parseAsync();
}

/** Resolves when the command has done its work, for tests that call it in their own process. */
export const ended = run()
  .catch(async (error: unknown) => {
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode;
      return;
    }
    const { failureText } = await import("./account/failure");
    const text = failureText(error).split("\n").map(printable).join("\n");
    process.stderr.write(wrappedLines(`rblmonitor: ${text}\n`, columnsOf(process.stderr)));
    process.exitCode = 1;
  })
  .finally(endByInterrupt);
