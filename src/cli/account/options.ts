import { Command, Option } from "commander";
import type { ClientOptions } from "../../client/options";
import { apiVersions } from "../../service/api-version";
import { wholeNumber } from "../options";

/** The variable with the auth token. Other users of the machine can read command lines. */
export const tokenVariable = "RBLMONITOR_AUTH_TOKEN";

/** Options of a command that select the account, as the client has them. The token comes only from the environment. */
export type AccountOptions = Partial<Omit<ClientOptions, "authToken" | "secrets">> & {
  readonly legacyBaseUrl?: string;
  /** Whether progress is printed where no terminal shows it. */
  readonly progress?: true;
  /** Secrets in states and plans, which no message may show. */
  readonly secrets?: readonly string[];
};

/** The default of most commands for --max-wait, in seconds. */
const usualMaxWait = 300;

/**
 * Adds the options that select the account and the use of its limits, like the provider's settings. One line of the command's
 * help leads to theirs.
 * @param maxWait the default of --max-wait; the command's help shows another than the usual one
 */
export function withAccountOptions(command: Command, maxWait = usualMaxWait): Command {
  for (const option of accountOptions(maxWait)) {
    const isUsual = option.defaultValue === undefined || option.defaultValue === usualMaxWait;
    command.addOption(option.hideHelp(isUsual));
  }
  return command.addHelpText(
    "after",
    `\nThe account and its limits: \`rblmonitor help account\` shows --base-url, --max-wait and other options of all commands on an account.`,
  );
}

/** The help topic `account`. */
export function accountTopic(): Command {
  const topic = new Command("account")
    .description("options of all commands on an account")
    .configureHelp({ commandUsage: () => "rblmonitor <command> [options]" })
    .helpOption(false)
    .addHelpText("after", `\nThe auth token is read from the environment variable ${tokenVariable}.`);
  for (const option of accountOptions(usualMaxWait)) topic.addOption(option);
  return topic;
}

function accountOptions(maxWait: number): readonly Option[] {
  const number = (flags: string, description: string) =>
    new Option(flags, description).argParser(wholeNumber);
  return [
    new Option("--base-url <url>", "root of the 4.0 API").env("RBLMONITOR_BASE_URL"),
    new Option("--account-sid <sid>", "SID of the account").env("RBLMONITOR_ACCOUNT_SID"),
    new Option("--api-version <version>", "API version (default: 4.0)")
      .choices(apiVersions)
      .env("RBLMONITOR_API_VERSION"),
    new Option("--legacy-base-url <url>", "root of the 3.0 API, for API version 3.0").env(
      "RBLMONITOR_LEGACY_BASE_URL",
    ),
    number("--page-size <number>", "objects per page of a list (default: 100)"),
    number("--max-wait <seconds>", "how long a request may wait for rate limits").default(maxWait),
    number("--request-timeout <seconds>", "how long one request may take (default: 30)"),
    number("--max-requests-per-hour <number>", "share of the account's limit for this command"),
    new Option("--allow-insecure-http", "send the token to another machine over plain HTTP"),
    new Option("--progress", "print progress every ten seconds where no terminal shows it"),
  ];
}

/** The options that select the account as arguments of another command, as far as the environment does not have them. */
export function accountArguments(options: AccountOptions, env: NodeJS.ProcessEnv): string[] {
  const chosen = {
    "base-url": [options.baseUrl, env.RBLMONITOR_BASE_URL],
    "account-sid": [options.accountSid, env.RBLMONITOR_ACCOUNT_SID],
    "api-version": [options.apiVersion, env.RBLMONITOR_API_VERSION],
    "legacy-base-url": [options.legacyBaseUrl, env.RBLMONITOR_LEGACY_BASE_URL],
  };
  const named = Object.entries(chosen).flatMap(([name, [value, known]]) =>
    value === undefined || value === known ? [] : [`--${name}`, value],
  );
  return [...named, ...(options.allowInsecureHttp ? ["--allow-insecure-http"] : [])];
}
