import { Command, InvalidArgumentError } from "commander";
import type { WebhookEndpoint } from "../../../emulator/options";
import { type GapSettings, parseGapSetting, settingTable } from "../../../emulator/settings";
import { append, wholeNumber } from "../../options";
import { interrupted } from "../../server";
import type { EmulatorCommandOptions } from "./run";

/** `rblmonitor emulator`: runs the service on this machine until it is interrupted. */
export function emulatorCommand(): Command {
  const command = new Command("emulator")
    .description("run the monitoring service on this machine, without an account")
    .option("--port <number>", "port to listen on; 0 takes a free one", wholeNumber, 4010)
    .option("--host <address>", "address to listen on", "127.0.0.1")
    .option("--data <file>", "keep the account in this file instead of in memory")
    .option("--account-sid <sid>", "account SID instead of a generated one")
    .option("--auth-token <token>", "auth token instead of a generated one")
    .option("--plan <plan>", "free, paid or ultimate", plan, "ultimate")
    .option("--allowed-address <address>", "address or subnet that may call; repeat for several", append)
    .option("--latency <milliseconds>", "wait before every answer", wholeNumber, 0)
    .option("--no-limits", "never answer 429")
    .option("--webhook <url=secret>", "send signed events there; repeat for several", webhook, [])
    .option("--set <name=value>", "how an open point of the service behaves; repeat for several", setting, {})
    .addHelpText("after", settingsHelp());
  return command.action(async () => {
    const ended = interrupted();
    const { runEmulator } = await import("./run");
    await runEmulator(command.opts<EmulatorCommandOptions>(), ended);
  });
}

function plan(text: string): string {
  if (["free", "paid", "ultimate"].includes(text)) return text;
  throw new InvalidArgumentError("Plans are free, paid and ultimate.");
}

function webhook(text: string, before: readonly WebhookEndpoint[]): WebhookEndpoint[] {
  const separator = text.lastIndexOf("=");
  const [url, secret] = [text.slice(0, separator), text.slice(separator + 1)];
  // Not an InvalidArgumentError: with that, the message would show the argument.
  if (!URL.canParse(url) || secret === "") throw new Error("What --webhook was given is not <url>=<secret>.");
  return [...before, { url, secret }];
}

function setting(text: string, before: Partial<GapSettings>): Partial<GapSettings> {
  try {
    return { ...before, ...parseGapSetting(text) };
  } catch (error) {
    throw new InvalidArgumentError((error as Error).message);
  }
}

function settingsHelp(): string {
  const lines = Object.entries(settingTable).map(
    ([name, { values, description }]) => `  ${name}=${values.join("|")}\n      ${description}`,
  );
  return `\nSettings (the first value is the default):\n${lines.join("\n")}`;
}
