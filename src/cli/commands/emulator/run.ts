import { startEmulator } from "../../../emulator/emulator";
import type { Plan, WebhookEndpoint } from "../../../emulator/options";
import type { GapSettings } from "../../../emulator/settings";

/** What `rblmonitor emulator` was told. */
export interface EmulatorCommandOptions {
  readonly port: number;
  readonly host: string;
  readonly data?: string;
  readonly plan: Plan;
  readonly accountSid?: string;
  readonly authToken?: string;
  readonly allowedAddress?: readonly string[];
  readonly latency: number;
  readonly limits: boolean;
  readonly webhook: readonly WebhookEndpoint[];
  readonly set: Partial<GapSettings>;
}

/** Runs the service until the given promise resolves, and prints the environment variables of its account. */
export async function runEmulator(options: EmulatorCommandOptions, ended: Promise<void>): Promise<void> {
  const { host, port, plan, latency, limits, webhook: webhooks, allowedAddress } = options;
  const { data, accountSid, authToken } = options;
  const service = await startEmulator({
    ...options.set,
    ...{ port, host, latency, webhooks, plan, limits: limits ? {} : "off" },
    ...(data === undefined ? {} : { data }),
    ...(accountSid === undefined ? {} : { accountSid }),
    ...(authToken === undefined ? {} : { authToken }),
    ...(allowedAddress === undefined ? {} : { allowedAddresses: allowedAddress }),
  });
  process.stdout.write(
    `${[
      `export RBLMONITOR_BASE_URL=${service.url}`,
      `export RBLMONITOR_LEGACY_BASE_URL=${service.legacyUrl}`,
      `export RBLMONITOR_ACCOUNT_SID=${service.accountSid}`,
      `export RBLMONITOR_AUTH_TOKEN=${service.authToken}`,
    ].join("\n")}\n`,
  );
  await ended;
  await service.close();
}
