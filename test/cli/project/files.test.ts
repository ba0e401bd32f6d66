import { lstat, mkdir, readdir, readFile, readlink, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { otherFiles, writeFiles } from "../../../src/cli/project/files";
import { filesIn, newFolder, removeAdopted } from "../commands/adopt/adopted";

afterAll(removeAdopted);

const two = new Map([
  ["a.tf", "new a"],
  ["b.tf", "new b"],
]);

const remedy = "Choose another folder.";

describe("files that are written", () => {
  it("make the folders in their paths", async () => {
    const folder = await newFolder();
    await writeFiles(folder, new Map([[".github/workflows/a.yml", "name: a"]]), remedy);
    expect(await readFile(join(folder, ".github/workflows/a.yml"), "utf8")).toBe("name: a");
    expect(await readdir(join(folder, ".github/workflows"))).toEqual(["a.yml"]);
  });

  it("make their folder, and can be read by everybody", async () => {
    const folder = join(await newFolder(), "x", "y");
    await writeFiles(folder, two, remedy);
    expect(await filesIn(folder)).toEqual({ "a.tf": "new a", "b.tf": "new b" });
    expect((await lstat(join(folder, "a.tf"))).mode & 0o777).toBe(0o666 & ~process.umask());
  });

  it.each([
    ["/proc/x", "no such file or directory"],
    ["/proc/x/y", "no such file or directory"],
    ["package.json/x", "not a directory"],
    ["package.json", "file already exists"],
  ])("cannot be in %s, where no folder can be created", async (folder, reason) => {
    await expect(writeFiles(folder, two, remedy)).rejects.toThrow(
      `Cannot create the folder ${folder}: ${reason}.`,
    );
  });

  it("never replace what is there, nor are some of them written then", async () => {
    const folder = await newFolder();
    await writeFile(join(folder, "b.tf"), "old");
    await expect(writeFiles(folder, two, remedy)).rejects.toThrow(`${folder} has b.tf already. ${remedy}`);
    expect(await filesIn(folder)).toEqual({ "b.tf": "old" });
  });

  it("are made only where nothing is in their way", async () => {
    const folder = await newFolder();
    let made = 0;
    const content = async () => `made ${++made} times`;
    const files = new Map([["a.tf", content]]);
    await writeFiles(folder, files, remedy);
    expect(await filesIn(folder)).toEqual({ "a.tf": "made 1 times" });
    await expect(writeFiles(folder, files, remedy)).rejects.toThrow("a.tf already");
    expect(made).toBe(1);
  });

  it("are not written where one of them cannot be made", async () => {
    const folder = await newFolder();
    const content = () => Promise.reject(new Error("npm failed"));
    const files = new Map<string, string | (() => Promise<never>)>([...two, ["c.tgz", content]]);
    const written = writeFiles(folder, files, remedy);
    await expect(written).rejects.toThrow("npm failed");
    expect(await filesIn(folder)).toEqual({});
  });

  it("replace what is there when forced to, and nothing else it", async () => {
    const folder = await newFolder();
    await writeFile(join(folder, "b.tf"), "old");
    await writeFile(join(folder, "c.tf"), "other");
    await writeFiles(folder, two, remedy, true);
    expect(await filesIn(folder)).toEqual({ "a.tf": "new a", "b.tf": "new b", "c.tf": "other" });
    expect(await otherFiles(folder, two)).toEqual(["c.tf"]);
  });

  it("keep the mode of what they replace, and credentials are readable by no other user", async () => {
    const folder = await newFolder();
    const files = new Map([...two, ["credentials.auto.tfvars", "secret"]]);
    for (const name of files.keys()) await writeFile(join(folder, name), "old", { mode: 0o640 });
    await writeFiles(folder, files, remedy, true);
    const modes = await Promise.all([...files.keys()].map((name) => lstat(join(folder, name))));
    expect(modes.map(({ mode }) => mode & 0o777)).toEqual([0o640, 0o640, 0o600]);
  });

  it.each([false, true])("do not follow a link out of the folder (forced: %s)", async (force) => {
    const folder = await newFolder();
    const outside = join(await newFolder(), "outside");
    await writeFile(outside, "kept");
    await symlink(outside, join(folder, "a.tf"));
    const written = writeFiles(folder, two, remedy, force);
    if (force) await written;
    else await expect(written).rejects.toThrow("a.tf already");
    expect(await readFile(outside, "utf8")).toBe("kept");
    if (!force) expect(await readlink(join(folder, "a.tf"))).toBe(outside);
  });

  it("leave no piece behind when a name is taken by a folder", async () => {
    const folder = await newFolder();
    await mkdir(join(folder, "b.tf"));
    await expect(writeFiles(folder, two, remedy, true)).rejects.toThrow();
    expect((await readdir(folder)).sort()).toEqual(["a.tf", "b.tf"]);
  });
});
