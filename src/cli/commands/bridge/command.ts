import { Command, Option } from "commander";
import { interrupted } from "../../interrupt";
import { oneOrMore, wholeNumber } from "../../options";
import type { BridgeOptions } from "./run";

/** `rblmonitor bridge`: has programs that speak version 3.0 go on working with a service that speaks 4.0. */
export function bridgeCommand(): Command {
  const command = new Command("bridge")
    .description("have programs of version 3.0 go on working, by making 4.0 requests of theirs")
    .option("--port <number>", "port to listen on; 0 takes a free one", wholeNumber, 4012)
    .option("--host <address>", "address to listen on", "127.0.0.1")
    .addOption(new Option("--base-url <url>", "root of the service's 4.0 API").env("RBLMONITOR_BASE_URL"))
    .option("--max-wait <seconds>", "how long a request may wait for rate limits", wholeNumber, 20)
    .option("--request-timeout <seconds>", "how long the service may take for one request", oneOrMore, 30)
    .option("--max-requests-per-hour <number>", "share of each account's limit", oneOrMore)
    .option("--allow-insecure-http", "send tokens over plain HTTP to another machine, too")
    .option("--log <file>", "add a line of JSON for each request to this file")
    .option("--json", "print the summary at the end as JSON")
    .addHelpText(
      "after",
      [
        "",
        "Programs keep their credentials, and get the bridge's address with /3.0 for their API root.",
        "Each account has its own rate limits; a program that would wait longer is answered 429 with Retry-After.",
        "",
        "SIGTERM ends it with exit code 0. Ctrl-C ends it by the signal (130 in a shell). After an error it is 1.",
        "",
        "JSON: { requests, calls: [{ operation, call, now, program, requests, failed, first, last }] }.",
      ].join("\n"),
    );
  return command.action(async () => {
    const { bridge } = await import("./run");
    await bridge(command.opts<BridgeOptions>(), process.env, process, interrupted());
  });
}
