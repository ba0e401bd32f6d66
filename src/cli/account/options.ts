import { type Command, Option } from "commander";
import type { ClientOptions } from "../../client/options";
import { apiVersions } from "../../service/api-version";
import { wholeNumber } from "../options";

/** The variable that holds the auth token: what is on a command line, everybody on the machine can read. */
export const tokenVariable = "RBLMONITOR_AUTH_TOKEN";

/** What a command was told of the account and of how to use it. The token comes from the environment alone. */
export type AccountOptions = Partial<
  Pick<
    ClientOptions,
    | "apiVersion"
    | "baseUrl"
    | "accountSid"
    | "pageSize"
    | "maxWait"
    | "requestTimeout"
    | "maxRequestsPerHour"
    | "allowInsecureHttp"
  >
> & {
  readonly legacyBaseUrl?: string;
  /** What states and plans hold that no message may show. */
  readonly secrets?: readonly string[];
};

/** Adds to a command the options that say which account it works on and how, as the provider's settings do. */
export function withAccountOptions(command: Command): Command {
  return command
    .addOption(
      new Option("--api-version <version>", "version of the service's API to speak (default: 4.0)")
        .choices(apiVersions)
        .env("RBLMONITOR_API_VERSION"),
    )
    .addOption(new Option("--base-url <url>", "root of the service's 4.0 API").env("RBLMONITOR_BASE_URL"))
    .addOption(
      new Option("--legacy-base-url <url>", "root of its 3.0 API, if that is spoken").env(
        "RBLMONITOR_LEGACY_BASE_URL",
      ),
    )
    .addOption(new Option("--account-sid <sid>", "SID of the account").env("RBLMONITOR_ACCOUNT_SID"))
    .option("--page-size <number>", "objects asked for per page of a list (default: 100)", wholeNumber)
    .option("--max-wait <seconds>", "how long a request may wait for rate limits (default: 300)", wholeNumber)
    .option("--request-timeout <seconds>", "how long one request may take (default: 30)", wholeNumber)
    .option("--max-requests-per-hour <number>", "this command's share of the account's limit", wholeNumber)
    .option("--allow-insecure-http", "send the token over plain HTTP to another machine, too")
    .addHelpText("after", `\nThe auth token is read from the environment, ${tokenVariable}.`);
}
