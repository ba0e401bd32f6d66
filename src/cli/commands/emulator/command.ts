import { Command, InvalidArgumentError } from "commander";
import type { EmulatorOptions } from "../../../emulator/emulator";
import type { Plan, WebhookEndpoint } from "../../../emulator/options";
import { type GapSettings, parseGapSetting, settingTable } from "../../../emulator/settings";
import { append, wholeNumber } from "../../arguments";
import { interrupted } from "../../interrupted";

interface CommandOptions {
  readonly port: number;
  readonly host: string;
  readonly data?: string;
  readonly plan: string;
  readonly accountSid?: string;
  readonly authToken?: string;
  readonly allowedAddress?: readonly string[];
  readonly latency: number;
  readonly limits: boolean;
  readonly webhook: readonly WebhookEndpoint[];
  readonly set: Partial<GapSettings>;
}

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
  return command.action(() => run(command.opts<CommandOptions>()));
}

async function run(options: CommandOptions): Promise<void> {
  const end = interrupted();
  const { startEmulator } = await import("../../../emulator/emulator");
  const service = await startEmulator(emulatorOptions(options));
  process.stdout.write(
    `${[
      `export RBLMONITOR_BASE_URL=${service.url}`,
      `export RBLMONITOR_LEGACY_BASE_URL=${service.legacyUrl}`,
      `export RBLMONITOR_ACCOUNT_SID=${service.accountSid}`,
      `export RBLMONITOR_AUTH_TOKEN=${service.authToken}`,
    ].join("\n")}\n`,
  );
  await end;
  await service.close();
}

function emulatorOptions(options: CommandOptions): EmulatorOptions {
  const { port, host, data, accountSid, authToken, allowedAddress, latency, webhook: webhooks } = options;
  return {
    ...options.set,
    ...{ port, host, latency, webhooks, plan: options.plan as Plan, limits: options.limits ? {} : "off" },
    ...(data === undefined ? {} : { data }),
    ...(accountSid === undefined ? {} : { accountSid }),
    ...(authToken === undefined ? {} : { authToken }),
    ...(allowedAddress === undefined ? {} : { allowedAddresses: allowedAddress }),
  };
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
