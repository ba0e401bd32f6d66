import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { work } from "../../../cli/commands/install/record/work";
import { rblmonitorHandlers } from "../../../provider/provider";
import { silent } from "../../../provider/schema-json";
import { version } from "../../../provider/version";
import type { Schemas } from "../../../terraform";
import { ProviderDefinition, schemaRpcs } from "../../../terraform/tools";
import { bundledPackages, licencesFile, licencesOfBundle } from "../../licences";
import { bundlePlugin } from "./bundle";

/** Makes the plugin of the npm package. */
export async function buildPlugin(folder: string): Promise<void> {
  const schemas = await encodedSchemas();
  await bundlePlugin({ entry: "src/provider/main.ts", version, schemas }, folder, work);
  await writeFile(join(folder, licencesFile), await licencesOfBundle(await bundledPackages("plugin")));
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
