import { join } from "node:path";
import * as z from "zod/mini";
import { inputBytes, inputName, inputText, quoter } from "../input";
import { printable } from "../output/terminal";
import { configurationIn } from "../project/configuration";
import { isFolder } from "../project/folders";
import { lockNotes, programOn, terraformOutput } from "../terraform-program";
import {
  assertKnownFormat,
  inForm,
  isMarked,
  managedIn,
  markOf,
  newer,
  type ShownResource,
  shownValues,
  terraformJson,
} from "./json";
import { providerInState } from "./providers";

export interface StateName {
  /** Its file, the folder of its configuration, or `standard input`. */
  readonly name: string;
  /** The file in which it is, or would be if its backend kept it in the folder; absent for standard input. */
  readonly file?: string;
}

/** A Terraform state as text, in any of its forms. */
export interface StateText extends StateName {
  readonly text: string;
  /** What makes it uncertain, in sentences. */
  readonly notes?: readonly string[];
}

/** One object as a Terraform state holds it, whatever the form of the state. */
export interface StoredInstance {
  /** Its address, as `module.a.rblmonitor_host.mx["b"]`; of one that waits to be destroyed, with the key of that. */
  readonly address: string;
  readonly type: string;
  /** The provider configuration that manages it, as `default`, `eu`, `module.a.eu` or `byname["a"]`; undefined if this form of the state has none. */
  readonly provider: string | undefined;
  readonly schemaVersion: number;
  readonly attributes: unknown;
  /** The provider's private state; undefined if this form of the state has none. */
  readonly notes: Uint8Array | undefined;
  /** Attributes with a sensitive part, by the configuration or the schema. */
  readonly sensitive: ReadonlySet<string>;
  /** Whether its resource had `create_before_destroy` in the last apply; undefined if this form of the state does not show it. */
  readonly createsFirst?: boolean;
}

const wanted = "Pass the output of `terraform show -json` or `terraform state pull`.";

/**
 * All requested states: from files (`-` is standard input), then from folders of configurations; from the current folder if
 * neither is given.
 * @throws Error with the name of a state that cannot be read, and the cause
 */
export async function stateTexts(
  { files, folders }: { readonly files: readonly string[]; readonly folders: readonly string[] },
  env: NodeJS.ProcessEnv,
  stdin: AsyncIterable<Uint8Array>,
): Promise<StateText[]> {
  const pulled = files.length + folders.length === 0 ? ["."] : [...files.filter(isFolder), ...folders];
  const texts: StateText[] = [];
  for (const file of files.filter((each) => !isFolder(each))) {
    const name = inputName(file);
    const text = inputText(await inputBytes(file, stdin, "the state"), name);
    if (text.trim() === "") throw new Error(`${printable(name)} is empty. ${wanted}`);
    texts.push({ name, ...(file !== "-" && { file }), text });
  }
  for (const folder of pulled) {
    const alternative = "pass a file with the output of `terraform show -json`";
    const text = await terraformOutput({ folder, args: ["state", "pull"], alternative }, env);
    if (text.trim() === "" && (await configurationIn(folder)).length === 0) {
      throw new Error(
        `${printable(folder)} contains no Terraform configuration. Run the command in the folder of the configuration, or name it with --chdir, for CDK Terrain and CDKTF --chdir cdktf.out/stacks/<stack>.`,
      );
    }
    const notes = lockNotes(folder, await programOn(env, folder));
    texts.push({ name: folder, file: join(folder, "terraform.tfstate"), text, notes });
  }
  return texts;
}

/**
 * The managed objects of a state, of all providers; none for an empty text, the state of a configuration that was never
 * applied.
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
    const { values } = inForm(printed, shownState, json);
    return managedIn(values?.root_module ?? {}).map(storedOfShown);
  }
  if (!("version" in json)) throw new Error(`${name} is not a Terraform state. ${wanted}`);
  if (Number(json.version) > 4) throw newer(name, "version", json.version);
  if (json.version !== 4) {
    throw new Error(
      `${name} is a state of version ${quoter()(String(json.version))}, which Terraform 0.12 and later convert. ${wanted}`,
    );
  }
  const { resources } = inForm(printed, rawState, json);
  return (resources ?? [])
    .filter(({ mode }) => mode === "managed")
    .flatMap((resource) => resource.instances.map((instance) => storedOfRaw(resource, instance)));
}

/** The output of `terraform show -json` for a state; an empty state has no `values`. */
const shownState = z.object({ values: z.optional(shownValues) });

function storedOfShown(resource: ShownResource): StoredInstance {
  const { address, type, deposed_key, schema_version, values, sensitive_values } = resource;
  return {
    address: withDeposedKey(address, deposed_key),
    type,
    provider: undefined,
    schemaVersion: schema_version ?? 0,
    attributes: values,
    notes: undefined,
    sensitive: new Set(Object.keys(values ?? {}).filter((name) => isMarked(markOf(sensitive_values, name)))),
  };
}

/** An address with the key of an object that waits to be destroyed. */
function withDeposedKey(address: string, key: string | undefined): string {
  return key === undefined ? address : `${address} (deposed ${key})`;
}

const rawInstance = z.object({
  /** Where OpenTofu configures the provider with `for_each`; the resource then has none. */
  provider: z.optional(z.string()),
  index_key: z.nullish(z.union([z.string(), z.number()])),
  deposed: z.optional(z.string()),
  schema_version: z.optional(z.number()),
  attributes: z.optional(z.unknown()),
  private: z.optional(z.string()),
  create_before_destroy: z.optional(z.boolean()),
  sensitive_attributes: z.nullish(z.array(z.array(z.object({ value: z.unknown() })))),
});

const rawResource = z.object({
  mode: z.string(),
  module: z.optional(z.string()),
  type: z.string(),
  name: z.string(),
  provider: z.optional(z.string()),
  instances: z.array(rawInstance),
});

/** The form in which Terraform keeps a state: `terraform state pull`, and the files `*.tfstate` of version 4. */
const rawState = z.object({ resources: z.nullish(z.array(rawResource)) });

function storedOfRaw(
  { module, type, name, provider }: z.output<typeof rawResource>,
  instance: z.output<typeof rawInstance>,
): StoredInstance {
  const address = `${module === undefined ? "" : `${module}.`}${type}.${name}${keyText(instance.index_key)}`;
  return {
    address: withDeposedKey(address, instance.deposed),
    type,
    provider: providerInState(instance.provider ?? provider ?? ""),
    schemaVersion: instance.schema_version ?? 0,
    attributes: instance.attributes,
    notes: Buffer.from(instance.private ?? "", "base64"),
    createsFirst: instance.create_before_destroy === true,
    sensitive: new Set((instance.sensitive_attributes ?? []).map(([step]) => String(step?.value))),
  };
}

/** The key of `count` or `for_each` as Terraform writes it behind an address. */
function keyText(key: string | number | null | undefined): string {
  if (key === null || key === undefined) return "";
  return typeof key === "number" ? `[${key}]` : `[${JSON.stringify(key).replace(/([$%])\{/g, "$1$1{")}]`;
}
