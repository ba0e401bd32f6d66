import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Time that goes faster than ours, for an emulator here and for the plugin in its own process. */
export interface ScaledTime {
  /** For the emulator. */
  readonly now: () => number;
  /** For terraform, whose plugins then live in that time. */
  readonly environment: Readonly<Record<string, string>>;
  remove(): Promise<void>;
}

/** Makes an hour pass in so many seconds. What the service's limits are counted by is scaled, and nothing else. */
export async function hourIn(seconds: number): Promise<ScaledTime> {
  const scale = 3_600 / seconds;
  const start = Date.now();
  const folder = await mkdtemp(join(tmpdir(), "scaled-time-"));
  const preload = join(folder, "scale.cjs");
  // The client tells the time and waits by these two; a request's own time-out is by the global setTimeout.
  await writeFile(
    preload,
    `const scale = ${scale};
const real = performance.now.bind(performance);
performance.now = () => real() * scale;
const timers = require("node:timers/promises");
const wait = timers.setTimeout;
timers.setTimeout = (milliseconds, ...rest) => wait(milliseconds / scale, ...rest);
`,
  );
  return {
    now: () => start + (Date.now() - start) * scale,
    // The second is for a self-contained executable.
    environment: { NODE_OPTIONS: `--require=${preload}`, BUN_OPTIONS: `--preload=${preload}` },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
