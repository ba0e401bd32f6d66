import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { inputBytes, inputName, inputText } from "../input";
import { printable } from "../output/terminal";
import { terraformOutput } from "../terraform-program";
import { instancesOfRaw, instancesOfShown, rawState, type StoredInstance, shownState } from "./instances";
import { assertKnownFormat, inForm, newer, terraformJson } from "./json";

/** The name of a state. */
export interface GivenState {
  /** Its file, the folder of its configuration, or `standard input`. */
  readonly name: string;
  /** The file in which it is, or would be if its backend kept it in the folder; absent for standard input. */
  readonly file?: string;
}

/** A Terraform state as it was given. */
export interface StateText extends GivenState {
  readonly text: string;
}

const wanted = "Pass the output of `terraform show -json` or `terraform state pull`.";

/**
 * The managed objects of a state, of all providers. No text at all is the state of a configuration that was never
 * applied: none.
 * @throws Error with the name of the state and the cause
 */
export function readState({ name, text }: StateText): StoredInstance[] {
  if (text.trim() === "") return [];
  const printed = { name, text, what: "state", wanted } as const;
  const json = terraformJson(printed);
  if ("encrypted_data" in json) {
    throw new Error(`${name} is encrypted. Pass the output of \`tofu show -json\` or \`tofu state pull\`.`);
  }
  if ("planned_values" in json || "resource_changes" in json) {
    throw new Error(`${name} is a plan, not a state: run \`terraform show -json\` without a plan file.`);
  }
  if ("format_version" in json) {
    assertKnownFormat(name, json.format_version);
    return instancesOfShown(inForm(printed, shownState, json));
  }
  if (!("version" in json)) throw new Error(`${name} is not a Terraform state. ${wanted}`);
  if (Number(json.version) > 4) throw newer(name, "version", json.version);
  if (json.version !== 4) {
    throw new Error(
      `${name} is a state of version ${String(json.version)}, which Terraform 0.12 and later convert. ${wanted}`,
    );
  }
  return instancesOfRaw(inForm(printed, rawState, json));
}

/**
 * All requested states, in order: from files (`-` is standard input) and from folders of configurations; from the current
 * folder if neither is given.
 * @throws Error with the name of a state that cannot be read, and the cause
 */
export async function stateTexts(
  { files, folders }: { readonly files: readonly string[]; readonly folders: readonly string[] },
  env: NodeJS.ProcessEnv,
  stdin: AsyncIterable<Uint8Array>,
): Promise<StateText[]> {
  const pulled = files.length + folders.length === 0 ? ["."] : folders;
  const texts: StateText[] = [];
  for (const file of files) {
    const text = inputText(await inputBytes(file, stdin, "the state"));
    const name = inputName(file);
    if (text.trim() === "") throw new Error(`${printable(name)} is empty. ${wanted}`);
    texts.push({ name, ...(file !== "-" && { file }), text });
  }
  for (const folder of pulled) {
    const text = await pullState(folder, env);
    if (text.trim() === "" && !(await hasConfiguration(folder))) {
      throw new Error(
        `${printable(folder)} contains no Terraform configuration. Run the command in the folder of the configuration, or name it with --chdir.`,
      );
    }
    texts.push({ name: folder, file: join(folder, "terraform.tfstate"), text });
  }
  return texts;
}

async function hasConfiguration(folder: string): Promise<boolean> {
  return (await readdir(folder)).some((name) => /\.(tf|tofu)(\.json)?$/.test(name));
}

/**
 * The state of the configuration in a folder, as `terraform state pull` gives it: it needs the backend, and no plugin.
 * @param env selects Terraform: TERRAFORM_BINARY_NAME, else terraform on the PATH, else tofu
 * @throws Error with Terraform's message
 */
function pullState(folder: string, env: NodeJS.ProcessEnv): Promise<string> {
  return terraformOutput(
    {
      folder,
      args: ["state", "pull"],
      purpose: `read the state of ${folder}`,
      alternative: "pass a file with the output of `terraform show -json`",
    },
    env,
  );
}
