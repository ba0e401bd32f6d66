import { type Command, Option } from "commander";
import type { ClientOptions } from "../../client/options";
import { apiVersions } from "../../service/api-version";
import { wholeNumber } from "../options";

/** The variable with the auth token. Other users of the machine can read command lines. */
export const tokenVariable = "RBLMONITOR_AUTH_TOKEN";

export const accountHeading = "Account options:";

/** Options of a command that select the account. The token comes only from the environment. */
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
  /** Whether progress is printed where no terminal shows it. */
  readonly progress?: true;
  /** Secrets in states and plans, which no message may show. */
  readonly secrets?: readonly string[];
};

/**
 * Adds the options that select the account and the use of its limits, like the provider's settings.
 * @param maxWait the default that help shows
 */
export function withAccountOptions(command: Command, maxWait = 300): Command {
  const number = (flags: string, description: string) =>
    new Option(flags, description).argParser(wholeNumber);
  const options = [
    new Option("--base-url <url>", "root of the 4.0 API").env("RBLMONITOR_BASE_URL"),
    new Option("--account-sid <sid>", "SID of the account").env("RBLMONITOR_ACCOUNT_SID"),
    new Option("--api-version <version>", "API version (default: 4.0)")
      .choices(apiVersions)
      .env("RBLMONITOR_API_VERSION"),
    new Option("--legacy-base-url <url>", "root of the 3.0 API, for API version 3.0").env(
      "RBLMONITOR_LEGACY_BASE_URL",
    ),
    number("--page-size <number>", "objects per page of a list (default: 100)"),
    number("--max-wait <seconds>", `how long a request may wait for rate limits (default: ${maxWait})`),
    number("--request-timeout <seconds>", "how long one request may take (default: 30)"),
    number("--max-requests-per-hour <number>", "share of the account's limit for this command"),
    new Option("--allow-insecure-http", "send the token to another machine over plain HTTP"),
    new Option("--progress", "print progress every ten seconds where no terminal shows it"),
  ];
  for (const option of options) command.addOption(option.helpGroup(accountHeading));
  return command.addHelpText(
    "after",
    `\nThe auth token is read from the environment variable ${tokenVariable}.`,
  );
}
