import type { Attribute, Attributes, Block } from "../../terraform/json";

const WRITE_ONLY =
  "https://developer.hashicorp.com/terraform/language/resources/ephemeral#write-only-arguments";

/** The attributes of an attribute, which have their own section. */
interface Nested {
  readonly path: readonly string[];
  readonly attributes: Attributes;
  readonly group: Group;
}

type Group = "Required" | "Optional" | "Read-Only";

const GROUPS: readonly Group[] = ["Required", "Optional", "Read-Only"];

/**
 * The section "Schema" of a page, in the layout of the registry's own generator: required, optional and read-only attributes,
 * each in alphabetical order, and then the same for nested attributes, each below an anchor.
 */
export function schemaSection({ attributes = {} }: Block): string {
  const { text, nested } = groups(attributes, []);
  return ["## Schema", text, ...nested.flatMap(nestedSection)].join("\n\n");
}

function nestedSection(one: Nested): string[] {
  const { text, nested } = groups(one.attributes, one.path, one.group);
  const heading = `<a id="${anchor(one.path)}"></a>\n### Nested Schema for \`${one.path.join(".")}\``;
  return [`${heading}\n\n${text}`, ...nested.flatMap(nestedSection)];
}

/** The groups of attributes. Members of an object's type have no group of their own: theirs is `inherited`. */
function groups(
  attributes: Attributes,
  path: readonly string[],
  inherited: Group = "Read-Only",
): { text: string; nested: Nested[] } {
  const paragraphs: string[] = [];
  const nested: Nested[] = [];
  for (const group of GROUPS) {
    const members = Object.entries(attributes)
      .filter(([, attribute]) => (groupOf(attribute) ?? inherited) === group)
      .sort(([a], [b]) => (a < b ? -1 : 1));
    if (members.length === 0) continue;
    paragraphs.push(path.length === 0 ? `### ${group}` : `${group}:`);
    if (members.some(([, attribute]) => attribute.write_only)) {
      paragraphs.push(
        `> **NOTE**: [Write-only arguments](${WRITE_ONLY}) require Terraform 1.11 or later, or OpenTofu 1.11 or later.`,
      );
    }
    paragraphs.push(members.map(([name, attribute]) => line([...path, name], attribute)).join("\n"));
    for (const [name, attribute] of members) {
      const within = attributesWithin(attribute);
      if (within !== undefined) nested.push({ path: [...path, name], attributes: within, group });
    }
  }
  return { text: paragraphs.join("\n\n"), nested };
}

function groupOf({ required, optional, computed }: Attribute): Group | undefined {
  if (required) return "Required";
  if (optional) return "Optional";
  return computed ? "Read-Only" : undefined;
}

function line(path: readonly string[], attribute: Attribute): string {
  const marks = [
    attributeType(attribute),
    ...(attribute.sensitive ? ["Sensitive"] : []),
    ...(attribute.deprecated ? ["Deprecated"] : []),
    ...(attribute.write_only ? [`[Write-only](${WRITE_ONLY})`] : []),
  ];
  const parts = [`- \`${path.at(-1)}\` (${marks.join(", ")})`];
  if (attribute.description) parts.push(inItem(attribute.description));
  if (attributesWithin(attribute)) parts.push(`(see [below for nested schema](#${anchor(path)}))`);
  return parts.join(" ");
}

/** A description within a list item: paragraphs are joined, and lists are indented. */
function inItem(description: string): string {
  return description
    .trim()
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .reduce((text, line, index, lines) => {
      if (line.startsWith("- ")) return `${text}\n  ${line}`;
      return lines[index - 1]?.startsWith("- ") ? `${text}\n\n  ${line}` : `${text} ${line}`;
    }, "")
    .trim();
}

function anchor(path: readonly string[]): string {
  return `nestedatt--${path.join("--")}`;
}

const PRIMITIVES: Readonly<Record<string, string>> = {
  string: "String",
  number: "Number",
  bool: "Boolean",
  dynamic: "Dynamic",
};

const COLLECTIONS: Readonly<Record<string, string>> = { list: "List", set: "Set", map: "Map" };

/** The registry's name for an attribute's type, such as `Set of String` or `Attributes List`. */
function attributeType({ type, nested_type: nested }: Attribute): string {
  if (nested === undefined) return typeName(type);
  const collection = COLLECTIONS[nested.nesting_mode];
  return collection === undefined ? "Attributes" : `Attributes ${collection}`;
}

/**
 * The registry's name for a type.
 *
 * @param type a type from `terraform providers schema -json`, such as `["set","string"]`
 * @throws for a tuple, and for anything that is not a type
 */
export function typeName(type: unknown): string {
  const [kind, element] = Array.isArray(type) ? type : [];
  const name =
    typeof type === "string"
      ? PRIMITIVES[type]
      : kind === "object"
        ? "Object"
        : COLLECTIONS[kind] && `${COLLECTIONS[kind]} of ${typeName(element)}`;
  if (name === undefined) throw new Error(`No name for the type ${JSON.stringify(type)}`);
  return name;
}

/** The name of a type in a function's signature, such as `list of string`. */
export function signatureType(type: unknown): string {
  return type === "bool" ? type : typeName(type).toLowerCase();
}

/** The attributes of an attribute: its nested attributes, or the members of the object in its type. */
function attributesWithin({ type, nested_type: nested }: Attribute): Attributes | undefined {
  if (nested !== undefined) return nested.attributes;
  const object = objectIn(type);
  return (
    object && Object.fromEntries(Object.entries(object).map(([name, member]) => [name, { type: member }]))
  );
}

function objectIn(type: unknown): Readonly<Record<string, unknown>> | undefined {
  if (!Array.isArray(type)) return undefined;
  const [kind, element] = type;
  return kind === "object" ? element : objectIn(element);
}
