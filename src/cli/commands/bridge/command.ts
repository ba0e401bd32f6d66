import { Command, InvalidArgumentError, Option } from "commander";
import { canonicalSid, isSid } from "../../../service/sids";
import { withExamples } from "../../help";
import { interrupted } from "../../interrupt";
import { oneOrMore, portNumber, wholeNumber } from "../../options";
import type { BridgeOptions } from "./run";

/** `rblmonitor bridge`: a server that answers programs written for version 3.0 by requests of version 4.0. */
export function bridgeCommand(): Command {
  const command = new Command("bridge")
    .description("keep programs of version 3.0 working: answer their requests by requests of version 4.0")
    .option("--port <number>", "port to listen on; 0 takes a free one", portNumber, 4012)
    .option("--host <address>", "address to listen on", "127.0.0.1")
    .addOption(new Option("--base-url <url>", "root of the service's 4.0 API").env("RBLMONITOR_BASE_URL"))
    .option("--max-wait <seconds>", "how long a request may wait for rate limits", wholeNumber, 20)
    .option("--request-timeout <seconds>", "how long the service may take for one request", oneOrMore, 30)
    .option("--max-requests-per-hour <number>", "share of each account's limit", oneOrMore)
    .option("--max-connections <number>", "connections from one address", oneOrMore, 256)
    .option(
      "--default-profile <sid>",
      "profile of new hosts that name none, if the account does not show its default one",
      profileSid,
    )
    .option("--refuse-unknown", "refuse parameters that an operation does not know, instead of ignoring them")
    .option("--trust-proxy", "take the address of a program from the last X-Forwarded-For")
    .option("--allow-insecure-http", "send tokens over plain HTTP to another machine, too")
    .option("--metrics", "answer /metrics in the text format of Prometheus")
    .option("--log <file>", "add a line of JSON for each request to this file")
    .option("--json", "print the summary at the end as JSON")
    .addHelpText(
      "after",
      [
        "",
        "Programs keep their credentials, and get the bridge's address with /3.0 for their API root.",
        "Each account has its own rate limits; a program that would wait longer is answered 429 with Retry-After.",
        "/healthz answers 200 while the bridge runs, without a request to the service.",
        "",
        "SIGTERM ends it with exit code 0. Ctrl-C ends it by the signal (130 in a shell). After an error it is 1.",
        "It ends within five seconds, whatever is open.",
        "",
        "JSON: { requests, calls: [{ operation, call, now, program, requests, failed, first, last }] }.",
      ].join("\n"),
    );
  withExamples(command, [
    ["bridge --log requests.jsonl", "answer programs of version 3.0, and log their requests"],
  ]);
  return command.action(async () => {
    const { bridge } = await import("./run");
    await bridge(command.opts<BridgeOptions>(), process.env, process, interrupted());
  });
}

/** @throws InvalidArgumentError for what is not the SID of a monitoring profile */
function profileSid(text: string): string {
  const sid = canonicalSid(text);
  if (isSid("monitoring_profile", sid)) return sid;
  throw new InvalidArgumentError("It is not RP and 32 hexadecimal digits.");
}
