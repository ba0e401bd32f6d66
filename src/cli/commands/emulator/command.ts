import { Command, InvalidArgumentError, Option } from "commander";
import type { WebhookEndpoint } from "../../../emulator/options";
import { type OpenPointSettings, parseSetting, readSettings, settingTable } from "../../../emulator/settings";
import { fileBytes } from "../../../service/file-bytes";
import { running, withHelp } from "../../help";
import { interrupted } from "../../interrupt";
import { allowedHostOption, append, portNumber, wholeNumber } from "../../options";
import type { NamedValues } from "./run";

export function emulatorCommand(): Command {
  const command = new Command("emulator")
    .description("run the monitoring service on this machine, without an account")
    .option("--port <number>", "port to listen on; 0 selects a free one", portNumber, 4010)
    .option("--host <address>", "address to listen on", "127.0.0.1")
    .option("--data <file>", "keep the account in this file instead of in memory")
    .option("--account-sid <sid>", "account SID instead of a generated one")
    .option("--auth-token <token>", "auth token instead of a generated one")
    .addOption(
      new Option("--plan <plan>", "plan of the account")
        .choices(["free", "paid", "ultimate"])
        .default("ultimate"),
    )
    .option(
      "--allowed-address <address>",
      "client address or subnet that is accepted (default: all); repeatable",
      append,
    )
    .option(...allowedHostOption)
    .option("--latency <milliseconds>", "wait before every answer", wholeNumber, 0)
    .option("--no-limits", "never answer 429")
    .option("--check-time <milliseconds>", "how long a manual check takes", wholeNumber, 20)
    .option("--demo", "fill a new account with the objects of an example company")
    .option("--live", "check hosts and certificates by schedule; listings come and go, certificates age")
    .option("--speed <factor>", "seconds of the emulated clock for each real second", wholeNumber, 1)
    .option("--listed <host=sources>", "list a host on sources, separated by commas; repeatable", pair)
    .option(
      "--certificate-error <hostname=errors>",
      "set errors such as expired for a hostname; repeatable",
      pair,
    )
    .option("--fault <name,…>", "arm a fault, such as 500-after,method=POST,times=2; repeatable", append)
    .option("--control", "serve the control endpoint /_emulator/, which makes these changes at run time")
    .option("--webhook <url=secret>", "send signed events to this URL; repeatable", webhook)
    .option(
      "--set <name=value>",
      "how the emulator behaves where the documentation of the API does not say (`rblmonitor help settings`); repeatable",
      (text: string, before: Partial<OpenPointSettings> = {}) =>
        validated(() => ({ ...before, ...parseSetting(text) })),
    )
    .option(
      "--settings <file>",
      "behave as this file of `npm run probe` says; --set takes precedence",
      (file) => validated(() => readSettings(fileBytes(file).toString())),
    );
  return running(withHelp(command, help), async () => (await import("./run")).emulator, interrupted);
}

function webhook(text: string, before: readonly WebhookEndpoint[] = []): WebhookEndpoint[] {
  const separator = text.lastIndexOf("=");
  const [url, secret] = [text.slice(0, separator), text.slice(separator + 1)];
  // Not an InvalidArgumentError: with that, the message would show the argument.
  if (!URL.canParse(url) || secret === "") throw new Error("The value of --webhook is not <url>=<secret>.");
  return [...before, { url, secret }];
}

function pair(text: string, before: readonly NamedValues[] = []): NamedValues[] {
  const [name = "", list = ""] = text.split("=", 2);
  if (name === "" || list === "") throw new InvalidArgumentError("Expected <name>=<value>,<value>….");
  return [...before, [name, list.split(",")]];
}

function validated<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new InvalidArgumentError((error as Error).message);
  }
}

/** The help topic `settings`. */
export function settingsTopic(): Command {
  const lines = Object.entries(settingTable).map(
    ([name, { values, description }]) => `  ${name}=${values.join("|")}\n      ${description}`,
  );
  return new Command("settings")
    .description("settings of the emulator: how it behaves where the documentation of the API does not say")
    .configureHelp({ commandUsage: () => "rblmonitor emulator --set <name=value>" })
    .helpOption(false)
    .addHelpText("after", `\nSettings (the first value is the default):\n${lines.join("\n")}`);
}

const help = {
  examples: [
    ["emulator --demo", "run an account with the objects of an example company"],
    ["emulator --listed 192.0.2.17=abuse.bl.example.net", "run an account with a listed host"],
  ],
  json: "{ RBLMONITOR_BASE_URL, RBLMONITOR_LEGACY_BASE_URL, RBLMONITOR_ACCOUNT_SID, RBLMONITOR_AUTH_TOKEN }; with --plan free, also default_monitoring_profile, a SID.",
} as const;
