import { Command, InvalidArgumentError } from "commander";
import { canonicalSid, isSid } from "../../../service/sids";
import { withAccountOptions } from "../../account/options";
import { running, withHelp } from "../../help";
import { interrupted } from "../../interrupt";
import { allowedHostOption, oneOrMore, portNumber } from "../../options";

/** Seconds that a request may wait for rate limits: programs give up after 30. */
const maxWait = 20;

/** `rblmonitor bridge`: a server that answers programs written for version 3.0 by requests of version 4.0. */
export function bridgeCommand(): Command {
  const command = new Command("bridge")
    .description("serve the 3.0 API locally by translating its requests to version 4.0")
    .option("--port <number>", "port to listen on; 0 selects a free one", portNumber, 4012)
    .option("--host <address>", "address to listen on", "127.0.0.1")
    .option("--max-connections <number>", "connections from one address", oneOrMore, 256)
    .option(
      "--default-profile <sid>",
      "profile for new hosts without one, if the API does not return the account's default profile",
      profileSid,
    )
    .option("--refuse-unknown", "refuse unknown parameters instead of ignoring them")
    .option("--trust-proxy", "log the last address in X-Forwarded-For as that of the program")
    .option("--metrics", "serve metrics for Prometheus at /metrics")
    .option(...allowedHostOption)
    .option("--log <file>", "append a line of JSON for each request to this file")
    .option("--json", "print the summary at the end as JSON");
  withHelp(withAccountOptions(command, maxWait), help);
  return running(command, async () => (await import("./run")).bridge, interrupted);
}

const help = {
  about: [
    "The bridge serves one account. Programs keep its credentials, and get the bridge's address with /3.0 as their API root. Other credentials get 401.",
    "A program that would wait longer for rate limits gets 429 with Retry-After. /healthz returns 200 while the bridge runs, without a request to the service.",
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
