import { kindNames } from "../../../service/kinds";
import type { Attribute, Attributes } from "../../terraform/json";
import { deprecationOf } from "./provider-attributes";
import { camelCase, enumerationOf, enumerations, kindReferredTo, pascalCase } from "./types";

/** A class made by CDKTF's generator, and the part of the schema that it comes from. */
export interface GeneratedConstruct {
  /** Its name, such as `Host`. */
  readonly name: string;
  /** The first part of its attributes' paths in types.ts, such as `rblmonitor_host`. */
  readonly path: string;
  readonly attributes: Attributes;
  /** What the class represents, for its documentation. */
  readonly description: string;
  /** A statement that creates the construct. */
  readonly example: string | undefined;
  /** Whether it is an ephemeral resource, which the generator made as a resource. */
  readonly isEphemeral: boolean;
}

/**
 * Adds to a generated construct what the generator does not know: an enumeration accepts its valid values and tokens, a SID
 * also accepts a construct, and lists may be readonly. The class and every getter get a description.
 *
 * @throws Error when the code has an unknown form, such as that of another version of the generator
 */
export function typedConstruct(code: string, construct: GeneratedConstruct): string {
  const { name, path, attributes } = construct;
  const words: string[] = [];
  const references: string[] = [];
  let typed = construct.isEphemeral ? ephemeral(code) : code;
  for (const [attribute, { type, write_only: isWriteOnly }] of Object.entries(attributes)) {
    const property = camelCase(attribute);
    const enumeration = enumerationOf(`${path}.${attribute}`);
    const kind = kindReferredTo(`${path}.${attribute}`);
    if (enumeration !== undefined) {
      words.push(enumeration);
      typed = withWords(typed, name, property, enumeration);
    } else if (kind !== undefined) {
      references.push(`'${property}'`);
      typed = withReference(typed, name, property, `${pascalCase(kind)}Reference`, Array.isArray(type));
    } else if (isSettable(attributes[attribute]) && isList(type)) {
      typed = withReadonlyList(typed, name, property);
    }
    if (isWriteOnly) typed = withMark(typed, attribute, property);
  }
  typed = edited(typed, `export class ${name} `, [
    ["    super(", "scope", `inStack(${["scope", "id", "config", ...references].join(", ")})`],
  ]);
  return documentedClass(documented(imported(generic(typed, name, words)), construct), construct);
}

const isSettable = (attribute?: Attribute): boolean =>
  attribute?.required === true || attribute?.optional === true;

const isList = (type: unknown): boolean => Array.isArray(type) && ["list", "set"].includes(type[0]);

/** Changes the type of a property in the configuration and in the setter. The getter's type was inferred from the setter. */
function withWords(code: string, name: string, property: string, enumeration: string): string {
  const configured = edited(code, `export interface ${name}Config `, [
    [`  readonly ${property}`, ": string;", `: OneOf<${enumeration}, T${enumeration}>;`],
  ]);
  const isHeld = configured.includes(`    return this._${property};\n  }\n  public set ${property}(`);
  const getter = isHeld
    ? [`  public get ${property}`, "()", "(): string | undefined"]
    : [
        // A token for a valid value, which other constructs accept wherever their types are strict.
        `  public get ${property}`,
        "() {\n    return this",
        `(): ${enumeration} {\n    return <${enumeration}>this`,
      ];
  // The library accepts tokens of any form, but its declarations name strings alone.
  return edited(configured, `export class ${name} `, [
    [`    this._${property} = `, `config.${property};`, `config.${property} as string;`],
    getter as unknown as Edit,
    [
      `  public set ${property}`,
      /\(value: string(?: \| undefined)?\)/,
      `(value: OneOf<${enumeration}>${isHeld ? " | undefined" : ""})`,
    ],
    [`    this._${property} = `, "value;", "value as string;"],
  ]);
}

/** Lists may be readonly. The getter's type was inferred from the setter. */
function withReadonlyList(code: string, name: string, property: string): string {
  const [, type = ""] = new RegExp(`  public set ${property}\\(value: (\\w+\\[\\])\\)`).exec(code) ?? [];
  const configured = edited(code, `export interface ${name}Config `, [
    [`  readonly ${property}`, `: ${type};`, `: readonly ${type};`],
  ]);
  return edited(configured, `export class ${name} `, [
    [`  private _${property}`, `: ${type};`, `: readonly ${type};`],
    [`  public get ${property}`, "()", `(): ${type}`],
    [`  public set ${property}`, `(value: ${type})`, `(value: readonly ${type})`],
  ]);
}

/** Marks a write-only attribute where it is synthesized, in JSON and in HCL. */
function withMark(code: string, attribute: string, property: string): string {
  const value = (line: string) =>
    line.includes(`(this._${property})`) ? line.replace(/: (cdktf\..+),$/, ": writeOnly(this, $1),") : line;
  let within = false;
  return code
    .split("\n")
    .map((line) => {
      if (line.startsWith(`      ${attribute}: {`)) within = true;
      const changed =
        line.startsWith(`      ${attribute}: cdktf.`) || (within && line.startsWith("        value: "));
      if (changed) within = false;
      return changed ? value(line) : line;
    })
    .join("\n");
}

/** A class that was generated for a resource, as the class of the ephemeral resource with the same attributes. */
function ephemeral(code: string): string {
  const start = code.indexOf("  // ==============\n  // STATIC Methods");
  const end = code.indexOf("  // ===========\n  // INITIALIZER");
  if (start < 0 || end < 0) throw new Error("The generated code has no static methods");
  return (code.slice(0, start) + code.slice(end))
    .replaceAll("cdktf.TerraformMetaArguments", "EphemeralMetaArguments")
    .replaceAll("cdktf.TerraformResource ", "EphemeralResource ")
    .replace(/^ {6}(provisioners|connection): .*\n/gm, "")
    .replaceAll("docs/resources/ephemeral_rblmonitor_", "docs/ephemeral-resources/")
    .replaceAll(/rblmonitor_ephemeral_rblmonitor_/g, "rblmonitor_");
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
  const parameters = words.map((word) => `T${word} extends string = ${word}`).join(", ");
  const given = words.map((word) => `T${word}`).join(", ");
  return edited(code, "", [
    ["export interface ", `${name}Config `, `${name}Config<${parameters}> `],
    ["export class ", `${name} `, `${name}<${parameters}> `],
    ["config: ", `${name}Config`, `${name}Config<${given}>`],
  ]);
}

/** What this adds to generated code, by module. */
const MODULES: readonly (readonly [module: string, keyword: string, names: readonly string[]])[] = [
  ["./enumerations", "import type", Object.keys(enumerations)],
  ["./references", "import type", kindNames.map((kind) => `${pascalCase(kind)}Reference`)],
  ["../one-of", "import type", ["OneOf"]],
  ["../ephemeral-resource", "import", ["type EphemeralMetaArguments", "EphemeralResource"]],
  ["../stack-library", "import", ["inStack"]],
  ["../sid-of", "import", ["sidOf", "sidsOf"]],
  ["../write-only", "import", ["writeOnly"]],
];

/** Imports what the code uses of these modules. */
function imported(code: string): string {
  const uses = (name: string): boolean => new RegExp(`\\b${name.replace("type ", "")}\\b`).test(code);
  const lines = MODULES.map(([module, keyword, names]) => {
    const used = names.filter(uses).sort();
    return used.length === 0 ? "" : `${keyword} { ${used.join(", ")} } from '${module}';\n`;
  });
  return edited(code, "", [["import * as cdktf from 'cdktf';", "\n", `\n${lines.join("")}`]]);
}

/** Replaces the generator's remark above each getter by the description of the attribute. */
function documented(code: string, { name, path, attributes }: GeneratedConstruct): string {
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
      const [, named = ""] = /^ {2}\/\/ (\w+)/.exec(remark ?? "") ?? [];
      const attribute = within[named];
      return attribute === undefined ? [line] : [...comment(attribute, `${path}.${named}`), line];
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

function comment({ description = "", write_only: writeOnly, deprecated }: Attribute, path: string): string[] {
  const lines = [
    ...description.split("\n"),
    ...(writeOnly ? ["", "Write-only: reads as null."] : []),
    ...(deprecated ? ["", `@deprecated ${deprecationOf(path)}`] : []),
  ];
  return ["  /**", ...lines.map((line) => `  * ${line}`.trimEnd()), "  */"];
}

/**
 * Replaces the generator's comments on the class and its constructor, which only have a link, by a description with an
 * example. Editors show that of the constructor for `new Host`, and that of the class elsewhere.
 */
function documentedClass(code: string, { name, path, description, example }: GeneratedConstruct): string {
  const shown = (url: string): string[] => [
    ...description.split("\n"),
    "",
    `{@link ${url} ${path.replace("data.", "Data source ")}}`,
    ...(example === undefined ? [] : ["", "@example", "```ts", ...example.split("\n"), "```"]),
  ];
  const comment = (lines: readonly string[], indent: string): string =>
    ["/**", ...lines.map((line) => ` * ${line}`.trimEnd()), " */"].map((line) => indent + line).join("\n");
  const onClass = new RegExp(
    `/\\*\\*\\n\\* Represents a \\{@link (\\S+) \\S+\\}\\n\\*/\\nexport class ${name}\\b`,
  );
  const onConstructor =
    / {2}\/\*\*\n {2}\* Create a new \{@link (\S+) \S+\} .*\n {2}\*\n((?: {2}\* @param .*\n)+) {2}\*\//;
  if (!onClass.test(code) || !onConstructor.test(code))
    throw new Error(`The code of ${name} has no comments to replace`);
  return code
    .replace(onClass, (_, url: string) => `${comment(shown(url), "")}\nexport class ${name}`)
    .replace(onConstructor, (_, url: string, parameters: string) => {
      const params = parameters
        .trimEnd()
        .split("\n")
        .map((line) => line.replace(/^ *\* /, ""));
      return comment([...shown(url), "", ...params], "  ");
    });
}

/** A text to replace: the text before it, the text itself, and its replacement. */
type Edit = readonly [anchor: string, from: string | RegExp, to: string];

/** Makes each edit at the first match after `start`. The `?` of an optional property may follow the anchor. */
function edited(code: string, start: string, edits: readonly Edit[]): string {
  const begin = code.indexOf(start);
  return edits.reduce((now, [anchor, from, to]) => {
    const text = typeof from === "string" ? escaped(from) : from.source;
    const place = new RegExp(`(${escaped(anchor)}\\??)${text}`, "g");
    place.lastIndex = begin;
    const found = begin < 0 ? null : place.exec(now);
    if (found === null) throw new Error(`The generated code has no ${JSON.stringify(start + anchor + from)}`);
    const at = found.index + (found[1] as string).length;
    return now.slice(0, at) + to + now.slice(found.index + found[0].length);
  }, code);
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
