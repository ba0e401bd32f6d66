import type { Logger } from "../../client/options";
import { type Output, type Progress, printable } from "../output/terminal";

/** A client's log for people: every request counts, a wait for the service's limits is told even where progress is not. */
export function accountLogger(
  stderr: Output,
  progress: Progress,
  onRequest: (requests: number) => void,
): Logger {
  let requests = 0;
  const silent = () => undefined;
  return {
    ...{ trace: silent, info: silent, error: silent },
    debug(message) {
      if (message !== "request") return;
      requests += 1;
      onRequest(requests);
    },
    warn(message, fields = {}) {
      progress.clear();
      const facts = Object.entries(fields).map(([name, value]) => `${name}: ${String(value)}`);
      stderr.write(`rblmonitor: ${printable([message, ...facts].join(", "))}\n`);
    },
  };
}
