import { readdirSync, readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { providerSchemaJson } from "../../src/provider/schema-json";
import type { ProviderSchemas } from "../../src/tasks/real-terraform/json";

// The rules of Terraform's registry for documentation, as its own checker has them (terraform-plugin-docs, validate).

const { parse } = createRequire(require.resolve("knip"))("yaml") as {
  parse(text: string): Readonly<Record<string, unknown>>;
};

const LARGEST_FILE = 500_000;
const MOST_FILES = 1_000;
const FOLDERS = [
  "actions",
  "data-sources",
  "ephemeral-resources",
  "functions",
  "guides",
  "list-resources",
  "resources",
];
const KEYS = ["page_title", "subcategory", "description"];

/** Pages for maintainers, the API reference of the constructs, and pictures. The registry reads its own folders only. */
const OTHERS = ["design", "constructs", "images"].map((folder) => join("docs", folder));

const entries = readdirSync("docs", { recursive: true, withFileTypes: true }).filter(
  ({ parentPath, name }) => !OTHERS.includes(parentPath) && !OTHERS.includes(join(parentPath, name)),
);
const folders = entries.filter((entry) => entry.isDirectory());
const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));

function frontMatter(file: string): Readonly<Record<string, unknown>> {
  const text = readFileSync(file, "utf8");
  const block = /^---\n(.*?)\n---\n/s.exec(text)?.[1];
  if (block === undefined) throw new Error(`${file} has no front matter`);
  return parse(block);
}

const pagesIn = (folder: string) =>
  readdirSync(join("docs", folder))
    .map((file) => basename(file, ".md"))
    .sort();

describe("the documentation", () => {
  it("is in the folders that the registry reads, and in none below them", () => {
    expect(folders.map(({ parentPath, name }) => join(parentPath, name)).sort()).toEqual(
      FOLDERS.map((folder) => join("docs", folder)),
    );
  });

  it("has an overview", () => {
    expect(files).toContain(join("docs", "index.md"));
  });

  it("is of no more files than the registry keeps", () => {
    expect(files.length).toBeLessThanOrEqual(MOST_FILES);
  });

  it("has a page for everything in the schema, and no others", () => {
    const schemas = providerSchemaJson() as ProviderSchemas;
    const [schema] = Object.values(schemas.provider_schemas) as unknown as [Readonly<Record<string, object>>];
    const named = (part: string) =>
      Object.keys(schema[part] ?? {})
        .map((name) => name.replace(/^rblmonitor_/, ""))
        .sort();
    expect(pagesIn("resources")).toEqual(named("resource_schemas"));
    expect(pagesIn("data-sources")).toEqual(named("data_source_schemas"));
    expect(pagesIn("ephemeral-resources")).toEqual(named("ephemeral_resource_schemas"));
    expect(pagesIn("actions")).toEqual(named("action_schemas"));
    expect(pagesIn("list-resources")).toEqual(named("list_resource_schemas"));
    expect(pagesIn("functions")).toEqual(named("functions"));
  });
});

describe.each(files)("%s", (file) => {
  it("is Markdown, by its name", () => {
    expect(basename(file)).toMatch(/^[a-z0-9_.-]+\.md$/);
  });

  it("is not too large to be shown", () => {
    expect(statSync(file).size).toBeLessThan(LARGEST_FILE);
  });

  it("says in its front matter what the registry shows of it, and nothing else", () => {
    const front = frontMatter(file);
    expect(KEYS).toEqual(expect.arrayContaining(Object.keys(front)));
    for (const key of ["page_title", "description"]) {
      expect(front[key]).toEqual(expect.stringMatching(/\S/));
    }
    expect(["string", "undefined"]).toContain(typeof front.subcategory);
  });

  it("has links that lead to a page in the registry, too, and not only in the repository", () => {
    const text = readFileSync(file, "utf8").replace(/^```.*?^```/gms, "");
    const isOverview = basename(file) === "index.md";
    for (const [, target = ""] of text.matchAll(/\]\((?!#)([^)\s]+)\)/g)) {
      const [, page] =
        /^https:\/\/registry\.terraform\.io\/providers\/rblmonitor\/rblmonitor\/latest\/(docs\/[^#]+)/.exec(
          target,
        ) ?? [];
      if (page !== undefined) expect([target, files.includes(`${page}.md`)]).toEqual([target, true]);
      if (/^\w+:/.test(target)) continue;
      // The registry serves the overview at another depth.
      expect([target, isOverview]).toEqual([target, false]);
      expect([target, files.includes(join(dirname(file), target.replace(/#.*/, "")))]).toEqual([
        target,
        true,
      ]);
    }
  });

  it("has a subcategory unless it is the overview", () => {
    expect("subcategory" in frontMatter(file)).toBe(basename(file) !== "index.md");
  });
});
