import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { references } from "../../src/service/fields";
import { kinds } from "../../src/service/kinds";

const pages = [
  "README.md",
  ...["docs", "examples"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => /\.(md|tf)$/.test(file) && !file.includes("node_modules"))
      .map((file) => join(folder, file)),
  ),
];

/** The kinds that other resources move between, such as contact groups. Profiles use sources as well, but run without one. */
const usedKinds = new Set(Object.values(references).flatMap((fields) => Object.values(fields)));
usedKinds.delete("source");

const blocks = pages.flatMap((page) => {
  const text = readFileSync(page, "utf8");
  // The resources of a folder refer to each other.
  const others = pages.filter((each) => each.endsWith(".tf") && dirname(each) === dirname(page));
  const folder = others.map((each) => readFileSync(each, "utf8")).join("\n");
  const examples = page.endsWith(".tf")
    ? [text]
    : [...text.matchAll(/^```\w*\n([\s\S]*?)^```$/gm)].map(([, code]) => `${code}`);
  return examples.flatMap((example) =>
    [...example.matchAll(/^resource "(rblmonitor_(\w+))" "(\w+)" \{\n[\s\S]*?^\}$/gm)]
      .filter(([, type, , name]) =>
        new RegExp(`\\b${type}\\.${name}\\b`).test(page.endsWith(".tf") ? folder : example),
      )
      .map(([block, type, kind, name]) => ({ page, address: `${type}.${name}`, kind, block })),
  );
});

it.each([...usedKinds].map((kind) => [kinds[kind].title, kind]))(
  "every example of a %s that another resource uses can be replaced in one apply",
  (_, kind) => {
    const declared = blocks.filter((block) => block.kind === kind);
    expect(declared.length).toBeGreaterThan(1);
    const without = declared.filter(({ block }) => !/create_before_destroy\s*= true/.test(block));
    expect(without.map(({ page, address }) => `${page}: ${address}`)).toEqual([]);
  },
);
