import { announce, createLogger, levelOf, servePlugin } from "../terraform";
import { sourceAddress } from "./source-address";
import { version } from "./version";

if (process.argv.includes("--version")) {
  announce(`terraform-provider-rblmonitor ${version}`);
  process.exit(0);
}

const logger = createLogger({
  level: levelOf(process.env),
  // Not process.stderr itself: making it takes a millisecond, and most processes have nothing to say.
  stream: { write: (line) => process.stderr.write(line) },
  module: "rblmonitor",
});

// What is imported late is loaded late, too: a process that Terraform asks for the schema alone needs no resources.
void servePlugin({
  name: sourceAddress,
  version,
  logger,
  handlers: async () => (await import("./handlers")).rblmonitorHandlers(logger, process.env),
  schema: async () => (await import("./built-schema")).builtSchema(),
});
