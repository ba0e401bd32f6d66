import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { rblmonitorHandlers } from "../../../provider/handlers";
import { version } from "../../../provider/version";
import { createLogger } from "../../../terraform";
import { GetProviderSchema_Response } from "../../../terraform/tools";
import { bundledPackages, LICENCES, licencesOfBundle } from "../../licences";
import { bundlePlugin } from "./bundle";
import { work } from "./work";

/** Makes the plugin of the npm package. */
export async function buildPlugin(folder: string): Promise<void> {
  const schema = await encodedSchema();
  await bundlePlugin({ entry: "src/provider/main.ts", version, schema }, folder, work);
  await writeFile(join(folder, LICENCES), await licencesOfBundle(await bundledPackages("plugin")));
}

/** The provider's answer to GetProviderSchema, encoded. */
export async function encodedSchema(): Promise<Uint8Array> {
  const silent = createLogger({ level: "off", stream: { write: () => undefined }, module: "schema" });
  const { getProviderSchema } = rblmonitorHandlers(silent, {});
  if (getProviderSchema === undefined) throw new Error("The provider has no schema");
  const response = await getProviderSchema({}, { signal: new AbortController().signal });
  return GetProviderSchema_Response.encode(response).finish();
}
