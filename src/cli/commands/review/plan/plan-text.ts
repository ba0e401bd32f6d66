import { basename, dirname, resolve } from "node:path";
import { inputBytes, inputName, inputText } from "../../../input";
import { terraformOutput } from "../../../terraform/run";

/** A plan as it was given. */
export interface PlanText {
  readonly name: string;
  readonly text: string;
}

/**
 * The text of a plan that Terraform has printed, or of a plan file, which Terraform prints then: it runs in the file's
 * folder, where the configuration most often is, or in the given one.
 * @param file `-` is standard input
 */
export async function planText(
  file: string,
  folder: string | undefined,
  env: NodeJS.ProcessEnv,
  stdin: AsyncIterable<Uint8Array>,
): Promise<PlanText> {
  const name = inputName(file);
  const bytes = await inputBytes(file, stdin, "The plan");
  if (!isPlanFile(bytes)) return { name, text: inputText(bytes) };
  if (file === "-") {
    throw new Error(
      "Standard input holds a plan file. Give the file by its name, since Terraform is to read it.",
    );
  }
  const shown = folder === undefined ? basename(file) : resolve(file);
  const command = {
    folder: folder ?? dirname(file),
    args: ["show", "-json", shown],
    purpose: `read ${file}`,
    otherwise: "give what `terraform show -json` prints of it",
  };
  return { name, text: await terraformOutput(command, env) };
}

/** Plan files are zip archives; those that OpenTofu has encrypted are JSON that says so. */
function isPlanFile(bytes: Uint8Array): boolean {
  const begin = Buffer.from(bytes.subarray(0, 4)).toString("latin1");
  return (
    begin === "PK\u0003\u0004" ||
    (begin.startsWith("{") && inputText(bytes.subarray(0, 4_096)).includes('"encrypted_data"'))
  );
}
