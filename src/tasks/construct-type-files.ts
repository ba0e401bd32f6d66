import { type Kind, kinds } from "../service/kinds";
import { enumerations, pascalCase } from "./construct-types";

/** The types of the enumerations, each a union of its words. */
export function enumerationsFile(): string {
  return Object.entries(enumerations)
    .map(([name, { description, words }]) => {
      const union = words.map((word) => `\n  | ${JSON.stringify(word)}`).join("");
      return `\n/** ${description} */\nexport type ${name} =${union};\n`;
    })
    .join("");
}

/** For each kind the type of what stands for an object of it. */
export function referencesFile(): string {
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
    return [
      `\n/** A ${title}: the construct that declares it or finds it, or its SID, \`${prefix}…\`. */\n`,
      `export type ${name}Reference = string | ${name} | DataRblmonitor${name};\n`,
    ].join("");
  });
  return [...imports.sort(), ...types].join("");
}
