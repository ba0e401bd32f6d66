import { camelCase, moveBeforeDestroy, pascalCase } from "../../../provider/text";
import { kindNames } from "../../../service/kinds";
import type { Attribute, Attributes } from "../../real-terraform/json";
import { enumerationOf, enumerations, kindReferredTo } from "./types";

/** A class made by CDKTF's generator, and the part of the schema that it comes from. */
export interface GeneratedConstruct {
  /** The name of its file, such as `host`. */
  readonly file: string;
  /** Its name, such as `Host`. */
  readonly name: string;
  /** The first part of its attributes' paths in types.ts, such as `rblmonitor_host`. */
  readonly path: string;
  readonly attributes: Attributes;
  /** The description of the resource or data source. */
  readonly description: string;
  /** A statement that creates the construct. */
  readonly example: string | undefined;
}

/**
 * Adds to a generated construct what the generator does not know: an enumeration accepts its valid values and tokens, a SID
 * also accepts a construct, and lists may be readonly. The class and every getter get a description.
 *
 * @throws Error when the code has an unknown form, such as that of another version of the generator
 */
export function typedConstruct(code: string, construct: GeneratedConstruct): string {
  const { name, path, attributes, description } = construct;
  const members = Object.keys(attributes);
  const words = members.flatMap((attribute) => enumerationOf(`${path}.${attribute}`) ?? []);
  const changes = Object.entries(attributes).flatMap(([attribute, schema]) =>
    changesOf(path, attribute, schema),
  );
  changes.push(["    super(scope, id, {", `    super(inStack(scope, id, config, '${path}'), id, {`]);
  if (description.includes(moveBeforeDestroy)) changes.push(...lifecycleChanges(name));
  const type = path.split(".").at(-1);
  const typeLine = `  public static readonly tfResourceType = "${type}";`;
  // References to objects of other kinds differ by it.
  if (type !== "provider")
    changes.push([typeLine, `${typeLine}\n  declare public readonly terraformResourceType: "${type}";`]);
  const plain = path.startsWith("ephemeral.") ? ephemeral(code) : code;
  const typed = withWriteOnly(generic(withLines(plain, name, changes), name, words), attributes);
  return documentedClass(
    documented(imported(withUndefined(typed, path.startsWith("rblmonitor_"))), construct),
    construct,
  );
}

/** A lifecycle that the description recommends, and that the construct has by default. */
const lifecycleDefault =
  "`createBeforeDestroy` defaults to `true`: if you later remove or replace the construct, Terraform first moves the objects that use it.";

function lifecycleChanges(name: string): LineChange[] {
  const open = `export interface ${name}Config extends cdktf.TerraformMetaArguments {`;
  const property = "  readonly lifecycle?: cdktf.TerraformResourceLifecycle;";
  const remark = `  /**\n  * Terraform's lifecycle of the resource. ${lifecycleDefault}\n  */`;
  return [
    [open, [open, remark, property].join("\n")],
    [
      "      lifecycle: config.lifecycle,",
      "      lifecycle: { createBeforeDestroy: true, ...config.lifecycle },",
    ],
  ];
}

/** A line of generated code, and its replacement. */
type LineChange = [line: string, replacement: string];

/** The lines of an attribute that change, if its types do. */
function changesOf(path: string, attribute: string, { type, required, optional }: Attribute): LineChange[] {
  const isList = Array.isArray(type) && ["list", "set"].includes(type[0]);
  const plain = isList ? `${type[1]}[]` : "string";
  const words = enumerationOf(`${path}.${attribute}`);
  const kind = kindReferredTo(`${path}.${attribute}`);
  const isChanged = words !== undefined || kind !== undefined || (isList && (required || optional));
  if (!isChanged) return [];
  const reference = kind === undefined ? plain : `${pascalCase(kind)}Reference${isList ? "[]" : ""}`;
  const list = isList ? `readonly ${reference}` : reference;
  // The types in the configuration and of the setter, of the getter, and of the private field.
  const accepted = words === undefined ? list : `OneOf<${words}, T${words}>`;
  const settable = words === undefined ? list : `OneOf<${words}>`;
  const readable = words ?? plain;
  const held = isList && kind === undefined ? list : plain;
  const keep = (value: string): string => {
    if (kind !== undefined) return `${isList ? "sidsOf" : "sidOf"}(${value})`;
    // The library accepts tokens of any form, but its declarations name strings alone.
    return words === undefined ? value : `${value} as string`;
  };
  const name = camelCase(attribute);
  const mark = required ? "" : "?";
  // The getters of the provider return what was set: other constructs cannot refer to its attributes.
  const isProvider = path === "provider";
  const unset = isProvider ? " | undefined" : "";
  const changes: LineChange[] = [
    [`  readonly ${name}${mark}: ${plain};`, `  readonly ${name}${mark}: ${accepted};`],
    [`  private _${name}?: ${plain};`, `  private _${name}?: ${held};`],
    [`    this._${name} = config.${name};`, `    this._${name} = ${keep(`config.${name}`)};`],
    [`  public get ${name}() {`, `  public get ${name}(): ${isProvider ? plain : readable}${unset} {`],
    [`  public set ${name}(value: ${plain}${unset}) {`, `  public set ${name}(value: ${settable}${unset}) {`],
    [`    this._${name} = value;`, `    this._${name} = ${keep("value")};`],
  ];
  if (isProvider || readable === plain) return changes;
  // A token for a valid value, which other constructs accept wherever their types are strict.
  const read = `this.getStringAttribute('${attribute}');`;
  return [...changes, [`    return ${read}`, `    return <${readable}>${read}`]];
}

/** Replaces lines of a construct and of its configuration. @throws Error unless each exists */
function withLines(code: string, name: string, changes: readonly LineChange[]): string {
  const replacements = new Map(changes);
  const missing = new Set(replacements.keys());
  const own = new RegExp(`^export (?:interface ${name}Config|class ${name})\\b`);
  let isOwn = false;
  const lines = code.split("\n").map((line) => {
    if (line.startsWith("export ")) isOwn = own.test(line);
    const replacement = isOwn ? replacements.get(line.trimEnd()) : undefined;
    if (replacement !== undefined) missing.delete(line.trimEnd());
    return replacement ?? line;
  });
  if (missing.size > 0) throw new Error(`The generated code of ${name} lacks:\n${[...missing].join("\n")}`);
  return lines.join("\n");
}

/** Marks write-only properties where they are synthesized, in JSON and in HCL. */
function withWriteOnly(code: string, attributes: Attributes): string {
  const names = Object.keys(attributes).filter((attribute) => attributes[attribute]?.write_only);
  return names.map(camelCase).reduce((now, name) => {
    const value = new RegExp(`: (cdktf\\..+\\(this\\._${name}\\)),$`, "gm");
    return now.replace(value, ": writeOnly(this, $1),");
  }, code);
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

/** Adds type parameters for the words to the construct and its configuration. The compiler infers the arguments. */
function generic(code: string, name: string, words: readonly string[]): string {
  if (words.length === 0) return code;
  const parameters = words.map((word) => `T${word} extends string = ${word}`).join(", ");
  return code
    .replace(`export interface ${name}Config `, `export interface ${name}Config<${parameters}> `)
    .replace(`export class ${name} `, `export class ${name}<${parameters}> `)
    .replace(`config: ${name}Config`, `config: ${name}Config<${words.map((word) => `T${word}`).join(", ")}>`);
}

/** Lets optional properties be undefined, as `exactOptionalPropertyTypes` otherwise forbids. */
function withUndefined(code: string, isResource: boolean): string {
  return code
    .replaceAll("cdktf.TerraformMetaArguments", isResource ? "ResourceArguments" : "MetaArguments")
    .replace(/^( {2}readonly \w+\?: .*);$/gm, "$1 | undefined;");
}

/** The names that this adds to generated code, by module. */
const modules: readonly (readonly [module: string, keyword: string, names: readonly string[]])[] = [
  ["./enumerations", "import type", Object.keys(enumerations)],
  ["./references", "import type", kindNames.map((kind) => `${pascalCase(kind)}Reference`)],
  ["../one-of", "import type", ["OneOf"]],
  ["../optional", "import type", ["MetaArguments", "ResourceArguments"]],
  ["../ephemeral-resource", "import", ["type EphemeralMetaArguments", "EphemeralResource"]],
  ["../stack-library", "import", ["inStack"]],
  ["../sid-of", "import", ["sidOf", "sidsOf"]],
  ["../write-only", "import", ["writeOnly"]],
];

/** Imports what the code uses of these modules. */
function imported(code: string): string {
  const uses = (name: string): boolean => new RegExp(`\\b${name.replace("type ", "")}\\b`).test(code);
  const lines = modules.map(([module, keyword, names]) => {
    const used = names.filter(uses).sort();
    return used.length === 0 ? "" : `${keyword} { ${used.join(", ")} } from '${module}';\n`;
  });
  return code.replace(/^import \* as cdktf from 'cdktf';\n/m, (first) => first + lines.join(""));
}

/** Replaces the generator's remark above each property by the description of the attribute, above its getter. */
function documented(code: string, { name, attributes }: GeneratedConstruct): string {
  const described = new Map<string, ClassEntry[1]>([
    [name, { attributes }],
    ...nestedClasses(name, attributes),
  ]);
  const remark = /^ {2}\/\/ (\w+) - computed: .*\n((?: {2}private .*\n)?)/gm;
  const classes = code.split(/^(?=export class )/m).map((part) => {
    const [, opened = ""] = /^export class (\w+)/.exec(part) ?? [];
    const { attributes: own = {}, sentence } = described.get(opened) ?? {};
    const body = part.replace(remark, (_, attribute: string, field: string) => {
      const { description = "" } = own[attribute] ?? {};
      const lines = description.split("\n").map((line) => `  * ${line}`.trimEnd());
      return attribute in own ? `${field}  /**\n${lines.join("\n")}\n  */\n` : field;
    });
    return sentence === undefined ? body : `/** ${sentence} */\n${body}`;
  });
  return classes.join("");
}

type ClassEntry = readonly [name: string, { readonly attributes?: Attributes; readonly sentence?: string }];

/** The classes of nested objects: a sentence on each, which the generator lacks, and its attributes. */
function nestedClasses(name: string, all: Attributes, owner = `{@link ${name}}`): readonly ClassEntry[] {
  return Object.entries(all).flatMap(([attribute, { nested_type: nested }]): readonly ClassEntry[] => {
    if (nested === undefined) return [];
    const { attributes } = nested;
    const place = `\`${camelCase(attribute)}\` of ${owner}`;
    const [own, element] = [name + pascalCase(attribute), `an element of ${place}`];
    const sentence = `The attributes of ${element}, known when Terraform has read it.`;
    return [
      [`${own}List`, { sentence: `The elements of ${place}: \`get(0)\` returns the first.` }],
      [`${own}OutputReference`, { attributes, sentence }],
      ...nestedClasses(own, attributes, element),
    ];
  });
}

/** The generator's comments on the class and on its constructor, which only have a link. */
const links =
  /^( *)\/\*\*\n *\* (?:Represents a|Create a new) \{@link (\S+) \S+\}.*\n((?: *\*(?: @param .*)?\n)*) *\*\/$/gm;

/**
 * Replaces the comments on the class and its constructor by a description with an example. Editors show that of the
 * constructor for `new Host`, and that of the class elsewhere.
 */
function documentedClass(code: string, { name, path, description, example }: GeneratedConstruct): string {
  if (code.match(links)?.length !== 2) throw new Error(`The code of ${name} has no comments to replace`);
  return code.replace(links, (_, indent: string, url: string, parameters: string) => {
    const lines = [
      ...description.replace(moveBeforeDestroy, `In its \`lifecycle\`, ${lifecycleDefault}`).split("\n"),
      "",
      `{@link ${url} ${path.replace("data.", "Data source ")}}`,
      ...(example === undefined ? [] : ["", "@example", "```ts", ...example.split("\n"), "```"]),
      ...parameters
        .split("\n")
        .slice(0, -1)
        .map((line) => line.replace(/^ *\* ?/, "")),
    ];
    return ["/**", ...lines.map((line) => ` * ${line}`.trimEnd()), " */"]
      .map((line) => indent + line)
      .join("\n");
  });
}
