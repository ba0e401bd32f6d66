import { readdirSync, readFileSync } from "node:fs";

/** How often is looked, in milliseconds: what a process took in its last moments may be missed. */
const PERIOD = 10;

/**
 * Watches how much memory the processes take that a process starts, such as the plugins of a terraform. It is read of
 * Linux's /proc, so that the processes themselves run as ever; on other systems nothing is known.
 *
 * @returns ends the watch, and returns the most that one of them took, in MB; undefined when nothing is known
 */
export function watchMemory(parent: number): () => number | undefined {
  const peaks = new Map<string, number>();
  const look = () => {
    for (const child of childrenOf(parent)) {
      // In kB, and never less than it was: proc_pid_status(5), VmHWM.
      const [, peak] = /^VmHWM:\s*(\d+) kB$/m.exec(read(`/proc/${child}/status`)) ?? [];
      if (peak !== undefined) peaks.set(child, Number(peak) / 1024);
    }
  };
  const timer = setInterval(look, PERIOD);
  return () => {
    clearInterval(timer);
    return peaks.size === 0 ? undefined : Math.max(...peaks.values());
  };
}

/** The children of all its threads, as each thread has its own. */
function childrenOf(parent: number): readonly string[] {
  const tasks = `/proc/${parent}/task`;
  return listing(tasks).flatMap((thread) => read(`${tasks}/${thread}/children`).split(" ").filter(Boolean));
}

/** Empty when the process has ended, or there is no /proc. */
function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

function listing(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
