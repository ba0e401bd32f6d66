import { byName } from "../../named";
import type { Attribute, Attributes, Block } from "../../real-terraform/json";

const writeOnly =
  "https://developer.hashicorp.com/terraform/language/resources/ephemeral#write-only-arguments";

type Group = "Required" | "Optional" | "Read-Only";

/**
 * The section "Schema" of a page, in the layout of the registry's own generator: required, optional and read-only attributes,
 * each in alphabetical order, and then the same for nested attributes, each below an anchor.
 */
export function schemaSection({ attributes = {} }: Block): string {
  return ["## Schema", groups(attributes, []), ...nestedSections(attributes, [])].join("\n\n");
}

function groups(attributes: Attributes, path: readonly string[]): string {
  const paragraphs = (["Required", "Optional", "Read-Only"] as const).flatMap((group) => {
    const members = byName(Object.entries(attributes)).filter(
      ([, attribute]) => groupOf(attribute) === group,
    );
    if (members.length === 0) return [];
    const note = `> **NOTE**: [Write-only arguments](${writeOnly}) require Terraform 1.11 or later, or OpenTofu 1.11 or later.`;
    return [
      path.length === 0 ? `### ${group}` : `${group}:`,
      ...(members.some(([, attribute]) => attribute.write_only) ? [note] : []),
      members.map(([name, attribute]) => line([...path, name], attribute)).join("\n"),
    ];
  });
  return paragraphs.join("\n\n");
}

function nestedSections(attributes: Attributes, path: readonly string[]): string[] {
  return byName(Object.entries(attributes)).flatMap(([name, { nested_type: nested }]) => {
    if (nested === undefined) return [];
    const inner = [...path, name];
    const heading = `<a id="${anchor(inner)}"></a>\n### Nested Schema for \`${inner.join(".")}\``;
    return [`${heading}\n\n${groups(nested.attributes, inner)}`, ...nestedSections(nested.attributes, inner)];
  });
}

function groupOf({ required, optional }: Attribute): Group {
  if (required) return "Required";
  return optional ? "Optional" : "Read-Only";
}

function line(path: readonly string[], attribute: Attribute): string {
  const { type, nested_type: nested, description } = attribute;
  const marks = [
    nested === undefined ? typeName(type) : `Attributes ${collections[nested.nesting_mode]}`,
    ...(attribute.sensitive ? ["Sensitive"] : []),
    ...(attribute.deprecated ? ["Deprecated"] : []),
    ...(attribute.write_only ? [`[Write-only](${writeOnly})`] : []),
  ];
  const parts = [`- \`${path.at(-1)}\` (${marks.join(", ")})`];
  if (description) parts.push(inItem(description));
  if (nested !== undefined) parts.push(`(see [below for nested schema](#${anchor(path)}))`);
  return parts.join(" ");
}

/** A description within a list item: paragraphs are joined, and lists are indented. */
function inItem(description: string): string {
  const lines = description.match(/\S.*/g) ?? [];
  const parts = lines.map((line, index) => {
    if (line.startsWith("- ")) return `\n  ${line}`;
    return lines[index - 1]?.startsWith("- ") ? `\n\n  ${line}` : ` ${line}`;
  });
  return parts.join("").trim();
}

function anchor(path: readonly string[]): string {
  return `nestedatt--${path.join("--")}`;
}

const primitives: Readonly<Record<string, string>> = { string: "String", number: "Number", bool: "Boolean" };

const collections: Readonly<Record<string, string>> = { list: "List", set: "Set", map: "Map" };

/**
 * The registry's name for a type, such as `Set of String`.
 *
 * @param type a type from `terraform providers schema -json`, such as `["set","string"]`
 * @throws Error for any other type
 */
export function typeName(type: unknown): string {
  const [collection, element] = Array.isArray(type) ? type : [];
  const name =
    collections[collection] === undefined
      ? primitives[`${type}`]
      : `${collections[collection]} of ${typeName(element)}`;
  if (name === undefined) throw new Error(`No name for the type ${JSON.stringify(type)}`);
  return name;
}

/** The name of a type in a function's signature, such as `list of string`. */
export function signatureType(type: unknown): string {
  return type === "bool" ? type : typeName(type).toLowerCase();
}
