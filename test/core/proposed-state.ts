import { type ObjectValue, objectValue } from "../../src/terraform/values/object-value";
import type { SchemaAttributes } from "./schema";

/**
 * The state that a core proposes to a provider: the configuration, and the prior value of what is computed and not
 * configured.
 */
export function proposedState(
  attributes: SchemaAttributes,
  prior: ObjectValue | null,
  config: ObjectValue,
): ObjectValue {
  return objectValue(
    Object.entries(attributes).map(([name, { isComputed }]) => {
      const configured = config[name] ?? null;
      return [name, configured === null && isComputed ? (prior?.[name] ?? null) : configured];
    }),
  );
}
