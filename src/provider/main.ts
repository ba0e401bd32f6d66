import { Secrets } from "../client/secrets";
import { announce, createLogger, levelOf, servePlugin } from "../terraform/start";
import { sourceAddress, version } from "./version";

if (process.argv.includes("--version")) {
  announce(`terraform-provider-rblmonitor ${version}`);
  process.exit(0);
}

/** Values that no log line and no diagnostic of this process contains. */
const secrets = new Secrets();
const logger = createLogger({
  level: levelOf(process.env),
  // Not process.stderr itself: creating it takes a millisecond, and most processes log nothing.
  stream: { write: (line) => process.stderr.write(line) },
  module: "rblmonitor",
  hide: (text) => secrets.hide(text),
});

// Dynamic imports defer loading: a process that only returns the schema needs no resources. The export makes this an ES
// module for the bundler, which would otherwise wrap every module in a function, because package.json has type "commonjs".
export const serving = servePlugin({
  name: sourceAddress,
  version,
  logger,
  handlers: async () => (await import("./provider")).rblmonitorHandlers(logger, process.env, secrets),
  schemas: async () => (await import("./built-schema")).builtSchemas(),
});
