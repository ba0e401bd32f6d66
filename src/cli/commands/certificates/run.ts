import type { Account } from "../../../provider/account";
import { observedErrors } from "../../../provider/data/certificate-errors";
import { kindTables } from "../../../provider/data/kinds";
import type { ObjectValue } from "../../../terraform";
import { observed, readLists } from "../../account/lists";
import type { AccountOptions } from "../../account/options";
import { type AccountSession, withAccount } from "../../account/session";
import { expiryExitCode, soonDays } from "../../output/durations";
import { compareNaturally } from "../../output/order";
import { type PrintOptions, print } from "../../output/print";
import type { ProcessContext, Screen, Style } from "../../output/terminal";
import { counted, grouped } from "../../output/text";
import { ageColumn, type Column, columnOf, keyColumn, sidColumn, textTable } from "../../output/text-table";

export interface CertificatesOptions extends AccountOptions, PrintOptions {
  readonly failIfErrors?: true;
  readonly failIfExpiring?: number;
}

/**
 * Lists certificate errors, certificate monitors, or both.
 * @returns the exit code: 2 with --fail-if-errors and an active error, or that of --fail-if-expiring
 */
export async function certificates(
  part: "errors" | "monitors" | undefined,
  options: CertificatesOptions,
  processContext: ProcessContext,
): Promise<number> {
  const { failIfErrors, failIfExpiring } = options;
  if (failIfErrors && part === "monitors")
    throw new Error("--fail-if-errors needs errors, which `certificates monitors` does not read.");
  if (failIfExpiring !== undefined && part === "errors")
    throw new Error("--fail-if-expiring needs monitors, which `certificates errors` does not read.");
  const [errors, listed] = await withAccount(options, processContext, "Reading certificates", (session) =>
    Promise.all([
      part === "monitors" ? undefined : errorsOf(session.account),
      part === "errors" ? undefined : monitorsOf(session),
    ]),
  );
  const { monitors, isWhole = true } = listed ?? {};
  print(processContext, options, { ...errors, ...(monitors && { monitors }) }, (screen) =>
    [errors && errorsText(errors, screen), monitors && monitorsText(monitors, screen)]
      .filter((section) => section !== undefined)
      .join("\n"),
  );
  const code = failIfErrors && errors && errorCount(errors) > 0 ? 2 : 0;
  if (failIfExpiring === undefined || monitors === undefined) return code;
  return Math.max(code, expiryExitCode(failIfExpiring, monitors, isWhole, processContext.stderr));
}

type Errors = Awaited<ReturnType<typeof errorsOf>>;

async function errorsOf(account: Account) {
  const { errors, ...totals } = observedErrors(await account.certificateErrors());
  const hostname = (error: ObjectValue) => String(error.hostname ?? "");
  return { ...totals, errors: [...errors].sort((a, b) => compareNaturally(hostname(a), hostname(b))) };
}

async function monitorsOf({ account, warn }: AccountSession) {
  const kind = "certificate_monitor";
  const lists = await readLists(account, [kind], { once: true, onGap: warn }, new Set([kind]));
  const expiry = ({ expiry_days: days }: ObjectValue) =>
    typeof days === "number" ? days : Number.MAX_SAFE_INTEGER;
  const sorted = observed(kindTables[kind], lists.of(kind), "hostname", "protocol", "id");
  return { monitors: sorted.sort((a, b) => expiry(a) - expiry(b)), isWhole: lists.isWhole(kind) };
}

function errorCount({ total_errors, errors }: Errors): number {
  return Math.max(total_errors, errors.length);
}

function errorsText(found: Errors, screen: Screen): string {
  const { errors } = found;
  const count = errorCount(found);
  if (count === 0) return `${screen.paint("green", "No certificate error is active.")}\n`;
  const summary = `${counted(count, "certificate error")} ${count === 1 ? "is" : "are"} active.`;
  const table = errors.length === 0 ? "" : `${textTable(errorColumns, errors, screen)}\n`;
  return `${table}${screen.paint("red", summary)}\n`;
}

function monitorsText(monitors: readonly ObjectValue[], screen: Screen): string {
  if (monitors.length === 0) return "The account has no certificate monitor.\n";
  return textTable(monitorColumns, monitors, screen);
}

const errorColumns: readonly Column<ObjectValue>[] = [
  keyColumn("hostname"),
  columnOf("protocol"),
  columnOf("type", "TYPE", "red"),
  columnOf("message"),
  sidColumn("monitor"),
];

const monitorColumns: readonly Column<ObjectValue>[] = [
  keyColumn("hostname"),
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
