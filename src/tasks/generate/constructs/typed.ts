import type { Attribute, Attributes } from "../../terraform/json";
import { camelCase, enumerationOf, kindReferredTo, pascalCase } from "./types";

/** A class made by CDKTF's generator, and the part of the schema that it comes from. */
export interface GeneratedConstruct {
  /** Its name, such as `Host`. */
  readonly name: string;
  /** The first part of its attributes' paths in types.ts, such as `rblmonitor_host`. */
  readonly path: string;
  readonly attributes: Attributes;
}

/**
 * Adds the types to a generated construct that the generator does not know: an enumeration accepts its words and tokens, and
 * a SID also accepts a construct. Every getter gets its attribute's description.
 *
 * @throws Error when the code has an unknown form, such as that of another version of the generator
 */
export function typedConstruct(code: string, construct: GeneratedConstruct): string {
  const { name, path, attributes } = construct;
  const words: string[] = [];
  const types = new Set<string>();
  const conversions = new Set<string>();
  let typed = code;
  for (const attribute of Object.keys(attributes)) {
    const property = camelCase(attribute);
    const enumeration = enumerationOf(`${path}.${attribute}`);
    const kind = kindReferredTo(`${path}.${attribute}`);
    if (enumeration !== undefined) {
      words.push(enumeration);
      typed = withWords(typed, name, property, enumeration);
    } else if (kind !== undefined) {
      const type = `${pascalCase(kind)}Reference`;
      types.add(type);
      const many = Array.isArray(attributes[attribute]?.type);
      conversions.add(many ? "sidsOf" : "sidOf");
      typed = withReference(typed, name, property, type, many);
    }
  }
  return documented(generic(imported(typed, words, types, conversions), name, words), name, attributes);
}

/** Changes the type of a property in the configuration and in the setter. The getter's type was inferred from the setter. */
function withWords(code: string, name: string, property: string, enumeration: string): string {
  const [, held = ""] = new RegExp(`  public set ${property}\\(value: (.+)\\)`).exec(code) ?? [];
  const configured = edited(code, `export interface ${name}Config `, [
    [`  readonly ${property}`, ": string;", `: OneOf<${enumeration}, T${enumeration}>;`],
  ]);
  return edited(configured, `export class ${name} `, [
    [`  public get ${property}`, "()", `(): ${held}`],
    [`  public set ${property}`, "(value: string", `(value: OneOf<${enumeration}>`],
  ]);
}

function withReference(code: string, name: string, property: string, type: string, many: boolean): string {
  const [before, after, conversion] = many
    ? ["string[]", `readonly ${type}[]`, "sidsOf"]
    : ["string", type, "sidOf"];
  const configured = edited(code, `export interface ${name}Config `, [
    [`  readonly ${property}`, `: ${before};`, `: ${after};`],
  ]);
  return edited(configured, `export class ${name} `, [
    [`    this._${property} = `, `config.${property};`, `${conversion}(config.${property});`],
    [`  public get ${property}`, "()", `(): ${before}`],
    [`  public set ${property}`, `(value: ${before})`, `(value: ${after})`],
    [`    this._${property} = `, "value;", `${conversion}(value);`],
  ]);
}

/** Adds type parameters for the words to the construct and its configuration. The compiler infers the arguments. */
function generic(code: string, name: string, words: readonly string[]): string {
  if (words.length === 0) return code;
  const parameters = words.map((word) => `T${word} extends string = string`).join(", ");
  const given = words.map((word) => `T${word}`).join(", ");
  return edited(code, "", [
    ["export interface ", `${name}Config `, `${name}Config<${parameters}> `],
    ["export class ", `${name} `, `${name}<${parameters}> `],
    ["config: ", `${name}Config`, `${name}Config<${given}>`],
  ]);
}

function imported(
  code: string,
  words: readonly string[],
  types: ReadonlySet<string>,
  conversions: ReadonlySet<string>,
): string {
  const line = (names: Iterable<string>, from: string, type = ""): string => {
    const sorted = [...names].sort().join(", ");
    return sorted === "" ? "" : `import ${type}{ ${sorted} } from '${from}';\n`;
  };
  const lines = [
    line(words, "./enumerations", "type "),
    line(types, "./references", "type "),
    line(words.length > 0 ? ["OneOf"] : [], "../one-of", "type "),
    line(conversions, "../sid-of"),
  ];
  return edited(code, "", [["import * as cdktf from 'cdktf';", "\n", `\n${lines.join("")}`]]);
}

/** Replaces the generator's remark above each getter by the description of the attribute. */
function documented(code: string, name: string, attributes: Attributes): string {
  const described = new Map<string, Attributes>();
  describe(name, attributes, described);
  let within: Attributes = {};
  const lines = code.split("\n");
  return lines
    .flatMap((line, number) => {
      const opened = /^export class (\w+)/.exec(line)?.[1];
      if (opened !== undefined) within = described.get(opened) ?? {};
      if (isRemark(line)) return [];
      if (!line.startsWith("  public get ")) return [line];
      const remark = [lines[number - 1], lines[number - 2]].find((one) => one && isRemark(one));
      const attribute = within[/^ {2}\/\/ (\w+)/.exec(remark ?? "")?.[1] ?? ""];
      return attribute === undefined ? [line] : [...comment(attribute), line];
    })
    .join("\n");
}

const isRemark = (line: string): boolean => /^ {2}\/\/ \w+ - computed: /.test(line);

/** Collects the attributes of the classes of a construct: nested objects have their own classes. */
function describe(name: string, attributes: Attributes, described: Map<string, Attributes>): void {
  described.set(name, attributes).set(`${name}OutputReference`, attributes);
  for (const [attribute, { nested_type: nested }] of Object.entries(attributes)) {
    if (nested) describe(`${name}${pascalCase(attribute)}`, nested.attributes, described);
  }
}

function comment({ description = "", write_only: writeOnly, deprecated }: Attribute): string[] {
  const lines = [
    description,
    ...(writeOnly ? ["", "Write-only: reads as null."] : []),
    ...(deprecated ? ["", "@deprecated"] : []),
  ];
  return ["  /**", ...lines.map((line) => `  * ${line}`.trimEnd()), "  */"];
}

/** A text to replace: the text before it, the text itself, and its replacement. */
type Edit = readonly [anchor: string, from: string, to: string];

/** Makes each edit at the first match after `start`. The `?` of an optional property may follow the anchor. */
function edited(code: string, start: string, edits: readonly Edit[]): string {
  return edits.reduce((now, [anchor, from, to]) => {
    const begin = now.indexOf(start);
    for (const before of [anchor, `${anchor}?`]) {
      const at = now.indexOf(before + from, begin) + before.length;
      if (begin >= 0 && at >= begin + before.length)
        return now.slice(0, at) + to + now.slice(at + from.length);
    }
    throw new Error(`The generated code has no ${JSON.stringify(start + anchor + from)}`);
  }, code);
}
