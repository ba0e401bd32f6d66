import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { largestFile, scan } from "../../../../../src/cli/commands/migrate/scan/scan";
import { sourceOf } from "../../../../../src/cli/commands/migrate/scan/source";
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

  it("settings, which are listed once, with their base URL", async () => {
    const base = "https://api.rbltracker.com/3.0";
    const client = `const api = load("config.yml").api;\napi.send(job);\n// ${base}\nconst old = "${base}";`;
    const settings = { "config.yml": `api: ${base}\n`, ".env": `API_URL=${base}\n` };
    const found = await scanned({ ...settings, "client.js": client });
    expect(found.findings.map(({ file, type }) => [file, type])).toEqual(
      [".env", "client.js", "config.yml"].map((file) => [file, "base_url"]),
    );
    expect(found.not_understood).toEqual([expect.stringContaining("client.js")]);
  });

  it("rotated logs and logs of any name, line by line and not as programs", async () => {
    const log = `# api.example.com/3.0 "x" == 1\n${'"POST /3.0/host/add.json HTTP/1.1" 200 "listed == 1"\n'.repeat(3)}`;
    const found = await scanned({ "access.log.1": log, "access.txt": log, access_log: log });
    expect(found.findings.map(({ operation, count }) => [operation, count])).toEqual(
      Array(3).fill(["Add host", 3]),
    );
  });

  it("of a log its different requests, however many there are", () => {
    const id = (count: number) => String(count).padStart(32, "0");
    const requestOf = (count: number) =>
      ["hosts.json?page=", "host/pause/HT"].map((path) => `"GET /3.0/${path}${id(count)} HTTP/1.1" 200\n`);
    const logOf = (length: number) =>
      sourceOf("access.log", [...Array(length).keys()].flatMap(requestOf).join(""));
    expect(logOf(1_000).lines).toEqual(logOf(10).lines);
    expect(logOf(1_000).lines).toHaveLength(3);
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
