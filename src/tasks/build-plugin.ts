import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { bundlePlugin } from "./bundle-plugin";
import { encodedSchema } from "./encoded-schema";
import { work } from "./plugin-work";
import { bundledPackages } from "./release/bundled-packages";
import { LICENCES, licencesOfBundle } from "./release/licences";

/** Makes the plugin that is in the package. */
export async function buildPlugin(folder: string, version: string): Promise<void> {
  const schema = await encodedSchema();
  await bundlePlugin({ entry: "src/provider/main.ts", version, schema }, folder, work);
  await writeFile(join(folder, LICENCES), await licencesOfBundle(await bundledPackages("plugin")));
}
