import { readdir, readFile } from "node:fs/promises";

/** The processes that a process started, the innermost first. */
export async function below(pid: number): Promise<number[]> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const lists = threads.map((thread) =>
    readFile(`/proc/${pid}/task/${thread}/children`, "utf8").catch(() => ""),
  );
  const own = (await Promise.all(lists)).flatMap((text) => text.split(" ").filter(Boolean).map(Number));
  return [...(await Promise.all(own.map(below))).flat(), ...own];
}

export function endProcess(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has just ended.
  }
}
