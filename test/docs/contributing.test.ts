import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { kindNames } from "../../src/service/kinds";

/** The values of a placeholder in a path. */
const placeholders: Readonly<Record<string, readonly string[]>> = {
  kind: kindNames.map((kind) => kind.replaceAll("_", "-")),
  command: readdirSync("src/cli/commands"),
};

/** The paths in the page, a placeholder or a list in braces being one path for each value. */
function paths(): string[] {
  const page = readFileSync("CONTRIBUTING.md", "utf8");
  const texts = [...page.matchAll(/`((?:src|lib|test|docs|examples)\/[^` ]+)`/g)].map(
    ([, path]) => `${path}`,
  );
  return texts.flatMap((text) => {
    const [, list, placeholder = ""] = /\{(.+)\}|<(.+)>/.exec(text) ?? [];
    const values = list?.split(",") ?? placeholders[placeholder] ?? [];
    return values.length > 0 ? values.map((value) => text.replace(/\{.+\}|<.+>/, value)) : [text];
  });
}

it("names only files and folders that exist", () => {
  const named = paths();
  expect(named.length).toBeGreaterThan(40);
  expect(named.filter((path) => !existsSync(path))).toEqual([]);
});

it.each(placeholders.command ?? [])("the command %s has a declaration and a run", (command) => {
  const folder = `src/cli/commands/${command}`;
  const parts = [join(folder, "command"), join(folder, "run")];
  expect(parts.filter((part) => !existsSync(part) && !existsSync(`${part}.ts`))).toEqual([]);
});
