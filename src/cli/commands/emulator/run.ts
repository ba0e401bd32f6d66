import { existsSync } from "node:fs";
import { startEmulator } from "../../../emulator/emulator";
import { type Fault, faultForm, faultNames } from "../../../emulator/faults";
import type { EmulatorOptions, WebhookEndpoint } from "../../../emulator/options";
import type { OpenPointSettings } from "../../../emulator/settings";
import { type PrintOptions, print } from "../../output/print";
import { systemError, systemReason } from "../../output/system-error";
import { type ProcessContext, printable, shellWord } from "../../output/terminal";

export interface EmulatorCommandOptions extends PrintOptions, Omit<EmulatorOptions, "limits"> {
  readonly allowedAddress?: readonly string[];
  readonly limits: boolean;
  readonly webhook?: readonly WebhookEndpoint[];
  readonly checkTime: number;
  readonly speed: number;
  readonly listed?: readonly NamedValues[];
  readonly certificateError?: readonly NamedValues[];
  readonly fault?: readonly string[];
  readonly set?: Partial<OpenPointSettings>;
  readonly settings?: Partial<OpenPointSettings>;
}

/** A host or hostname, and the sources or errors that it has. */
export type NamedValues = readonly [name: string, values: readonly string[]];

/** Reads a fault: its name, and the fields of the control endpoint as `field=value`. @throws Error for another text */
function faultOf(text: string): Fault {
  const [name = "", ...fields] = text.split(",");
  const { times, delay, ...others } = Object.fromEntries(fields.map((field) => field.split("=", 2)));
  const numbers = { ...(times && { times: Number(times) }), ...(delay && { delay: Number(delay) }) };
  const { data, error } = faultForm.safeParse({ fault: name, ...others, ...numbers });
  if (data !== undefined) return data as Fault;
  const neverFires = error.issues.find(({ code }) => code === "custom");
  const reason = neverFires === undefined ? "" : `: ${neverFires.message}`;
  throw new Error(
    `option '--fault <name,…>' argument '${printable(text)}' is invalid${reason}. Expected one of ${faultNames.join(", ")}, with method=, path=, times= or delay= after it.`,
  );
}

/** The error for people if the emulator cannot run. */
function startError(thrown: unknown, { host, port, data }: EmulatorCommandOptions): unknown {
  const { code, syscall } = thrown as NodeJS.ErrnoException;
  if (syscall === "listen" || syscall === "getaddrinfo") {
    const error = systemError(`run the emulator on ${host}, port ${port}`, thrown);
    return code === "EADDRINUSE" ? new Error(`${error.message} Choose another port with --port.`) : error;
  }
  if (systemReason(thrown) === undefined || data === undefined) return thrown;
  return new Error(`Cannot run the emulator: ${systemReason(thrown)}: ${data}.`);
}

/** Runs the service until `ended` resolves, and prints the environment variables of its account. */
export async function emulator(
  options: EmulatorCommandOptions,
  process: Pick<ProcessContext, "env" | "stdout" | "stderr">,
  ended: Promise<void>,
): Promise<void> {
  const { json, settings, set, fault = [], speed, listed = [], certificateError = [], ...emulated } = options;
  const { limits, webhook: webhooks = [], checkTime: checkDuration, allowedAddress, ...same } = emulated;
  const faultsToArm = fault.map(faultOf);
  const isExisting = options.data !== undefined && existsSync(options.data);
  const starting = startEmulator({
    ...settings,
    ...set,
    allowedHost: [],
    ...same,
    webhooks,
    checkDuration,
    rememberedRequests: 0,
    limits: limits ? {} : "off",
    ...(allowedAddress && { allowedAddresses: allowedAddress }),
  });
  const service = await starting.catch((error: unknown) => {
    throw startError(error, options);
  });
  const { account, certificateErrors, checks, clock, controlUrl, faults } = service;
  clock.setSpeed(speed);
  for (const [name, values] of listed) checks.list(name, values);
  for (const [name, values] of certificateError) certificateErrors.expect(name, values);
  for (const fault of faultsToArm) faults.arm(fault);
  const variables = {
    RBLMONITOR_BASE_URL: service.url,
    RBLMONITOR_LEGACY_BASE_URL: service.legacyUrl,
    RBLMONITOR_ACCOUNT_SID: service.accountSid,
    RBLMONITOR_AUTH_TOKEN: service.authToken,
  };
  const exports = Object.entries(variables).map(([name, value]) => `export ${name}=${shellWord(value)}\n`);
  // A host needs it, and version 4.0 does not show it.
  const ofPlan = options.plan === "free" ? account.objects("monitoring_profile") : [];
  const profile = ofPlan.find(({ is_default }) => is_default)?.id;
  print(process, options, { ...variables, ...(profile && { default_monitoring_profile: profile }) }, () =>
    exports.join(""),
  );
  if (options.demo && isExisting)
    process.stderr.write(
      `rblmonitor: ${printable(options.data)} has an account already: --demo adds nothing to it.\n`,
    );
  if (profile !== undefined)
    process.stderr.write(`Default monitoring profile of the free plan: ${profile}\n`);
  process.stderr.write(
    controlUrl === undefined
      ? "To see authcodes and the signing secret, or to change the account at run time, start with --control.\n"
      : `Control endpoint: ${controlUrl}/ with the account's credentials. ${controlUrl}/secrets returns the authcodes of pending contacts and the signing secret.\n`,
  );
  await ended;
  await service.close();
}
