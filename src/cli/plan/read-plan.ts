import { basename, dirname, resolve } from "node:path";
import { unzipSync } from "fflate";
import * as z from "zod/mini";
import { inputBytes, inputName, inputText } from "../input";
import { assertKnownFormat, attributeValues, inForm, shownValues, terraformJson } from "../state/json";
import { readState, type StoredInstance } from "../state/read-state";
import { isEncrypted, terraformOutput } from "../terraform-program";

const wanted = "Pass a plan file, or the output of `terraform show -json <plan file>`.";

/** A plan as Terraform prints it, with the state of its file. @throws Error with its name and the cause */
export function readPlan(name: string, text: string, state?: string): PlanJson {
  const printed = { name, text, what: "plan", wanted } as const;
  const json = terraformJson(printed);
  if (!("resource_changes" in json || "planned_values" in json)) {
    const isState = "values" in json || "version" in json || "format_version" in json;
    throw new Error(`${name} is ${isState ? "a state, not a plan" : "not a Terraform plan"}. ${wanted}`);
  }
  assertKnownFormat(name, json.format_version);
  const plan = inForm(printed, planJson, json);
  if (state === undefined) return plan;
  const stored = readState({ name, text: state }).map((instance) => [instance.address, instance] as const);
  return { ...plan, stored: new Map(stored) };
}

/** A plan as Terraform prints it, with the state in a plan file, which has what no plan prints. */
export type PlanText = Readonly<{ name: string; text: string; state?: string | undefined }>;

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
  const bytes = await inputBytes(file, stdin, "the plan");
  const form = planFileForm(bytes);
  if (form === undefined) return { name, text: inputText(bytes, name) };
  if (file === "-")
    throw new Error(
      "Standard input holds a plan file. Give the file by its name, since Terraform is to read it.",
    );
  const shown = folder === undefined ? basename(file) : resolve(file);
  const command = {
    folder: folder ?? dirname(file),
    args: ["show", "-json", shown],
    alternative: "pass the output of `terraform show -json`",
    file: form,
  } as const;
  const text = await terraformOutput(command, env);
  return form === "encrypted" ? { name, text } : { name, text, state: stateIn(bytes) };
}

/** The state in a plan file, if it has one. */
function stateIn(bytes: Uint8Array): string | undefined {
  try {
    const { tfstate } = unzipSync(bytes, { filter: ({ name }) => name === "tfstate" });
    return tfstate && Buffer.from(tfstate).toString();
  } catch {
    // Terraform has read the plan, so this is a form of archive that only Terraform knows.
    return undefined;
  }
}

/** The form of a plan file: plan files are zip archives, and OpenTofu encrypts them. Undefined for other files. */
function planFileForm(bytes: Uint8Array): "plain" | "encrypted" | undefined {
  if (Buffer.from(bytes.subarray(0, 4)).toString("latin1") === "PK\u0003\u0004") return "plain";
  return isEncrypted(Buffer.from(bytes.subarray(0, 4_096)).toString()) ? "encrypted" : undefined;
}

const change = z.object({
  actions: z.array(z.string()),
  before: z.nullish(attributeValues),
  after: z.nullish(attributeValues),
  after_unknown: z.optional(z.unknown()),
  before_sensitive: z.optional(z.unknown()),
  after_sensitive: z.optional(z.unknown()),
  replace_paths: z.nullish(z.array(z.array(z.union([z.string(), z.number()])))),
  importing: z.nullish(z.object({ id: z.optional(z.string()) })),
});

const resourceChange = z.object({
  address: z.string(),
  previous_address: z.optional(z.string()),
  mode: z.string(),
  type: z.string(),
  deposed: z.optional(z.string()),
  change,
  action_reason: z.optional(z.string()),
});

/** An invocation of an action (Terraform 1.14+), by a change to a resource or by `-invoke`. */
const actionInvocation = z.object({
  address: z.string(),
  type: z.string(),
  config_values: z.nullish(attributeValues),
  config_unknown: z.optional(z.unknown()),
  lifecycle_action_trigger: z.nullish(
    z.object({ triggering_resource_address: z.string(), action_trigger_event: z.string() }),
  ),
});

/** An expression of an attribute; empty for nested blocks. */
const expression = z.catch(
  z.object({ constant_value: z.optional(z.unknown()), references: z.optional(z.array(z.string())) }),
  {},
);

const expressions = z.optional(z.record(z.string(), expression));

const configuredBlock = { expressions, for_each_expression: z.optional(expression) };

const configuredResource = z.object({
  ...configuredBlock,
  mode: z.string(),
  type: z.string(),
  name: z.string(),
  provider_config_key: z.optional(z.string()),
});

const configuredProvider = z.object({
  full_name: z.optional(z.string()),
  alias: z.optional(z.string()),
  expressions,
});

const configuredModule = z.object({
  resources: z.optional(z.array(configuredResource)),
  outputs: z.optional(z.record(z.string(), z.object({ expression }))),
  get module_calls() {
    const call = z.object({ ...configuredBlock, module: z.optional(configuredModule) });
    return z.optional(z.record(z.string(), call));
  },
});

/** The output of `terraform show -json` for a plan, as far as it is used. */
export const planJson = z.object({
  format_version: z.string(),
  resource_changes: z.nullish(z.array(resourceChange)),
  resource_drift: z.nullish(z.array(resourceChange)),
  action_invocations: z.nullish(z.array(actionInvocation)),
  deferred_action_invocations: z.nullish(z.array(z.object({ action_invocation: actionInvocation }))),
  planned_values: z.nullish(shownValues),
  prior_state: z.nullish(z.object({ values: z.nullish(shownValues) })),
  configuration: z.nullish(
    z.object({
      provider_config: z.optional(z.record(z.string(), configuredProvider)),
      root_module: z.optional(configuredModule),
    }),
  ),
  variables: z.optional(z.record(z.string(), z.object({ value: z.optional(z.unknown()) }))),
  errored: z.optional(z.boolean()),
  complete: z.optional(z.boolean()),
});

export interface PlanJson extends z.output<typeof planJson> {
  /** The state by addresses: the providers of removed resources and `create_before_destroy`, which no plan prints. */
  readonly stored?: ReadonlyMap<string, StoredInstance>;
}

export type ResourceChange = z.output<typeof resourceChange>;

export type Expression = z.output<typeof expression>;

export type ConfiguredModule = z.output<typeof configuredModule>;
