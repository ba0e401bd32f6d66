import { setFlagsFromString } from "node:v8";

/**
 * V8's flags that keep it from making an optimised version of WebAssembly. Both are said: `--liftoff-only`, which implies
 * them on the command line, does so no more since Node 24 once a process runs.
 */
export const QUICK_EXIT_FLAGS = ["--no-wasm-tier-up", "--no-wasm-dynamic-tiering"] as const;

/**
 * Keeps Node from holding up the end of the process: undici reads answers with WebAssembly, and at exit Node waits for
 * V8 to finish an optimised version of it, 80 ms with Node 20 and 25 ms with Node 26. What V8 makes first is good enough
 * for a plugin's life. Bun, in the self-contained executable, ignores it. To be called before undici is loaded.
 */
export function letProcessEndQuickly(): void {
  for (const flag of QUICK_EXIT_FLAGS) setFlagsFromString(flag);
}
