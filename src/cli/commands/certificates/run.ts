import { allObjects } from "../../../provider/data/account-objects";
import { observedErrors } from "../../../provider/data/certificate-errors";
import { kindTables } from "../../../provider/data/kinds";
import { lackingText } from "../../../provider/text";
import type { ObjectValue } from "../../../terraform";
import { observed } from "../../account/lists";
import type { AccountOptions } from "../../account/options";
import { type AccountSession, withAccount } from "../../account/session";
import { expiryExitCode, soonDays } from "../../output/durations";
import { compareNaturally } from "../../output/order";
import { type PrintOptions, print } from "../../output/print";
import type { ProcessContext, Screen, Style } from "../../output/terminal";
import { counted, grouped } from "../../output/text";
import { ageColumn, type Column, columnOf, sidColumn, textTable } from "../../output/text-table";

export type Part = "errors" | "monitors";

export interface CertificatesOptions extends AccountOptions, PrintOptions {
  readonly failIfErrors?: true;
  readonly failIfExpiring?: number;
}

/** Errors and monitors; a part that was not requested is absent. */
interface Certificates {
  readonly total_errors?: number;
  readonly errors?: readonly ObjectValue[];
  readonly monitors?: readonly ObjectValue[];
}

/**
 * Lists certificate errors, certificate monitors, or both.
 * @returns the exit code: 2 with --fail-if-errors and an active error, or that of --fail-if-expiring
 */
export async function certificates(
  part: Part | undefined,
  options: CertificatesOptions,
  processContext: ProcessContext,
): Promise<number> {
  if (options.failIfErrors && part === "monitors")
    throw new Error("--fail-if-errors needs errors, which `certificates monitors` does not read.");
  if (options.failIfExpiring !== undefined && part === "errors")
    throw new Error("--fail-if-expiring needs monitors, which `certificates errors` does not read.");
  const activity = { doing: "Reading certificates" };
  const { isWhole = true, ...result }: Certificates & { isWhole?: boolean } = await withAccount(
    options,
    processContext,
    activity,
    async (session) => {
      const [errors, monitors] = await Promise.all([
        part === "monitors" ? {} : errorsOf(session),
        part === "errors" ? {} : monitorsOf(session),
      ]);
      return { ...errors, ...monitors };
    },
  );
  print(processContext, options, result, (screen) => certificatesText(result, screen));
  const code = options.failIfErrors === true && errorCount(result) > 0 ? 2 : 0;
  if (options.failIfExpiring === undefined) return code;
  return Math.max(
    code,
    expiryExitCode(options.failIfExpiring, result.monitors ?? [], isWhole, processContext),
  );
}

async function errorsOf({ account }: AccountSession): Promise<Certificates> {
  const { errors, ...totals } = observedErrors(await account.certificateErrors());
  const hostname = (error: ObjectValue) => String(error.hostname ?? "");
  return { ...totals, errors: [...errors].sort((a, b) => compareNaturally(hostname(a), hostname(b))) };
}

async function monitorsOf({ account, warn }: AccountSession) {
  let isWhole = true;
  const monitors = await allObjects(kindTables.certificate_monitor, account, (lacking) => {
    isWhole = false;
    warn(lackingText("certificate_monitor", lacking));
  });
  const expiry = ({ expiry_days: days }: ObjectValue) =>
    typeof days === "number" ? days : Number.MAX_SAFE_INTEGER;
  const sorted = observed(kindTables.certificate_monitor, monitors, "hostname", "protocol", "id");
  return { monitors: sorted.sort((a, b) => expiry(a) - expiry(b)), isWhole };
}

function errorCount({ total_errors = 0, errors = [] }: Certificates): number {
  return Math.max(total_errors, errors.length);
}

function certificatesText(certificates: Certificates, screen: Screen): string {
  return [errorsText(certificates, screen), monitorsText(certificates, screen)]
    .filter((section) => section !== undefined)
    .join("\n");
}

function errorsText(certificates: Certificates, screen: Screen): string | undefined {
  const { errors } = certificates;
  if (errors === undefined) return undefined;
  const count = errorCount(certificates);
  if (count === 0) return `${screen.paint("green", "No certificate error is active.")}\n`;
  const summary = screen.paint(
    "red",
    `${counted(count, "certificate error")} ${count === 1 ? "is" : "are"} active.`,
  );
  const table = errors.length === 0 ? "" : `${textTable(errorColumns, errors, screen)}\n`;
  return `${table}${summary}\n`;
}

function monitorsText({ monitors }: Certificates, screen: Screen): string | undefined {
  if (monitors === undefined) return undefined;
  if (monitors.length === 0) return "The account has no certificate monitor.\n";
  return textTable(monitorColumns, monitors, screen);
}

const errorColumns: readonly Column<ObjectValue>[] = [
  columnOf("hostname"),
  columnOf("protocol"),
  columnOf("type", "TYPE", "red"),
  columnOf("message"),
  sidColumn("monitor"),
];

const monitorColumns: readonly Column<ObjectValue>[] = [
  columnOf("hostname"),
  columnOf("protocol"),
  columnOf("name"),
  { title: "EXPIRES", of: expiryText, paint: expiryStyle },
  columnOf("status"),
  { ...ageColumn("last_checked", "CHECKED"), wide: true },
  sidColumn(),
];

/** Days until the certificate expires, or since it has. */
function expiryText({ expiry_days: days }: ObjectValue): string | null {
  if (typeof days !== "number") return null;
  if (days < 0) return `expired ${grouped(-days)} d ago`;
  return days === 0 ? "today" : `in ${grouped(days)} d`;
}

function expiryStyle({ expiry_days: days }: ObjectValue): Style | undefined {
  if (typeof days !== "number") return undefined;
  if (days < 0) return "red";
  return days <= soonDays ? "yellow" : "green";
}
