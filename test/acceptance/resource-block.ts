import { supportedAttributes } from "./supported-attributes";

type Attributes = Readonly<Record<string, unknown>>;

/**
 * A resource block with the attributes that the version in use supports; empty for a kind that it does not support.
 * Attributes are values (undefined leaves one out) or, by {@link reference}, expressions.
 */
export function resource(type: string, name: string, attributes: Attributes): string {
  const known = supportedAttributes(type, attributes);
  return known === undefined ? "" : wholeResource(type, name, known);
}

/** A resource block with all of the attributes, for every version. */
export function wholeResource(type: string, name: string, attributes: Attributes): string {
  const lines = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([attribute, value]) => `  ${attribute} = ${expression(value)}`);
  return `resource "rblmonitor_${type}" "${name}" {\n${lines.join("\n")}\n}\n`;
}

/** An import block, by an id or an identity. */
export function importBlock(address: string, target: string | Attributes): string {
  const [name, value] = typeof target === "string" ? ["id", target] : ["identity", target];
  return `import {\n  to = ${address}\n  ${name} = ${JSON.stringify(value)}\n}\n`;
}

/**
 * An import block of a resource that Terraform generates. Terraform 1.16 needs the provider's name in it, and every version
 * refuses the name once the resource exists.
 */
export function generatingImportBlock(address: string, id: string): string {
  return importBlock(address, id).replace("\n}", "\n  provider = rblmonitor\n}");
}

class Reference {
  constructor(readonly text: string) {}
}

/** An expression that is written as it is. */
export function reference(text: string): unknown {
  return new Reference(text);
}

function expression(value: unknown): string {
  if (value instanceof Reference) return value.text;
  if (Array.isArray(value)) return `[${value.map(expression).join(", ")}]`;
  return JSON.stringify(value);
}
