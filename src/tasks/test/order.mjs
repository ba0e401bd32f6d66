// The order of the tests. Plain JavaScript, since jest loads it without a compiler.

import Sequencer from "@jest/test-sequencer";
import { folderOf } from "./folder.mjs";

/** The folders of test/ that run last, because they start many programs; all others give their results first. */
const last = ["tasks", "docs", "cli", "lib", "security", "examples", "core", "acceptance"];

export default class QuickFirst extends Sequencer {
  /** Within a folder, jest's order: what failed last time, then what took longest, so that both workers end together. */
  sort(tests) {
    const place = ({ path, context }) => last.indexOf(folderOf(context.config.rootDir, path));
    return super.sort(tests).sort((a, b) => place(a) - place(b));
  }
}
