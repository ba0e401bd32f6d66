// The table after jest's summary. Plain JavaScript, since jest loads it without a compiler.

import { relative, sep } from "node:path";

const COLUMNS = ["files", "tests", "assertions", "seconds"];

export default class FolderReport {
  #root;

  constructor({ rootDir }) {
    this.#root = rootDir;
  }

  /** Prints a row for each folder of test/, the slowest first. Two files run at a time: seconds are added up. */
  onRunComplete(_contexts, { testResults }) {
    if (testResults.length < 2) return;
    const all = [0, 0, 0, 0];
    const folders = new Map();
    for (const { testFilePath, testResults: tests, perfStats } of testResults) {
      const [, folder] = relative(this.#root, testFilePath).split(sep);
      const assertions = tests.reduce((sum, { numPassingAsserts }) => sum + numPassingAsserts, 0);
      if (!folders.has(folder)) folders.set(folder, [0, 0, 0, 0]);
      [1, tests.length, assertions, perfStats.runtime / 1000].forEach((figure, column) => {
        for (const figures of [folders.get(folder), all]) figures[column] += figure;
      });
    }
    const slowestFirst = [...folders].sort(([, [, , , one]], [, [, , , other]]) => other - one);
    const row = (name, figures) =>
      `${name.padEnd(12)}${figures.map((figure) => `${figure}`.padStart(12)).join("")}\n`;
    const table = [...slowestFirst, ["all", all]].map(([name, figures]) =>
      row(name, figures.map(Math.round)),
    );
    process.stderr.write(`\n${row("folder", COLUMNS)}${table.join("")}`);
  }
}
