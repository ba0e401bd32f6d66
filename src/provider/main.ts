import { createHandlers } from "../terraform/rpc/handlers";
import { createLogger, levelOf } from "../terraform/serve/log";
import { servePlugin } from "../terraform/serve/serve";
import { rblmonitorProvider } from "./provider";
import { sourceAddress } from "./source-address";
import { version } from "./version";

const logger = createLogger({ level: levelOf(process.env), stream: process.stderr, module: "rblmonitor" });

void servePlugin({
  name: sourceAddress,
  version,
  logger,
  handlers: () => createHandlers(rblmonitorProvider(logger, process.env), logger),
});
