import { isDeepStrictEqual } from "node:util";
import type { ResourceChange, TerraformPlan } from "../../../src/tasks/terraform/json";
import { asObject } from "../../../src/terraform/values/object-value";
import { Unknown, type Value } from "../../../src/terraform/values/value";
import { typeAt } from "../../core/configuration";
import type { Plan } from "../../core/planning";
import { ownSchema } from "../../core/rblmonitor";
import { objectSchema } from "../../core/schema";
import { inSetOrder } from "../../core/set-order";
import type { State } from "../../core/state";

/** A plan of the driver as `terraform show -json` prints it, with the drift since the state before. */
export async function planJson(before: State, { changes, state }: Plan): Promise<TerraformPlan> {
  const { resourceSchemas } = await ownSchema();
  const inOrder = (address: string, value: Value) => {
    const schema = resourceSchemas[typeAt(address)];
    return schema === undefined ? value : inSetOrder(objectSchema(schema).type, value);
  };
  return {
    resource_changes: changes.map(({ address, action, before: prior, after }) => ({
      ...named(address),
      change: {
        actions: action.split(","),
        before: known(inOrder(address, prior)) as ResourceChange["change"]["before"],
        after: known(inOrder(address, after)) as ResourceChange["change"]["after"],
        after_unknown: marks(inOrder(address, after)),
      },
    })),
    resource_drift: Object.keys(before).flatMap((address) => {
      const [then, now] = [stored(before, address), stored(state, address)];
      if (then === null || isDeepStrictEqual(then, now)) return [];
      const actions = [now === null ? "delete" : "update"];
      return [{ ...named(address), change: { actions, before: then, after: now, after_unknown: {} } }];
    }),
  };
}

function named(address: string): Pick<ResourceChange, "address" | "type" | "name"> {
  const [type = "", name = ""] = address.split(".");
  return { address, type, name: name.replace(/\[.*/, "") };
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
