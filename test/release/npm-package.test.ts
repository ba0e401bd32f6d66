import { execFileSync } from "node:child_process";
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { packNpm } from "../../src/tasks/release/npm-package";

let folder: string;
let usual: Buffer;
let written: readonly string[];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "npm-package-"));
  usual = await packed("usual", 0o755, 0o644);
  written = await readdir(folder);
});
afterAll(() => rm(folder, { recursive: true }));

/** A package with a program and a data file, with the given file modes. */
async function packed(name: string, program: number, other: number): Promise<Buffer> {
  const project = join(folder, name);
  await mkdir(join(project, "dist"), { recursive: true });
  const files = {
    "package.json": JSON.stringify({ name: "anything", version: "1.2.3", files: ["dist"] }),
    "dist/program": "#!/usr/bin/env node\n",
    "dist/data.js": "0;\n",
    "left-out.js": "1;\n",
  };
  for (const [file, content] of Object.entries(files)) {
    await writeFile(join(project, file), content);
    await chmod(join(project, file), file === "dist/program" ? program : other);
  }
  return readFile(await packNpm(project, folder));
}

describe("the npm package", () => {
  it("has the same bytes for any file modes", async () => {
    expect(await packed("alone", 0o700, 0o600)).toEqual(usual);
    expect(await packed("together", 0o775, 0o664)).toEqual(usual);
  });

  it("is another where a program may not be run", async () => {
    expect(await packed("broken", 0o644, 0o644)).not.toEqual(usual);
  });

  it("is one file, named by the package and its version", () => {
    expect([...written].sort()).toEqual(["anything-1.2.3.tgz", "usual"]);
  });

  it("names its repository and its owner in package.json, and nowhere else", async () => {
    const manifest = JSON.parse(await readFile("package.json", "utf8"));
    const [, owner] =
      /^git\+https:\/\/github\.com\/([\w-]+)\/terraform-provider-rblmonitor\.git$/.exec(
        manifest.repository.url,
      ) ?? [];
    const root = `https://github.com/${owner}/terraform-provider-rblmonitor`;
    const { homepage, bugs, author } = manifest;
    expect({ homepage, bugs, author }).toEqual({
      homepage: `${root}#readme`,
      bugs: { url: `${root}/issues` },
      author: expect.stringContaining(`https://github.com/${owner}`),
    });
    const naming = execFileSync("git", ["grep", "--files-with-matches", `github.com/${owner}/`], {
      encoding: "utf8",
    });
    expect(naming.trim().split("\n")).toEqual(["package.json"]);
  });
});
