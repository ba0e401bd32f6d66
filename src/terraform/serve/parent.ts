const INTERVAL = 1_000;

/**
 * Calls `onExit` when the parent process has ended: a plugin must end if its Terraform was killed.
 *
 * Polls once a second, because no event is available: standard input is Terraform's own, and go-plugin holds no pipe that
 * would close. It does not keep the process alive.
 *
 * @param parent the parent's process id at the start
 */
export function watchParent(
  process: Pick<NodeJS.Process, "ppid" | "kill">,
  parent: number,
  onExit: () => void,
): void {
  const timer = setInterval(() => {
    if (process.ppid === parent && isAlive(process, parent)) return;
    clearInterval(timer);
    onExit();
  }, INTERVAL);
  timer.unref();
}

/** On Windows, `ppid` does not change when the parent ends. */
function isAlive(process: Pick<NodeJS.Process, "kill">, pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
