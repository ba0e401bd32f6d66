import { readdirSync, readFileSync } from "node:fs";

/** Milliseconds between two looks. Memory that a process takes in its last moments can be missed. */
const period = 10;

/**
 * Watches the memory of the processes that a process starts, such as the plugins of a terraform. It reads Linux's /proc,
 * which does not affect these processes. On other systems it finds nothing.
 *
 * @returns a function that ends the watch, and returns the peak of the largest process in MB, if any
 */
export function watchMemory(parent: number): () => number | undefined {
  const peaks = new Map<string, number>();
  const textOf = (path: string) => readFileSync(`/proc/${path}`, "utf8");
  const look = () => {
    try {
      // Each thread has its own children.
      for (const thread of readdirSync(`/proc/${parent}/task`))
        for (const child of textOf(`${parent}/task/${thread}/children`).split(" ").filter(Boolean)) {
          // VmHWM is a peak in kB, so the last value is the largest (proc_pid_status(5)).
          const [, peak] = /^VmHWM:\s*(\d+) kB$/m.exec(textOf(`${child}/status`)) ?? [];
          if (peak !== undefined) peaks.set(child, Number(peak) / 1024);
        }
    } catch {
      // A process has ended meanwhile, or there is no /proc.
    }
  };
  const timer = setInterval(look, period);
  return () => {
    clearInterval(timer);
    return peaks.size === 0 ? undefined : Math.max(...peaks.values());
  };
}
