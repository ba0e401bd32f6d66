import { join } from "node:path";
import { inputBytes, inputName, inputText } from "../input";
import { terraformOutput } from "../terraform/run";
import type { StateText } from "./read-state";

/** Where states are read from. */
export interface StateSources {
  /** Files; `-` is standard input. */
  readonly files: readonly string[];
  /** Folders of configurations; the current one if neither is given. */
  readonly folders: readonly string[];
}

/** Every state that was asked for, one after the other. @throws Error that says which cannot be read, and why */
export async function stateTexts(
  { files, folders }: StateSources,
  env: NodeJS.ProcessEnv,
  stdin: AsyncIterable<Uint8Array>,
): Promise<StateText[]> {
  const pulled = files.length + folders.length === 0 ? ["."] : folders;
  const texts: StateText[] = [];
  for (const file of files) {
    const text = inputText(await inputBytes(file, stdin, "The state"));
    texts.push({ name: inputName(file), ...(file !== "-" && { file }), text });
  }
  for (const folder of pulled) {
    texts.push({
      ...{ name: folder, file: join(folder, "terraform.tfstate") },
      text: await pullState(folder, env),
    });
  }
  return texts;
}

/**
 * The state of the configuration in a folder, as `terraform state pull` gives it: it needs the backend, and no plugin.
 * @param env says which Terraform: TERRAFORM_BINARY_NAME, else terraform on the PATH, else tofu
 * @throws Error with Terraform's words
 */
function pullState(folder: string, env: NodeJS.ProcessEnv): Promise<string> {
  return terraformOutput(
    {
      folder,
      args: ["state", "pull"],
      purpose: `read the state of ${folder}`,
      otherwise: "give a file with what `terraform show -json` prints",
    },
    env,
  );
}
