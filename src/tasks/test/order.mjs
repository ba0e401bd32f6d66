// The order of the tests. Plain JavaScript, since jest loads it without a compiler.

import { relative, sep } from "node:path";
import Sequencer from "@jest/test-sequencer";

/** The folders of test/ that run last, because they start many programs; all others give their results first. */
const LAST = ["tasks", "docs", "cli", "lib", "security", "examples", "core", "acceptance"];

export default class QuickFirst extends Sequencer {
  /** Within a folder, jest's order: what failed last time, then what took longest, so that both workers end together. */
  sort(tests) {
    const place = ({ path, context }) =>
      LAST.indexOf(relative(context.config.rootDir, path).split(sep)[1] ?? "");
    return super.sort(tests).sort((one, other) => place(one) - place(other));
  }
}
