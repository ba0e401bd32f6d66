import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TerraformStack } from "cdktf";
import type { TerraformWorkspace } from "../../src/tasks/real-terraform/workspace";
import type { Library } from "./libraries";

/** Synthesizes a stack as an application does, and writes it into the workspace. */
export async function synthesise(
  { sdk }: Library,
  workspace: TerraformWorkspace,
  declare: (stack: TerraformStack) => void,
): Promise<void> {
  const outdir = await mkdtemp(join(tmpdir(), "life-cycle-"));
  try {
    // CDK Terrain accepts functions, ephemeral resources and write-only attributes only for these versions.
    const context = { targetVersions: { terraform: ">=1.11", opentofu: ">=1.11" } };
    const app = new sdk.App({ outdir, context, stackTraces: false });
    const stack = new sdk.TerraformStack(app, "stack");
    // The default is the working directory of the test.
    new sdk.LocalBackend(stack, { path: "terraform.tfstate" });
    declare(stack);
    app.synth();
    await workspace.write(
      "cdk.tf.json",
      await readFile(join(outdir, "stacks", "stack", "cdk.tf.json"), "utf8"),
    );
  } finally {
    await rm(outdir, { recursive: true });
  }
}
