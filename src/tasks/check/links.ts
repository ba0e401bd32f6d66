import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join, posix } from "node:path";
import { textFiles } from "../files";

/** A link of Markdown to another file, or to a heading; not one with a scheme. */
const markdownLink = /\]\((?!\w+:)([^()\s]*)\)/g;

/** A reference of code to a page about the design. */
const codeReference = /\bdocs\/design\/[\w.-]+\.md(?:#[\w-]+)?/g;

/**
 * The links in pages, and the references to `docs/design` in code, that lead to no file or heading: a line each, nothing if
 * there are none. Links of a page are relative to the page, references in code to `root`.
 */
export async function deadLinks(root = "."): Promise<string> {
  const files = await textFiles(root);
  return (await Promise.all(files.map((file) => deadLinksOf(root, file)))).flat().join("\n");
}

async function deadLinksOf(root: string, file: string): Promise<string[]> {
  const text = await readFile(file, "utf8");
  const isPage = file.endsWith(".md");
  const targets = isPage
    ? [...withoutCode(text).matchAll(markdownLink)].map(([, target = ""]) => target)
    : [...text.matchAll(codeReference)].map(([target]) => target);
  const folder = isPage ? dirname(file) : root;
  const dead = await Promise.all(
    [...new Set(targets)].map(async (target) => ((await leads(file, folder, target)) ? [] : [target])),
  );
  return dead.flat().map((target) => `${posix.normalize(file)} links to ${target}, which does not exist`);
}

async function leads(file: string, folder: string, target: string): Promise<boolean> {
  const [path = "", anchor] = target.split("#");
  const to = path === "" ? file : join(folder, path);
  if (!existsSync(to)) return false;
  return anchor === undefined || !to.endsWith(".md") || anchorsOf(await readFile(to, "utf8")).has(anchor);
}

/** The anchors of a page: those of its headings as GitHub makes them, and those it sets itself. */
function anchorsOf(page: string): ReadonlySet<string> {
  const headings = [...withoutCode(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M}_ -]/gu, "")
      .replaceAll(" ", "-"),
  );
  return new Set([...headings, ...[...page.matchAll(/<a id="([^"]+)">/g)].map(([, id = ""]) => id)]);
}

/** A page without its code blocks, where brackets and comments are not links and headings. */
function withoutCode(page: string): string {
  return page.replace(/^( *)(`{3,}|~{3,})[^\n]*\n[\s\S]*?^\1\2 *$/gm, "");
}
