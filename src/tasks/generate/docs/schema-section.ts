import type { Attribute, Attributes, Block } from "../../terraform/json";
import { attributesWithin, attributeType } from "./types";

const WRITE_ONLY =
  "https://developer.hashicorp.com/terraform/language/resources/ephemeral#write-only-arguments";

/** Attributes within another one, which have a section of their own further down. */
interface Nested {
  readonly path: readonly string[];
  readonly attributes: Attributes;
  readonly group: Group;
}

type Group = "Required" | "Optional" | "Read-Only";

const GROUPS: readonly Group[] = ["Required", "Optional", "Read-Only"];

/**
 * The section "Schema" of a page, laid out as the registry's own generator lays it out: what is required, what is
 * optional, what is read-only, each in alphabetical order, and then the same of nested attributes, each below an
 * anchor.
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

/** The groups of attributes. `inherited` is the group of those that do not say: members of an object's type. */
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
      paragraphs.push(`> **NOTE**: [Write-only arguments](${WRITE_ONLY}) need Terraform 1.11 or later.`);
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
  if (attribute.description) parts.push(attribute.description.trim().replaceAll(/\s*\n\s*/g, " "));
  if (attributesWithin(attribute)) parts.push(`(see [below for nested schema](#${anchor(path)}))`);
  return parts.join(" ");
}

function anchor(path: readonly string[]): string {
  return `nestedatt--${path.join("--")}`;
}
