import { endByInterrupt } from "./interrupt";
import { printableParagraphs } from "./output/terminal";
import { rblmonitor } from "./program";

// Whoever reads the output, such as `head`, may have read enough: no error.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
});

/** Resolves when the command has done its work, for tests that call it in their own process. */
export const ended = rblmonitor()
  .parseAsync()
  .catch(async (error: unknown) => {
    const { failureText } = await import("./account/failure");
    process.stderr.write(`rblmonitor: ${printableParagraphs(failureText(error))}\n`);
    process.exitCode = 1;
  })
  .finally(endByInterrupt);
