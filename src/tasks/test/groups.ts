import { readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { replaceFolder } from "../../cli/project/folders";
import { groupedBy } from "../../service/groups";
import { filesAt } from "../files";

/** How many files a group has at most: enough to share the loading, and few enough that both workers end together. */
const size = 10;

/**
 * Files that run alone: those that replace modules, clocks or functions, and those with properties, which take much longer
 * than loading. What a test leaves running after its time-out would disturb the others of its group.
 */
const alone = /jest\.(mock|spyOn|isolateModules|useFakeTimers)\(|from "fast-check"/;

/** Where the groups are written: `dist/tests/<folder>.<number>.test.ts`. */
const groupsFolder = "dist/tests";

/**
 * Writes the groups of all folders of test/. Jest loads every module again for each file and V8 optimises it again, which takes
 * most files longer than their tests; the files of a group share both. Returns the arguments with which jest runs the groups.
 */
export async function groupedTests(): Promise<readonly string[]> {
  const tests = (await filesAt("test")).filter((path) => path.endsWith(".test.ts"));
  const files = await Promise.all(tests.map(async (path) => ({ path, text: await readFile(path, "utf8") })));
  await replaceFolder(groupsFolder, async (folder) => {
    for (const [name, ofFolder] of groupedBy(files, ({ path }) => path.split("/")[1])) {
      const groups = inGroups(ofFolder);
      await Promise.all(
        groups.map((group, index) => writeFile(join(folder, `${name}.${index}.test.ts`), textOf(group))),
      );
    }
  });
  return ["--roots", groupsFolder];
}

/**
 * Puts each file into one group, and those that must run alone into their own. Slow files are often neighbours, so groups share
 * them.
 */
export function inGroups(files: readonly { readonly path: string; readonly text: string }[]): string[][] {
  const isAlone = ({ text }: { readonly text: string }) => alone.test(text);
  const together = files.filter((file) => !isAlone(file)).map(({ path }) => path);
  const count = Math.ceil(together.length / size);
  const groups = Array.from({ length: count }, (_, n) => together.filter((_, index) => index % count === n));
  return [...groups, ...files.filter(isAlone).map(({ path }) => [path])];
}

/** A file that runs the tests of others, each below its path. */
export function textOf(files: readonly string[]): string {
  return files
    .map(
      (file) => `describe(${JSON.stringify(file)}, () => void require(${JSON.stringify(resolve(file))}));\n`,
    )
    .join("");
}
