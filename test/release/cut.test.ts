import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { versionRange } from "../../src/provider/version";
import { cut } from "../../src/tasks/release/cut";

const FILES = ["package.json", "package-lock.json", "CHANGELOG.md", "README.md"];
const FOLDERS = ["docs/guides", "examples"];
const CHANGES = "\n- Provider: hosts may be paused.\n";

let project: string;
beforeEach(async () => {
  project = await mkdtemp(join(tmpdir(), "cut-"));
  for (const path of [...FILES, ...FOLDERS]) await cp(path, join(project, path), { recursive: true });
  // The project's own has nothing unreleased once it is cut, and this holds then as well.
  await writeFile(join(project, "CHANGELOG.md"), `# Changelog\n\n## [Unreleased]\n${CHANGES}`);
  jest.spyOn(process.stdout, "write").mockReturnValue(true);
});
afterEach(async () => {
  jest.restoreAllMocks();
  await rm(project, { recursive: true });
});

const text = (file: string) => readFile(join(project, file), "utf8");
const all = () => Promise.all(FILES.map(text));

describe("cutting a release", () => {
  it("sets the version in package.json and its lock file, and touches nothing else in them", async () => {
    const { version: old, ...rest } = JSON.parse(await text("package.json"));
    const lock = JSON.parse(await text("package-lock.json"));
    await cut(project, "987.6.5", "2026-10-20");
    expect(JSON.parse(await text("package.json"))).toEqual({ ...rest, version: "987.6.5" });
    lock.version = "987.6.5";
    lock.packages[""].version = "987.6.5";
    expect(JSON.parse(await text("package-lock.json"))).toEqual(lock);
    expect(old).not.toBe("987.6.5");
  });

  it("creates a dated section of the changelog", async () => {
    await cut(project, "987.6.5", "2026-10-20");
    expect(await text("CHANGELOG.md")).toContain(`## [Unreleased]\n\n## [987.6.5] - 2026-10-20\n${CHANGES}`);
  });

  it("names the new package in README.md", async () => {
    const { name, version } = JSON.parse(await text("package.json"));
    expect(await text("README.md")).toContain(`${name}-${version}.tgz`);
    await cut(project, "987.6.5", "2026-10-20");
    expect(await text("README.md")).toContain(`${name}-987.6.5.tgz`);
    expect(await text("README.md")).not.toContain(`${name}-${version}.tgz`);
  });

  it("has every configuration and every project that is shown ask for the new version", async () => {
    const { name, version } = JSON.parse(await text("package.json"));
    const everything = async () => {
      const names = await Promise.all(
        FOLDERS.map(async (folder) =>
          (await readdir(join(project, folder), { recursive: true })).map((file) => join(folder, file)),
        ),
      );
      const reported = names.flat().filter((file) => /\.(md|tf|json)$/.test(file));
      return (await Promise.all(["README.md", ...reported].map(text))).join("\n");
    };
    const count = (whole: string, part: string) => whole.split(part).length - 1;
    const before = await everything();
    const old = [`${name}-${version}.tgz`, `"^${version}"`, `"${versionRange(version)}"`];
    for (const part of old) expect(count(before, part)).toBeGreaterThan(0);
    await cut(project, "987.6.5-rc.1", "2026-10-20");
    const after = await everything();
    for (const part of old) expect(count(after, part)).toBe(0);
    expect(count(after, `${name}-987.6.5-rc.1.tgz`)).toBe(count(before, `${name}-${version}.tgz`));
    expect(count(after, '"987.6.5-rc.1"')).toBe(count(before, `"${versionRange(version)}"`));
  });

  it.each([
    ["a version that is none", "v1.0", "v1.0 is not a version"],
    ["the version that it has", require("../../package.json").version, "has the version"],
  ])("refuses %s, and writes nothing", async (_, version, message) => {
    const before = await all();
    await expect(cut(project, version, "2026-10-20")).rejects.toThrow(message);
    expect(await all()).toEqual(before);
  });

  it("writes nothing when nothing is unreleased", async () => {
    await cut(project, "987.6.5", "2026-10-20");
    const before = await all();
    await expect(cut(project, "987.7.0", "2026-10-21")).rejects.toThrow("has no unreleased changes");
    expect(await all()).toEqual(before);
  });
});
