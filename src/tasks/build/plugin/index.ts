import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { bundledPackages } from "../bundled-packages";
import { LICENCES, licencesOfBundle } from "../licences";
import { bundlePlugin } from "./bundle";
import { encodedSchema } from "./encoded-schema";
import { work } from "./usual-work";

/** Makes the plugin that is in the package. */
export async function buildPlugin(folder: string, version: string): Promise<void> {
  const schema = await encodedSchema();
  await bundlePlugin({ entry: "src/provider/main.ts", version, schema }, folder, work);
  await writeFile(join(folder, LICENCES), await licencesOfBundle(await bundledPackages("plugin")));
}
