import * as z from "zod/mini";

const attributes = z.record(z.string(), z.unknown());

const change = z.object({
  actions: z.array(z.string()),
  before: z.nullish(attributes),
  after: z.nullish(attributes),
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

const plannedResource = z.object({
  address: z.string(),
  mode: z.string(),
  type: z.string(),
  values: z.nullish(attributes),
  sensitive_values: z.optional(z.unknown()),
  deposed_key: z.optional(z.string()),
});

const valuesModule = z.object({
  resources: z.optional(z.array(plannedResource)),
  get child_modules() {
    return z.optional(z.array(valuesModule));
  },
});

const values = z.object({ root_module: z.optional(valuesModule) });

const configuredResource = z.object({
  mode: z.string(),
  type: z.string(),
  name: z.string(),
  provider_config_key: z.optional(z.string()),
  expressions: z.optional(attributes),
});

const configuredModule = z.object({
  resources: z.optional(z.array(configuredResource)),
  get module_calls() {
    return z.optional(z.record(z.string(), z.object({ module: z.optional(configuredModule) })));
  },
});

/** What `terraform show -json` prints of a plan: the parts that are looked at. What it has besides is passed over. */
export const planJson = z.object({
  format_version: z.string(),
  resource_changes: z.nullish(z.array(resourceChange)),
  resource_drift: z.nullish(z.array(resourceChange)),
  planned_values: z.nullish(values),
  prior_state: z.nullish(z.object({ values: z.nullish(values) })),
  configuration: z.nullish(z.object({ root_module: z.optional(configuredModule) })),
  errored: z.optional(z.boolean()),
  complete: z.optional(z.boolean()),
});

/** A plan as Terraform prints it. */
export type PlanJson = z.output<typeof planJson>;

/** One change of a plan. */
export type ResourceChange = z.output<typeof resourceChange>;

/** The configuration of a module. */
export type ConfiguredModule = z.output<typeof configuredModule>;

/** The objects of a module and of those within it. */
export type ValuesModule = z.output<typeof valuesModule>;
