import { isDeepStrictEqual } from "node:util";
import type { PlanJson } from "../../../src/cli/plan/read-plan";
import type { AttributePath } from "../../../src/terraform/protocol/generated/tfplugin6";
import { asObject } from "../../../src/terraform/values/object-value";
import { Unknown, type Value } from "../../../src/terraform/values/value";
import { type Configuration, Reference, typeAt } from "../../core/configuration";
import type { Plan } from "../../core/planning";
import { ownSchema } from "../../core/rblmonitor";
import { objectSchema } from "../../core/schema";
import { inSetOrder } from "../../core/set-order";
import type { State } from "../../core/state";
import type { ResourceChange, TerraformPlan } from "../../shown-json";

/**
 * A plan of the driver as `terraform show -json` prints it, with the drift since the state before. It has no outputs and no
 * marks of sensitive values. Variables appear as their values.
 *
 * @param moved the former addresses of moved objects, by the new ones
 */
export async function planJson(
  before: State,
  { changes, state, configuration }: Plan,
  moved: ReadonlyMap<string, string>,
): Promise<TerraformPlan & PlanJson> {
  const { resourceSchemas } = await ownSchema();
  const { imports = {}, resources } = configuration;
  const inOrder = (address: string, value: Value) => {
    const schema = resourceSchemas[typeAt(address)];
    return schema === undefined ? value : inSetOrder(objectSchema(schema).type, value);
  };
  const facts = (address: string, value: Value) =>
    known(inOrder(address, value)) as ResourceChange["change"]["before"];
  const values = (all: readonly (readonly [address: string, values: ReturnType<typeof facts>])[]) => ({
    root_module: { resources: all.map(([address, values]) => ({ ...named(address), values })) },
  });
  return {
    format_version: "1.2",
    resource_changes: changes.map(
      ({ address, deposed, action, before: prior, after, replacePaths = [] }) => ({
        ...named(address),
        ...(deposed !== undefined && { deposed }),
        ...(moved.has(address) && { previous_address: moved.get(address) as string }),
        change: {
          actions: action.split(","),
          before: facts(address, prior),
          after: facts(address, after),
          after_unknown: marks(inOrder(address, after)),
          ...(replacePaths.length > 0 && { replace_paths: replacePaths.map(stepsOf) }),
          ...(address in imports && !(address in before) && { importing: { id: String(imports[address]) } }),
        },
      }),
    ),
    resource_drift: Object.keys(before).flatMap((address) => {
      const [then, now] = [stored(before, address), stored(state, address)];
      if (then === null || isDeepStrictEqual(then, now)) return [];
      const actions = [now === null ? "delete" : "update"];
      return [{ ...named(address), change: { actions, before: then, after: now, after_unknown: {} } }];
    }),
    planned_values: values(
      changes.flatMap(({ address, after }) => (after === null ? [] : [[address, facts(address, after)]])),
    ),
    prior_state: { values: values(Object.keys(state).map((address) => [address, stored(state, address)])) },
    configuration: { root_module: { resources: Object.entries(resources).map(configured) } },
  };
}

/** A resource block: each attribute is a constant, or lists what it refers to. */
function configured([address, { config }]: [string, Configuration["resources"][string]]) {
  const expressions = Object.entries(config).map(([name, value]) => {
    const references = referencesIn(value);
    return [name, references.length > 0 ? { references } : { constant_value: value }] as const;
  });
  return {
    ...named(address),
    ...{ provider_config_key: "rblmonitor", expressions: Object.fromEntries(expressions) },
  };
}

function referencesIn(value: unknown): string[] {
  if (value instanceof Reference) return [`${value.address}.${value.attribute}`, value.address];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(referencesIn) : [];
}

function stepsOf({ steps }: AttributePath): (string | number)[] {
  return steps.map(({ selector }) => selector?.value ?? "");
}

function named(address: string): Pick<ResourceChange, "address" | "type" | "name"> & { mode: string } {
  const [type = "", name = ""] = address.split(".");
  return { address, mode: "managed", type, name: name.replace(/\[.*/, "") };
}

function stored(state: State, address: string): Readonly<Record<string, unknown>> | null {
  return JSON.parse(state[address]?.current?.attributes ?? "null");
}

/** A value without its unknown parts, in JSON. */
function known(value: Value | undefined): unknown {
  if (value instanceof Unknown) return undefined;
  if (Array.isArray(value)) return value.map(known);
  const object = asObject(value);
  if (object === null) return value;
  const members = Object.entries(object).map(([name, part]) => [name, known(part)] as const);
  return Object.fromEntries(members.filter(([, part]) => part !== undefined));
}

/** The unknown parts of a value, each as `true`. */
function marks(value: Value | undefined): unknown {
  if (value instanceof Unknown) return true;
  if (Array.isArray(value)) return value.map(marks);
  const object = asObject(value);
  return object === null
    ? false
    : Object.fromEntries(Object.entries(object).map(([name, part]) => [name, marks(part)]));
}
