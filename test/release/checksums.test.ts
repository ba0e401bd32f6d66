import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { makeRelease } from "../../src/tasks/release";

it("the checksums of a release have every other file, the npm package and the bill of materials as well", async () => {
  const folder = mkdtempSync(join(tmpdir(), "checksums-"));
  try {
    const files = await makeRelease(folder, []);
    const sums = readdirSync(folder).find((name) => name.endsWith("_SHA256SUMS")) ?? "";
    const listed = readFileSync(join(folder, sums), "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => line.slice(66));
    expect(listed).toEqual(
      readdirSync(folder)
        .filter((name) => name !== sums)
        .sort(),
    );
    expect(listed).toContainEqual(expect.stringMatching(/^rblmonitor-.*\.tgz$/));
    expect(files.map((file) => basename(file)).sort()).toEqual(readdirSync(folder).sort());
  } finally {
    rmSync(folder, { recursive: true });
  }
});
