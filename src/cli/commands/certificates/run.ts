import { allObjects } from "../../../provider/data/account-objects";
import { observedErrors } from "../../../provider/data/certificate-errors";
import { kindTables } from "../../../provider/data/kinds";
import type { ObjectValue } from "../../../terraform";
import { observed } from "../../account/lists";
import type { AccountOptions } from "../../account/options";
import { type AccountSession, withAccount } from "../../account/session";
import { compareNaturally } from "../../output/order";
import { type PrintOptions, print } from "../../output/print";
import type { ProcessContext } from "../../output/terminal";
import { certificatesText, type Found, isAny } from "./output";

/** The parts to show: one of the two, or both. */
export type Part = "errors" | "monitors";

/** Options of `rblmonitor certificates`. */
export interface CertificatesOptions extends AccountOptions, PrintOptions {
  readonly failIfErrors?: true;
}

/**
 * Lists certificate errors, certificate monitors, or both.
 * @returns the exit code: 2 if there is an error and that is to fail
 */
export async function runCertificates(
  part: Part | undefined,
  options: CertificatesOptions,
  processContext: ProcessContext,
): Promise<number> {
  if (options.failIfErrors && part === "monitors")
    throw new Error("--fail-if-errors needs errors, which `certificates monitors` does not read.");
  const activity = {
    doing: "Reading certificates",
    stopped: () => "Stopped before the certificates were read.",
  };
  const found: Found = await withAccount(options, processContext, activity, async (session) => {
    const [errors, monitors] = await Promise.all([
      part === "monitors" ? {} : errorsOf(session),
      part === "errors" ? {} : monitorsOf(session),
    ]);
    return { ...errors, ...monitors };
  });
  print(processContext, options, found, (screen) => certificatesText(found, screen));
  return options.failIfErrors === true && isAny(found) ? 2 : 0;
}

async function errorsOf({ account }: AccountSession): Promise<Found> {
  const { errors, ...totals } = observedErrors(await account.certificateErrors());
  const hostname = (error: ObjectValue) => String(error.hostname ?? "");
  return { ...totals, errors: [...errors].sort((a, b) => compareNaturally(hostname(a), hostname(b))) };
}

async function monitorsOf({ account }: AccountSession): Promise<Found> {
  const monitors = await allObjects(kindTables.certificate_monitor, account);
  const expiry = ({ expiry_days: days }: ObjectValue) =>
    typeof days === "number" ? days : Number.MAX_SAFE_INTEGER;
  const sorted = observed(kindTables.certificate_monitor, monitors, "hostname", "protocol", "id");
  return { monitors: sorted.sort((a, b) => expiry(a) - expiry(b)) };
}
