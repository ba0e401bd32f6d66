/** A resource block; attributes are values (undefined leaves one out) or, by {@link reference}, expressions. */
export function resource(type: string, name: string, attributes: Readonly<Record<string, unknown>>): string {
  const lines = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([attribute, value]) => `  ${attribute} = ${expression(value)}`);
  return `resource "rblmonitor_${type}" "${name}" {\n${lines.join("\n")}\n}\n`;
}

/** An import block. */
export function importBlock(address: string, id: string): string {
  return `import {\n  to = ${address}\n  id = "${id}"\n}\n`;
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
