import type { Kind } from "../../service/kinds";
import { canonicalSid } from "../../service/sids";
import type { ObjectValue, Value } from "../../terraform";
import { resourceOf, sidsIn } from "../account/names";
import type { Names } from "../output/values";
import { namesOfDeclared, secretsOf } from "../state/declared";
import { isMarked, managedIn, markOf, type ShownModule } from "../state/json";
import { type Configuration, type Configurations, configurationOf } from "./configured";
import { ownType } from "./own-changes";
import type { PlanJson } from "./read-plan";

/** An object that the configuration manages, before the apply or after it. */
export interface ManagedObject extends Configuration {
  readonly kind: Kind;
  readonly address: string;
  /** Its SID; undefined before it is created. */
  readonly id: string | undefined;
  readonly values: ObjectValue;
  /** Sensitive attributes. */
  readonly sensitive: ReadonlySet<string>;
}

/** The objects that the configuration manages. */
export interface ManagedObjects {
  readonly before: readonly ManagedObject[];
  readonly after: readonly ManagedObject[];
}

/**
 * The objects of a plan. Values that are known only after the apply are absent from `values`, and null in a set. An object that
 * the plan neither changes nor plans is not targeted, and stays as it is.
 */
export function managedObjects(plan: PlanJson): ManagedObjects {
  const configured = configurationOf(plan);
  const before = objectsOf(plan.prior_state?.values?.root_module, configured);
  const planned = objectsOf(plan.planned_values?.root_module, configured);
  const addresses = new Set([...planned, ...(plan.resource_changes ?? [])].map(({ address }) => address));
  return { before, after: [...planned, ...before.filter(({ address }) => !addresses.has(address))] };
}

/** The values of a plan's objects that no message may show. */
export function secretsIn(plan: PlanJson): readonly string[] {
  const { before, after } = managedObjects(plan);
  return [...before, ...after].flatMap(({ kind, values }) => secretsOf(resourceOf(kind), values));
}

/** The texts of a set that are known. */
export function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

/** Whether all of an attribute is known before the apply. */
export function isKnown({ values }: ManagedObject, name: string): boolean {
  const value = values[name];
  return Object.hasOwn(values, name) && !(Array.isArray(value) && value.includes(null));
}

/** How many objects of the service resources with these values have: a subnet has its members. */
export function sizeOf(resources: readonly (Readonly<Record<string, unknown>> | null)[]): number {
  return resources.reduce((sum, values) => sum + Math.max(1, sidsIn({ members: values?.members }).length), 0);
}

/** The names of objects, by their SIDs, and of new ones by their addresses. */
export function namesOf({ before, after }: ManagedObjects): Names {
  return Object.fromEntries(
    [...before, ...after].flatMap(({ id, ...object }) => {
      const { name, key } = namesOfDeclared({ id: id ?? object.address, ...object });
      const label = name ?? key;
      return label === undefined ? [] : [[id ?? object.address, label]];
    }),
  );
}

/** Values in which SIDs are as the service writes them: a configuration may have them in another letter case. */
function withCanonicalSids(values: ObjectValue): ObjectValue {
  const spelled = (value: Value) => (typeof value === "string" ? canonicalSid(value) : value);
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.map(spelled) : spelled(value),
    ]),
  );
}

function objectsOf(module: ShownModule | undefined, configured: Configurations): ManagedObject[] {
  return managedIn(module ?? {}).flatMap(({ address, type, deposed_key: deposed, values, ...resource }) => {
    const { object, attributes } = ownType(type) ?? {};
    if (object === undefined || deposed !== undefined) return [];
    const sensitive = Object.entries(attributes ?? {}).filter(
      ([name, { parts }]) => parts.sensitive || isMarked(markOf(resource.sensitive_values, name)),
    );
    return [
      {
        kind: object.kind,
        address,
        ...configured(address),
        values: withCanonicalSids((values ?? {}) as ObjectValue),
        id: typeof values?.id === "string" ? values.id : undefined,
        sensitive: new Set(sensitive.map(([name]) => name)),
      },
    ];
  });
}
