import { cp, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cut } from "../../src/tasks/release/cut";

const FILES = ["package.json", "package-lock.json", "CHANGELOG.md", "README.md"];

let project: string;
beforeEach(async () => {
  project = await mkdtemp(join(tmpdir(), "cut-"));
  for (const file of FILES) await cp(file, join(project, file));
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

  it("makes a dated section of the changelog", async () => {
    const changes = (await text("CHANGELOG.md")).split("## Unreleased\n")[1] ?? "";
    await cut(project, "987.6.5", "2026-10-20");
    expect(await text("CHANGELOG.md")).toContain(`## Unreleased\n\n## 987.6.5 (2026-10-20)\n${changes}`);
  });

  it("names the new package in README.md", async () => {
    const { name, version } = JSON.parse(await text("package.json"));
    expect(await text("README.md")).toContain(`${name}-${version}.tgz`);
    await cut(project, "987.6.5", "2026-10-20");
    expect(await text("README.md")).toContain(`${name}-987.6.5.tgz`);
    expect(await text("README.md")).not.toContain(`${name}-${version}.tgz`);
  });

  it.each([
    ["a version that is none", "v1.0", "2026-10-20", "v1.0 is no version"],
    ["a date that is none", "987.6.5", "2026-13-01", "2026-13-01 is no date"],
    ["a date of another form", "987.6.5", "20 October 2026", "is no date"],
    ["the version that it has", require("../../package.json").version, "2026-10-20", "has the version"],
  ])("refuses %s, and writes nothing", async (_, version, date, message) => {
    const before = await all();
    await expect(cut(project, version, date)).rejects.toThrow(message);
    expect(await all()).toEqual(before);
  });

  it("writes nothing when nothing is unreleased", async () => {
    await cut(project, "987.6.5", "2026-10-20");
    const before = await all();
    await expect(cut(project, "987.7.0", "2026-10-21")).rejects.toThrow("says of nothing");
    expect(await all()).toEqual(before);
  });
});
