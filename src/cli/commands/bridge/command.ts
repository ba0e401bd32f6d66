import { Command, InvalidArgumentError, Option } from "commander";
import { canonicalSid, isSid } from "../../../service/sids";
import { withHelp } from "../../help";
import { interrupted } from "../../interrupt";
import { oneOrMore, portNumber, wholeNumber } from "../../options";
import type { BridgeOptions } from "./run";

/** `rblmonitor bridge`: a server that answers programs written for version 3.0 by requests of version 4.0. */
export function bridgeCommand(): Command {
  const command = new Command("bridge")
    .description("serve the 3.0 API locally by translating its requests to version 4.0")
    .option("--port <number>", "port to listen on; 0 selects a free one", portNumber, 4012)
    .option("--host <address>", "address to listen on", "127.0.0.1")
    .addOption(new Option("--base-url <url>", "root of the 4.0 API").env("RBLMONITOR_BASE_URL"))
    .option("--max-wait <seconds>", "how long a request may wait for rate limits", wholeNumber, 20)
    .option("--request-timeout <seconds>", "how long one request to the service may take", oneOrMore, 30)
    .option("--max-requests-per-hour <number>", "share of each account's limit", oneOrMore)
    .option("--max-connections <number>", "connections from one address", oneOrMore, 256)
    .option(
      "--default-profile <sid>",
      "profile for new hosts without one, if the API does not return the account's default profile",
      profileSid,
    )
    .option("--refuse-unknown", "refuse unknown parameters instead of ignoring them")
    .option("--trust-proxy", "read the address of a program from the last X-Forwarded-For")
    .option("--allow-insecure-http", "send tokens to another machine over plain HTTP")
    .option("--metrics", "serve metrics for Prometheus at /metrics")
    .option("--log <file>", "append a line of JSON for each request to this file")
    .option("--json", "print the summary at the end as JSON");
  withHelp(command, help);
  return command.action(async () => {
    const { bridge } = await import("./run");
    await bridge(command.opts<BridgeOptions>(), process.env, process, interrupted());
  });
}

const help = {
  about: [
    "Programs keep their credentials. Set their API root to the bridge's address with /3.0.",
    "Each account has its own rate limits. A program that would wait longer gets 429 with Retry-After. /healthz returns 200 while the bridge runs, without a request to the service.",
    "The bridge runs until Ctrl-C or SIGTERM and ends within five seconds. SIGTERM ends it with exit code 0.",
  ],
  examples: [["bridge --log requests.jsonl", "answer programs of version 3.0, and log their requests"]],
  json: "{ requests, calls: [{ operation, call, now, program, requests, failed, first, last }] }.",
} as const;

/** @throws InvalidArgumentError for a text that is not the SID of a monitoring profile */
function profileSid(text: string): string {
  const sid = canonicalSid(text);
  if (isSid("monitoring_profile", sid)) return sid;
  throw new InvalidArgumentError("It is not RP and 32 hexadecimal digits.");
}
