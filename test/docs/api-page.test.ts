import { readFileSync } from "node:fs";
import type { Field } from "../../src/service/field";
import { fields } from "../../src/service/fields";
import { type Kind, kindNames, kinds } from "../../src/service/kinds";

const page = readFileSync("docs/design/api.md", "utf8");

/** The rows of the table of a kind, without the backticks of the name. */
function rowsOf(kind: Kind): string[][] {
  const { title } = kinds[kind];
  const heading = `\n### ${title[0]?.toUpperCase()}${title.slice(1)}\n`;
  const section = page.split(heading)[1]?.split("\n### ")[0] ?? "";
  return [...section.matchAll(/^\| `(\w+)` \|(.*)\|$/gm)].map(([, name = "", cells = ""]) => [
    name,
    ...cells.split("|").map((cell) => cell.trim()),
  ]);
}

/** What a field accepts, as the page says it. */
function acceptanceOf({ presence, isUpdatable }: Field): string[] {
  return [presence === "required" ? "required" : "optional", isUpdatable ? "optional" : "no"];
}

/** The texts that the rules of a field must contain. */
function rulesOf({ rule, defaultValue }: Field): string[] {
  const { words = [], kind } = rule.item ?? rule;
  const { count, min, max } = rule.documented ?? {};
  return [
    ...words.map((word) => `\`${word}\``),
    ...(kind === undefined ? [] : ["SID", kinds[kind].title]),
    ...(rule.documented === undefined ? [] : [`up to ${count}`, `from ${min} to ${max}`]),
    ...(defaultValue === undefined ? [] : [`default: \`${defaultValue}\``]),
  ];
}

describe.each(kindNames)("the table of a %s on the page about the API", (kind) => {
  const written = Object.entries<Field>(fields[kind]).filter(([, { presence }]) => presence !== "returned");

  it("has the fields of a create and of an update", () => {
    expect(rowsOf(kind).map(([name, create, update]) => [name, create, update])).toEqual(
      written.map(([name, field]) => [name, ...acceptanceOf(field)]),
    );
  });

  it("states their rules", () => {
    const rules = new Map(rowsOf(kind).map(([name, , , text]) => [name, text]));
    const missing = written.flatMap(([name, field]) =>
      rulesOf(field)
        .filter((text) => rules.get(name)?.includes(text) !== true)
        .map((text) => [name, text]),
    );
    expect(missing).toEqual([]);
  });
});
