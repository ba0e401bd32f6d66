import { setFlagsFromString } from "node:v8";

/**
 * Keeps Node 20 from holding up the end of the process by 80 ms: undici reads answers with WebAssembly, and at exit that
 * Node waits for V8 to finish an optimised version of it. What V8 makes first is good enough for a plugin's life.
 * To be called before undici is loaded.
 */
export function letProcessEndQuickly(): void {
  if (process.versions.node.startsWith("20.")) setFlagsFromString("--liftoff-only");
}
