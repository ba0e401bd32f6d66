import { join } from "node:path";
import { build } from "esbuild";
import { runNode } from "../programs";

/** Makes what is imported as `cdktf-provider-rblmonitor/webhooks`: one script that needs nothing but Node, and its types. */
export async function buildWebhooks(folder: string): Promise<void> {
  await build({
    entryPoints: ["src/webhooks/index.ts"],
    outfile: join(folder, "index.js"),
    bundle: true,
    platform: "node",
    target: "node20.19",
    // What is required and imported: the names of its exports can be seen from outside.
    format: "cjs",
    keepNames: true,
    logLevel: "warning",
  });
  const types = join(folder, "types");
  const code = await runNode(["node_modules/typescript/bin/tsc", "-p", "src/webhooks", "--outDir", types]);
  if (code !== 0) throw new Error("The webhooks in src/webhooks have type errors");
}
