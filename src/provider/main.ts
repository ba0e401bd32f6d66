import { createLogger, levelOf } from "../terraform/serve/log";
import { servePlugin } from "../terraform/serve/serve";
import { announce } from "../terraform/serve/stdout";
import { sourceAddress } from "./source-address";
import { version } from "./version";

if (process.argv.includes("--version")) {
  announce(`terraform-provider-rblmonitor ${version}`);
  process.exit(0);
}

const logger = createLogger({ level: levelOf(process.env), stream: process.stderr, module: "rblmonitor" });

void servePlugin({
  name: sourceAddress,
  version,
  logger,
  // Loaded when the handshake line is out, while Terraform reads it and connects.
  handlers: () => {
    const {
      createHandlers,
    }: typeof import("../terraform/rpc/handlers") = require("../terraform/rpc/handlers");
    const { rblmonitorProvider }: typeof import("./provider") = require("./provider");
    return createHandlers(rblmonitorProvider(logger, process.env), logger);
  },
});
