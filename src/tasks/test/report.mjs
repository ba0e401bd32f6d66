// The table after jest's summary. Plain JavaScript, since jest loads it without a compiler.

import { folderOf } from "./folder.mjs";

const columns = ["files", "tests", "assertions", "seconds"];

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
      const folder = folderOf(this.#root, testFilePath);
      const assertions = tests.reduce((sum, { numPassingAsserts }) => sum + numPassingAsserts, 0);
      if (!folders.has(folder)) folders.set(folder, [0, 0, 0, 0]);
      [filesOf(tests), tests.length, assertions, perfStats.runtime / 1000].forEach((figure, column) => {
        for (const figures of [folders.get(folder), all]) figures[column] += figure;
      });
    }
    const slowestFirst = [...folders].sort(([, [, , , a]], [, [, , , b]]) => b - a);
    const row = (name, figures) =>
      `${name.padEnd(12)}${figures.map((figure) => `${figure}`.padStart(12)).join("")}\n`;
    const table = [...slowestFirst, ["all", all]].map(([name, figures]) =>
      row(name, figures.map(Math.round)),
    );
    process.stderr.write(`\n${row("folder", columns)}${table.join("")}`);
  }
}

/** How many files of tests a result is of: a group has the path of each as the first title of its tests. */
function filesOf(tests) {
  const paths = tests.flatMap(({ ancestorTitles: [first] }) => (/^test\/.*\.ts$/.test(first) ? [first] : []));
  return Math.max(1, new Set(paths).size);
}
