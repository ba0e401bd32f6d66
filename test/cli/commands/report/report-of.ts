import { accountReport, type Report } from "../../../../src/cli/commands/report/account-report";
import type { ComparedStates } from "../../../../src/cli/commands/report/facts/facts";
import { type Emulator, type EmulatorOptions, startEmulator } from "../../../../src/emulator/emulator";
import { Account } from "../../../../src/provider/account";

/**
 * The report of an account of the emulator.
 * @param otherwise what the service answers otherwise than the emulator can
 * @param earlier the report to compare it with
 */
export async function reportOf(
  service: Emulator,
  states?: ComparedStates,
  otherwise: Partial<Account> = {},
  earlier?: Report,
): Promise<Report> {
  const { url, accountSid, authToken } = service;
  const account = Object.assign(new Account({ baseUrl: url, accountSid, authToken }), otherwise);
  try {
    return await accountReport({
      ...{ account, states, onRead: () => undefined, now: () => new Date("2026-11-21T14:03:00Z") },
      name: { sid: accountSid, service: "api.example.com" },
      ...(earlier && { earlier: JSON.parse(JSON.stringify(earlier)) }),
    });
  } finally {
    await account.close();
  }
}

/** The same of a new account that is filled so. */
export async function reportOn(
  fill: (service: Emulator) => void,
  options: EmulatorOptions = {},
): Promise<Report> {
  const service = await startEmulator({ limits: "off", ...options });
  try {
    fill(service);
    return await reportOf(service);
  } finally {
    await service.close();
  }
}

/** What the summary says of a part. */
export function lineOf({ summary }: Report, topic: string): string {
  const line = summary.find((each) => each.topic === topic);
  return `${line?.level}: ${line?.text}`;
}
