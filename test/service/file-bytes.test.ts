import { execFileSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileBytes } from "../../src/service/file-bytes";

describe("the bytes of a file", () => {
  const folder = mkdtempSync(join(tmpdir(), "file-bytes-"));
  const file = join(folder, "file");
  const pipe = join(folder, "pipe");

  beforeAll(() => {
    writeFileSync(file, "0123456789");
    execFileSync("mkfifo", [pipe]);
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  it.each([
    [undefined, "0123456789"],
    [11, "0123456789"],
    [10, "0123456789"],
    [9, "0123456789"],
    [8, "012345678"],
    [0, "0"],
  ])("with a maximum of %p are all, or one more than the maximum: %s", (max, content) => {
    expect(fileBytes(file, max).toString()).toBe(content);
  });

  it("are read although the system says that the file is empty", () => {
    expect(fileBytes("/proc/self/status", 20)).toHaveLength(21);
    expect(fileBytes("/proc/self/status", 1_000_000).toString()).toMatch(
      /^Name:.*nonvoluntary_ctxt_switches/s,
    );
  });

  it.each([pipe, "/dev/zero"])("of %s are refused without a wait", (path) => {
    expect(() => fileBytes(path)).toThrow("it is a pipe or a device, not a file");
    expect(() => fileBytes(path, 10)).toThrow("it is a pipe or a device, not a file");
  });

  it("are read, or refused, without leaving a file open", () => {
    /** The system gives each opened file the lowest free number. */
    const free = () => {
      const opened = openSync(file, "r");
      closeSync(opened);
      return opened;
    };
    const before = free();
    fileBytes(file, 5);
    expect(() => fileBytes(pipe)).toThrow("it is a pipe");
    expect(free()).toBe(before);
  });

  it("of a folder are the error of the system", () => {
    expect(() => fileBytes(folder)).toThrow("EISDIR");
    expect(() => fileBytes(folder, 10)).toThrow("EISDIR");
  });
});
