import * as z from "zod/mini";
import { isMarked } from "../terraform/marks";
import { type StoredInstance, withDeposedKey } from "./stored-instance";

const shownResource = z.object({
  address: z.string(),
  mode: z.string(),
  type: z.string(),
  schema_version: z.optional(z.number()),
  values: z.optional(z.unknown()),
  sensitive_values: z.optional(z.unknown()),
  deposed_key: z.optional(z.string()),
});

const shownModule = z.object({
  resources: z.optional(z.array(shownResource)),
  get child_modules() {
    return z.optional(z.array(shownModule));
  },
});

/** What `terraform show -json` prints of a state; `values` is missing where there is none. */
export const shownState = z.object({
  values: z.optional(z.object({ root_module: z.optional(shownModule) })),
});

/** The managed objects of such a state, those of all modules. */
export function instancesOfShown({ values }: z.output<typeof shownState>): StoredInstance[] {
  return instancesOf(values?.root_module ?? {});
}

function instancesOf({ resources = [], child_modules = [] }: z.output<typeof shownModule>): StoredInstance[] {
  const own = resources.filter(({ mode }) => mode === "managed").map(stored);
  return [...own, ...child_modules.flatMap(instancesOf)];
}

function stored(one: z.output<typeof shownResource>): StoredInstance {
  return {
    address: withDeposedKey(one.address, one.deposed_key),
    type: one.type,
    provider: undefined,
    schemaVersion: one.schema_version ?? 0,
    attributes: one.values,
    notes: undefined,
    sensitive: sensitiveNames(one.sensitive_values),
  };
}

function sensitiveNames(marks: unknown): ReadonlySet<string> {
  const named = typeof marks === "object" && marks !== null ? Object.entries(marks) : [];
  return new Set(named.filter(([, mark]) => isMarked(mark)).map(([name]) => name));
}
