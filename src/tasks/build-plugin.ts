import { bundlePlugin } from "./bundle-plugin";
import { encodedSchema } from "./encoded-schema";
import { work } from "./plugin-work";

/** Makes the plugin that is in the package. */
export async function buildPlugin(folder: string, version: string): Promise<void> {
  const schema = await encodedSchema();
  await bundlePlugin({ entry: "src/provider/main.ts", version, schema }, folder, work);
}
