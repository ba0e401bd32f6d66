import * as z from "zod/mini";
import type { AnyManagedObject } from "../../provider/managed/object";
import { managedResources } from "../../provider/resources";
import { objectType } from "../../terraform/schema/implied-type";
import { decodeJson } from "../../terraform/values/json";
import { type ObjectValue, objectValue } from "../../terraform/values/object-value";
import { unknown } from "../../terraform/values/value";
import { isMarked, markOf } from "../marks";
import { terraformJson } from "../terraform-json";

/** A resource that a plan creates. */
export interface PlannedCreate {
  readonly address: string;
  readonly object: AnyManagedObject;
  readonly plan: ObjectValue;
}

/** What a plan says of the objects of this provider. */
export interface ReadPlan {
  /** The resources that it creates, without those that it imports or replaces. */
  readonly creates: readonly PlannedCreate[];
  /** The SIDs that the state holds, or that import blocks name. */
  readonly held: ReadonlySet<string>;
}

const changeJson = z.object({
  address: z.string(),
  type: z.string(),
  change: z.object({
    actions: z.array(z.string()),
    after: z.nullish(z.record(z.string(), z.unknown())),
    after_unknown: z.optional(z.unknown()),
    importing: z.nullish(z.object({ id: z.optional(z.string()) })),
  }),
});

const stateModule = z.object({
  resources: z.optional(
    z.array(
      z.object({
        values: z.nullish(
          z.object({
            id: z.optional(z.unknown()),
            members: z.optional(z.nullish(z.array(z.object({ id: z.optional(z.unknown()) })))),
          }),
        ),
      }),
    ),
  ),
  get child_modules() {
    return z.optional(z.array(stateModule));
  },
});

const planJson = z.object({
  resource_changes: z.optional(z.array(changeJson)),
  prior_state: z.optional(
    z.object({ values: z.optional(z.object({ root_module: z.optional(stateModule) })) }),
  ),
});

/** Reads what `terraform show -json` prints of a plan. @throws Error that names the plan when it cannot be read */
export function readPlan(name: string, text: string): ReadPlan {
  const wanted = "Give a plan file.";
  const { data } = planJson.safeParse(terraformJson({ name, text }, "plan", wanted));
  if (data === undefined) throw new Error(`${name} cannot be read as a plan. ${wanted}`);
  const changes = data.resource_changes ?? [];
  const imported = changes.map(({ change }) => change.importing?.id);
  const ids = [...idsIn(data.prior_state?.values?.root_module ?? {}), ...imported];
  return {
    creates: changes.flatMap(createOf),
    held: new Set(ids.filter((id) => typeof id === "string")),
  };
}

function createOf({ address, type, change }: z.output<typeof changeJson>): PlannedCreate[] {
  const object = managedResources[type]?.object;
  const isCreate = change.actions.join() === "create" && !change.importing;
  if (object === undefined || !isCreate || !change.after) return [];
  return [{ address, object, plan: planned(object, change.after, change.after_unknown) }];
}

function planned({ attributes }: AnyManagedObject, after: object, open: unknown): ObjectValue {
  const isOpen = (name: string) => isMarked(markOf(open, name));
  const known = Object.fromEntries(Object.entries(after).filter(([name]) => !isOpen(name)));
  const values = decodeJson(objectType(attributes), JSON.stringify(known), { conform: true }) as ObjectValue;
  return objectValue(
    Object.keys(attributes).map((name) => [name, isOpen(name) ? unknown : (values[name] ?? null)] as const),
  );
}

function idsIn({ resources = [], child_modules = [] }: z.output<typeof stateModule>): unknown[] {
  const own = resources.flatMap(({ values }) => [values?.id, ...(values?.members ?? []).map(({ id }) => id)]);
  return [...own, ...child_modules.flatMap(idsIn)];
}
