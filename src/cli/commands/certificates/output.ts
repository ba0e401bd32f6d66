import type { ObjectValue } from "../../../terraform";
import type { Paint } from "../../output/terminal";
import { counted } from "../../output/text";
import { columnOf, textTable } from "../../output/text-table";

/** Errors and monitors; a part that was not requested is absent. */
export interface Found {
  readonly total_errors?: number;
  readonly errors?: readonly ObjectValue[];
  readonly monitors?: readonly ObjectValue[];
}

/** Whether an error is active. */
export function isAny({ total_errors = 0, errors = [] }: Found): boolean {
  return total_errors > 0 || errors.length > 0;
}

/** The errors and monitors, for people. */
export function certificatesText(found: Found, paint: Paint): string {
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
