import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { deadLinks } from "../../../src/tasks/check/links";

/** In two parts, so that this test refers to no page itself. */
const design = ["docs", "design"].join("/");

describe("links and references", () => {
  let root: string;
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), "links-"));
    await write(`${design}/limits.md`, '# Limits\n\n## Per hour, and `more`\n\n| <a id="7"></a>7 |\n');
  });
  afterEach(() => rm(root, { recursive: true }));

  async function write(path: string, text: string): Promise<void> {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }

  it.each([
    ["README.md", `[limits](${design}/limits.md)`],
    ["README.md", `[an hour](${design}/limits.md#per-hour-and-more)`],
    [`${design}/other.md`, "[point](limits.md#7)"],
    [`${design}/other.md`, "# Here\n\n[here](#here)"],
    ["README.md", "[elsewhere](https://example.com/none#x)"],
    ["README.md", "```ts\nconst [a] = b[c](none.md);\n```\n"],
    ["src/a.ts", `/** See ${design}/limits.md#7. */`],
    ["src/a.ts", `/** See ${design}/limits.md. */`],
  ])("in %s may be %j", async (path, text) => {
    await write(path, text);
    expect(await deadLinks(root)).toBe("");
  });

  it.each([
    ["README.md", `[limits](${design}/none.md)`, `${design}/none.md`],
    ["README.md", `[an hour](${design}/limits.md#per-day)`, `${design}/limits.md#per-day`],
    [`${design}/other.md`, "```\n# Here\n```\n\n[here](#here)", "#here"],
    ["docs/other.md", "[limits](limits.md)", "limits.md"],
    ["src/a.ts", `/** See ${design}/limits.md#8. */`, `${design}/limits.md#8`],
    ["test/a.test.ts", `it('keeps to ${design}/none.md')`, `${design}/none.md`],
  ])("are dead in %s: %j", async (path, text, target) => {
    await write(path, text);
    expect(await deadLinks(root)).toMatch(`${path} links to ${target}, which does not exist`);
  });
});
