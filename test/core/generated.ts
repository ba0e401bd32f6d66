import type { ObjectValue } from "../../src/terraform/values/object-value";
import { typeAt } from "./configuration";
import { decode, encode, type Plugin } from "./plugin";
import type { SchemaAttributes } from "./schema";

/**
 * The configuration that a core writes for an object: what the provider generates, without sensitive values, which stay for
 * the user. @throws Failed
 */
export async function generated(
  plugin: Plugin,
  address: string,
  state: ObjectValue | null,
): Promise<Readonly<Record<string, unknown>>> {
  const summary = "Configuration generation failed";
  if (!plugin.generatesConfig) return plugin.fail(address, summary, "The provider does not generate it.");
  const schema = plugin.schemaAt(address);
  if (state === null) return plugin.fail(address, summary, "Without an object, Terraform crashes.");
  const answer = await plugin.ask(address, "generateResourceConfig", {
    typeName: typeAt(address),
    state: encode(schema, state),
  });
  const config = decode(schema, answer.config);
  if (config === null) return plugin.fail(address, summary, "At a null object, Terraform crashes.");
  return written(schema.attributes, config);
}

function written(attributes: SchemaAttributes, config: ObjectValue): Readonly<Record<string, unknown>> {
  const entries = Object.entries(config).filter(
    ([name, value]) => value !== null && attributes[name]?.isSensitive !== true,
  );
  return Object.fromEntries(entries);
}
