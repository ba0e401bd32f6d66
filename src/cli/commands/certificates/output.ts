import type { ObjectValue } from "../../../terraform";
import { soonDays } from "../../output/durations";
import type { Screen, Style } from "../../output/terminal";
import { counted, grouped } from "../../output/text";
import { ageColumn, type Column, columnOf, sidColumn, textTable } from "../../output/text-table";

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
export function certificatesText(found: Found, screen: Screen): string {
  return [errorsText(found, screen), monitorsText(found, screen)]
    .filter((section) => section !== undefined)
    .join("\n");
}

function errorsText({ total_errors = 0, errors }: Found, screen: Screen): string | undefined {
  if (errors === undefined) return undefined;
  const { paint } = screen;
  if (!isAny({ total_errors, errors })) return `${paint("green", "No certificate error is active.")}\n`;
  const are = total_errors === 1 ? "is" : "are";
  const summary = paint("red", `${counted(total_errors, "certificate error")} ${are} active.`);
  const table = errors.length === 0 ? "" : `${textTable(errorColumns, errors, screen)}\n`;
  return `${table}${summary}\n`;
}

function monitorsText({ monitors }: Found, screen: Screen): string | undefined {
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
