import { allObjects } from "../../../provider/data/account-objects";
import { observedErrors } from "../../../provider/data/certificate-errors";
import { certificateMonitorData } from "../../../provider/data/certificate-monitor";
import { observedValues } from "../../../provider/data/observed";
import { inOrderOf } from "../../../provider/data/order";
import type { ObjectValue } from "../../../terraform/values/object-value";
import { type AccountSession, type Surroundings, withAccount } from "../../account/session";
import { columnOf } from "../../output/object-columns";
import { print } from "../../output/print";
import type { Paint } from "../../output/terminal";
import { textTable } from "../../output/text-table";
import { counted } from "../../output/words";
import type { CertificatesOptions, Part } from "./options";

/** What was read; a part that was not asked for is absent. */
interface Found {
  readonly total_errors?: number;
  readonly errors?: readonly ObjectValue[];
  readonly monitors?: readonly ObjectValue[];
}

/**
 * Lists certificate errors, certificate monitors, or both.
 * @returns the exit code: 2 if there is an error and that is to fail
 */
export async function runCertificates(
  part: Part | undefined,
  options: CertificatesOptions,
  surroundings: Surroundings,
): Promise<number> {
  if (options.failIfErrors && part === "monitors")
    throw new Error("--fail-if-errors is about errors, which certificates monitors does not read.");
  const words = {
    doing: "Reading certificates",
    stopped: () => "Stopped before the certificates were read.",
  };
  const found: Found = await withAccount(options, surroundings, words, async (session) => {
    const [errors, monitors] = await Promise.all([
      part === "monitors" ? {} : errorsOf(session),
      part === "errors" ? {} : monitorsOf(session),
    ]);
    return { ...errors, ...monitors };
  });
  print(surroundings, options, found, (paint) => text(found, paint));
  return options.failIfErrors === true && isAny(found) ? 2 : 0;
}

async function errorsOf({ account }: AccountSession): Promise<Found> {
  return observedErrors(await account.certificateErrors());
}

async function monitorsOf({ account }: AccountSession): Promise<Found> {
  const monitors = await allObjects(certificateMonitorData, account);
  const observed = monitors.map((monitor) => observedValues(certificateMonitorData.attributes, monitor));
  return { monitors: inOrderOf(observed, "hostname", "protocol", "id") };
}

function isAny({ total_errors = 0, errors = [] }: Found): boolean {
  return total_errors > 0 || errors.length > 0;
}

function text(found: Found, paint: Paint): string {
  return [errorsText(found, paint), monitorsText(found, paint)]
    .filter((section) => section !== undefined)
    .join("\n");
}

function errorsText({ total_errors = 0, errors }: Found, paint: Paint): string | undefined {
  if (errors === undefined) return undefined;
  if (!isAny({ total_errors, errors })) return `${paint("green", "No certificate error is active.")}\n`;
  const are = total_errors === 1 ? "is" : "are";
  const summary = paint("red", `${counted(total_errors, "certificate error")} ${are} active.`);
  const table = errors.length === 0 ? "" : `${textTable(errorColumns, errors, paint)}\n`;
  return `${table}${summary}\n`;
}

function monitorsText({ monitors }: Found, paint: Paint): string | undefined {
  if (monitors === undefined) return undefined;
  if (monitors.length === 0) return "The account has no certificate monitor.\n";
  return textTable(monitorColumns, monitors, paint);
}

const errorColumns = [
  columnOf("hostname"),
  columnOf("protocol"),
  columnOf("type"),
  columnOf("message"),
  columnOf("monitor", "SID", "dim"),
];

const monitorColumns = [
  columnOf("hostname"),
  columnOf("protocol"),
  columnOf("name"),
  columnOf("expiry_days", "EXPIRES IN DAYS"),
  columnOf("status"),
  columnOf("last_checked", "CHECKED"),
  columnOf("id", "SID", "dim"),
];
