import { TerraformLocal, TerraformVariable } from "cdktf";
import { Construct } from "constructs";

/** Arguments of Terraform itself. Some accept constructs. */
const metaArguments: readonly string[] = ["provider", "dependsOn", "lifecycle", "provisioners", "connection"];

/**
 * Checks that a configuration has no construct where a value is expected, as JavaScript can pass it. The library would fail at
 * synthesis with a circular reference, and would not name the variable or local.
 *
 * @param path the path of the construct that the configuration is for
 * @param references the properties that accept constructs of objects
 * @throws Error that names the property, the construct, and what to pass in its place
 */
export function rejectConstructs(path: string, config: object, references: readonly string[]): void {
  for (const [property, value] of Object.entries(config)) {
    if (metaArguments.includes(property)) continue;
    const nested = constructIn(value, references, references.includes(property));
    if (nested) throw new Error(`${path}: ${property} ${remedy(nested)}`);
  }
}

/** The first construct in a value, an array, or a nested object, unless a reference can have it. */
function constructIn(
  value: unknown,
  references: readonly string[],
  isReference: boolean,
): Construct | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  if (Construct.isConstruct(value)) return isReference && !namedValueOf(value) ? undefined : value;
  if (!Array.isArray(value) && Object.getPrototypeOf(value) !== Object.prototype) return undefined;
  for (const [key, element] of Object.entries(value)) {
    const isAccepted = Array.isArray(value) ? isReference : references.includes(key);
    const nested = constructIn(element, references, isAccepted);
    if (nested) return nested;
  }
  return undefined;
}

/** The constructs that name a value, and the property that has it. */
const namedValues = [
  { type: TerraformVariable, title: "variable", property: "value" },
  { type: TerraformLocal, title: "local", property: "expression" },
] as const;

const namedValueOf = (construct: Construct) => namedValues.find(({ type }) => construct instanceof type);

function remedy(construct: Construct): string {
  const { path, id } = construct.node;
  const named = namedValueOf(construct);
  if (named !== undefined)
    return `is the ${named.title} ${path}. Pass the property \`${named.property}\` of the ${named.title} ${id}`;
  return `is the construct ${path}, but accepts none. Check the name of the argument, or pass an attribute of the construct`;
}
