import { runNode, type Where } from "./programs";

/**
 * Synthesises a CDKTF application. Returns the exit code.
 *
 * Node 22 and later would warn of CDKTF's use of `util.isArray`, of which nobody here can do anything.
 */
export function runApp(app: string, where: Where = {}): Promise<number> {
  return runNode(["--disable-warning=DEP0044", app], where);
}
