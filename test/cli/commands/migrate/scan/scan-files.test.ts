import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { largestFile, scan } from "../../../../../src/cli/commands/migrate/scan/scan";
import { callsIn, scanned } from "./scanned";

const call = "get('/3.0/rbls.json')\n";

describe("a scan reads", () => {
  it("every file below the folders, of any name", async () => {
    const { files, findings } = await scanned({
      "a/b/c.php": call,
      ".env": call,
      Makefile: call,
      "d.txt": "x",
    });
    expect(files).toBe(4);
    expect([...new Set(findings.map(({ file }) => file))]).toEqual([
      ".env",
      "Makefile",
      join("a", "b", "c.php"),
    ]);
  });

  it("no folder of what others wrote, or of history", async () => {
    const { files } = await scanned({
      "node_modules/x/a.js": call,
      ".git/a": call,
      ".terraform/a": call,
      a: "",
    });
    expect(files).toBe(1);
  });

  it("no binary file, but UTF-16", async () => {
    const binary = Buffer.concat([Buffer.from([0x7f, 0, 1]), Buffer.from(call)]);
    const wide = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(call, "utf16le")]);
    const result = await scanned({ "a.bin": binary, "b.ps1": wide, "c.txt": Buffer.from([0xff, 0x80]) });
    expect(callsIn(result)).toEqual(["List RBLs: GET /rbl/sources.json"]);
    expect(result.files).toBe(2);
  });
});

describe("in a folder", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "migrate-files-"));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it("a file that is too large is read up to the bound, and named", async () => {
    await writeFile(join(folder, "huge.log"), `${call}${" ".repeat(largestFile)}\n${call}`);
    const { files, findings, skipped } = await scan([folder], undefined);
    expect(files).toBe(1);
    expect(findings).toMatchObject([{ operation: "List RBLs", lines: [1], count: 1 }]);
    expect(skipped).toEqual([
      { file: join(folder, "huge.log"), reason: "it is large: only its first 16 MB were read" },
    ]);
  });

  it("no link is followed, unless it was requested", async () => {
    await mkdir(join(folder, "a"));
    await writeFile(join(folder, "a", "x"), call);
    await symlink(folder, join(folder, "a", "loop"));
    await symlink(join(folder, "a", "x"), join(folder, "link"));
    expect((await scan([folder], undefined)).files).toBe(1);
    expect((await scan([join(folder, "link")], undefined)).files).toBe(1);
    expect((await scan([join(folder, "a", "loop", "a")], undefined)).files).toBe(1);
  });

  it("a file that is given twice is read once", async () => {
    await writeFile(join(folder, "x"), call);
    expect((await scan([folder, join(folder, "x")], undefined)).files).toBe(1);
  });

  it("that is not there is an error that names it", async () => {
    await expect(scan([join(folder, "none")], undefined)).rejects.toThrow(/none cannot be scanned: ENOENT/);
  });

  it("lines of a long log that report the same are one finding, with the first of them", async () => {
    const line = '"POST /3.0/host/pause/HT0123456789abcdef0123456789abcdef.json HTTP/1.1" 200\n';
    await writeFile(join(folder, "access.log"), line.repeat(5_000));
    const { findings } = await scan([folder], undefined);
    expect(findings).toMatchObject([{ operation: "Pause host", count: 5_000 }]);
    expect(findings[0]?.lines).toEqual([...Array(20).keys()].map((index) => index + 1));
  });
});
