import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { replaceFolder } from "../../../src/cli/project/folders";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "folders-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe("a folder that is replaced", () => {
  const replace = (content: string) =>
    replaceFolder(join(folder, "package"), async (fresh) => writeFileSync(join(fresh, "file"), content));

  it("may be replaced by many at a time: it is complete in the end, and no other is left", async () => {
    await Promise.all(Array.from({ length: 30 }, (_, number) => replace(`${number}`)));
    expect([readdirSync(folder), readdirSync(join(folder, "package"))]).toEqual([["package"], ["file"]]);
  });

  it("may be a link, whose target stays as it is", async () => {
    mkdirSync(join(folder, "elsewhere"));
    writeFileSync(join(folder, "elsewhere/file"), "theirs");
    symlinkSync("elsewhere", join(folder, "package"));
    await replace("ours");
    expect(["elsewhere", "package"].map((name) => readFileSync(join(folder, name, "file"), "utf8"))).toEqual([
      "theirs",
      "ours",
    ]);
  });
});
