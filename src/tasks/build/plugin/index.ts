import { rblmonitorHandlers } from "../../../provider/provider";
import { silent } from "../../../provider/schema-json";
import { version } from "../../../provider/version";
import type { Schemas } from "../../../terraform";
import { ProviderDefinition, schemaRpcs } from "../../../terraform/tools";
import type { PluginSource } from "./bundle";

/** The parts of the plugin. */
export async function pluginSource(): Promise<PluginSource> {
  return { entry: "src/provider/main.ts", version, schemas: await encodedSchemas() };
}

/** The provider's answers to the calls for schemas, encoded. */
export async function encodedSchemas(): Promise<Schemas> {
  const handlers = rblmonitorHandlers(silent, {});
  const encoded = schemaRpcs.map(async (rpc) => {
    const answer = await handlers[rpc]?.({}, { signal: new AbortController().signal });
    if (answer === undefined) throw new Error(`The provider does not answer ${rpc}`);
    return [rpc, ProviderDefinition.methods[rpc].responseType.encode(answer as never).finish()] as const;
  });
  return Object.fromEntries(await Promise.all(encoded)) as Schemas;
}
