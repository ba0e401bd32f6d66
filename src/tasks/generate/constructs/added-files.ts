import { type Kind, kinds } from "../../../service/kinds";
import { enumerations, enumerationsIn, pascalCase } from "./types";

/** The types of the enumerations, each a union of its words. */
export function enumerationsFile(): string {
  return Object.entries(enumerations)
    .map(([name, { description, words }]) => {
      const union = words.map((word) => `\n  | ${JSON.stringify(word)}`).join("");
      return `\n/** ${description} */\nexport type ${name} =${union};\n`;
    })
    .join("");
}

/**
 * For each kind the type of what stands for an object of it. Constructs that take words are named with them: a construct
 * that is made where a reference is wanted is inferred from that, and from any string a misspelt word would pass.
 */
export function referencesFile(): string {
  const words = new Set<string>();
  const construct = (name: string, path: string): string => {
    const taken = enumerationsIn(path);
    for (const word of taken) words.add(word);
    return taken.length === 0 ? name : `${name}<${taken.join(", ")}>`;
  };
  const imports = (Object.keys(kinds) as Kind[]).flatMap((kind) => {
    const file = kind.replaceAll("_", "-");
    return [
      `import type { DataRblmonitor${pascalCase(kind)} } from "./data-rblmonitor-${file}";\n`,
      `import type { ${pascalCase(kind)} } from "./${file}";\n`,
    ];
  });
  const types = (Object.keys(kinds) as Kind[]).map((kind) => {
    const { title, prefix } = kinds[kind];
    const name = pascalCase(kind);
    const declared = construct(name, `rblmonitor_${kind}`);
    const found = construct(`DataRblmonitor${name}`, `data.rblmonitor_${kind}`);
    return [
      `\n/** A ${title}: the construct that declares it or finds it, or its SID, \`${prefix}…\`. */\n`,
      `export type ${name}Reference = string | ${declared} | ${found};\n`,
    ].join("");
  });
  imports.push(`import type { ${[...words].sort().join(", ")} } from "./enumerations";\n`);
  return [...imports.sort(), ...types].join("");
}
