/** Resolves when somebody wants the process to end: by Ctrl-C, or by SIGTERM. */
export function interrupted(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
  });
}
