import type { Check } from "../checks/checks";
import type { OpenPointSettings } from "../settings";
import { wireFlag } from "./wire-form";

/** Status words of running and completed checks (docs/design/open-points.md#14). */
const words: Readonly<Record<OpenPointSettings["checkWords"], readonly [running: string, done: string]>> = {
  documented: ["processing", "completed"],
  capitalised: ["Processing", "Completed"],
  "unknown-while-running": ["queued", "completed"],
  unknown: ["queued", "finished"],
};

/** The status of a check, with the fields of 3.0, as 4.0 does not document them. */
export function checkStatus(check: Check, details: boolean, settings: OpenPointSettings): object {
  const [running, done] = words[settings.checkWords];
  const head = {
    [settings.idKey]: check.id,
    status: check.completed ? done : running,
    checked_count: check.completed ? check.sources.length : 0,
  };
  if (!check.completed && settings.checkResultsWhileProcessing === "absent") return head;
  return {
    ...head,
    listed: wireFlag(check.listings.length > 0, settings),
    listed_count: check.listings.length,
    ...(details || check.details ? { listed_details: results(check, settings) } : {}),
  };
}

function results(check: Check, settings: OpenPointSettings): object[] {
  const found = new Map(check.listings.map(({ sid, details }) => [sid, details]));
  const shown = settings.checkDetails === "all" ? check.sources : check.listings;
  return shown.map(({ sid, host }) => ({
    rbl: sid,
    host,
    details: found.get(sid) ?? "",
    listed: wireFlag(found.has(sid), settings),
    response_time: 0.02,
  }));
}
