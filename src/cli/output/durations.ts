import { isoDate } from "../../service/dates";
import { isPausedStatus } from "../../service/status";
import { warnAbout } from "./print";
import { type Output, printable } from "./terminal";
import { counted, grouped } from "./text";

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** A certificate that expires within this many days expires soon. */
export const soonDays = 30;

/**
 * The exit code of `--fail-if-expiring`, with the reason on standard error: 2 if a certificate has expired or expires within that
 * many days, else 1 if that is unknown for one. A paused monitor may never have seen its certificate: it is not in doubt.
 * @param monitors as the service or its data source returns them
 * @param isWhole whether the list had all monitors of its total
 */
export function expiryExitCode(
  days: number,
  monitors: readonly Readonly<Record<string, unknown>>[],
  isWhole: boolean,
  stderr: Output,
): number {
  const namesOf = (some: typeof monitors) => some.map(({ hostname }) => String(hostname));
  const expiring = monitors.filter(({ expiry_days: left }) => typeof left === "number" && left <= days);
  const unknown = monitors.filter(
    ({ expiry_days: left, status }) => typeof left !== "number" && !isPausedStatus(String(status)),
  );
  warnAbout(namesOf(expiring), `Expired, or expiring within ${counted(days, "day")}`, stderr);
  warnAbout(namesOf(unknown), "The API does not return when these certificates expire", stderr);
  if (expiring.length > 0) return 2;
  return unknown.length > 0 || !isWhole ? 1 : 0;
}

/** How long something takes, rounded up: `under a second`, `4 s`, `12 min`, `3 h 10 min`. */
export function durationText(seconds: number): string {
  if (seconds < 1) return "under a second";
  if (seconds <= 59) return `${Math.ceil(seconds)} s`;
  const minutes = Math.ceil(seconds / minute);
  if (minutes < 60) return `${minutes} min`;
  const rest = minutes % 60;
  return `${Math.floor(minutes / 60)} h${rest === 0 ? "" : ` ${rest} min`}`;
}

/**
 * The age of a time that the service reported: `now`, `12 min`, `26 h`, `12 d`. Other texts stay unchanged.
 * @param now milliseconds since 1970
 */
export function ageText(time: unknown, now: number): string | null {
  if (typeof time !== "string") return null;
  const date = isoDate(time);
  if (date === null) return printable(time);
  const seconds = (now - Date.parse(date)) / 1_000;
  if (seconds < minute) return "now";
  if (seconds < hour) return `${Math.floor(seconds / minute)} min`;
  if (seconds < 2 * day) return `${Math.floor(seconds / hour)} h`;
  return `${grouped(Math.floor(seconds / day))} d`;
}

/** Compares times that the service reported, latest first; other texts come last. */
export function latestFirst(a: unknown, b: unknown): number {
  const [first = "", second = ""] = [a, b].map(
    (time) => (typeof time === "string" ? isoDate(time) : null) ?? "",
  );
  return Number(first < second) - Number(first > second);
}
