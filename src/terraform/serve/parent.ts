const INTERVAL = 1_000;

/**
 * Calls `lost` when the process that started this one has ended: a plugin whose Terraform was killed has nobody
 * left to serve, and nobody to end it.
 *
 * It asks once a second, since nothing tells: standard input is Terraform's own, and go-plugin holds no pipe that
 * would close. It does not keep the process alive.
 *
 * @param parent who started this process, as it was known when this one began
 */
export function watchParent(
  process: Pick<NodeJS.Process, "ppid" | "kill">,
  parent: number,
  lost: () => void,
): void {
  const timer = setInterval(() => {
    if (process.ppid === parent && isAlive(process, parent)) return;
    clearInterval(timer);
    lost();
  }, INTERVAL);
  timer.unref();
}

/** On Windows a process keeps the number of its parent when that has ended. */
function isAlive(process: Pick<NodeJS.Process, "kill">, pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
