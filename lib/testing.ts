import { TerraformDataSource, type TerraformStack, Testing } from "cdktf";
import type { Field, Fields } from "../src/service/field";
import { fields } from "../src/service/fields";
import type { Kind } from "../src/service/kinds";
import { isExpression } from "./configuration";
import { type Move, splitInstance, type TerraformJson } from "./moves";

/** A resource or data source of a synthesized stack. */
export interface Declared {
  /** Its type in Terraform, such as `rblmonitor_host`. */
  readonly type: string;
  /** Its name in Terraform, which identifies it in state. */
  readonly name: string;
  /** Its address in plans, such as `rblmonitor_host.mx` or `data.rblmonitor_hosts.all`. */
  readonly address: string;
  /** Its arguments, by their names in Terraform. A reference is an expression, such as `${rblmonitor_contact_group.ops.id}`. */
  readonly attributes: Readonly<Record<string, unknown>>;
}

const synthesized = (stack: TerraformStack | string): TerraformJson =>
  JSON.parse(typeof stack === "string" ? stack : Testing.synth(stack, true));

/**
 * Returns the declarations of a stack, for tests with any test runner. It applies aspects and validates the stack, as
 * `app.synth()` does, but writes nothing and does not need Terraform.
 *
 * @param of the class of the constructs to return, such as `Host` or `DataRblmonitorHosts`; all by default
 * @returns the declarations, sorted by address
 * @throws Error if the stack is invalid, for example without a provider
 */
export function declared(stack: TerraformStack, of?: { tfResourceType: string; prototype: object }) {
  const { resource, data } = synthesized(stack);
  const all = [...declarationsOf(resource), ...declarationsOf(data, "data.")];
  const prefix = of?.prototype instanceof TerraformDataSource ? "data." : "";
  return all
    .filter(({ address }) => of === undefined || address.startsWith(`${prefix}${of.tfResourceType}.`))
    .sort((a, b) => (a.address < b.address ? -1 : 1));
}

const declarationsOf = (types: TerraformJson["resource"] = {}, prefix = ""): Declared[] =>
  Object.entries(types).flatMap(([type, all]) =>
    Object.entries(all).map(([name, attributes]) => {
      return { type, name, address: `${prefix}${type}.${name}`, attributes };
    }),
  );

/**
 * Returns the addresses of the objects that an apply of a changed stack destroys or replaces, for tests that a refactoring keeps
 * them. It needs no Terraform and no state, and assumes that `before` was applied. It follows `moved` blocks, and knows the
 * arguments of this provider whose change forces replacement. A resource with `count` or `forEach` counts as one object, and a
 * value that only Terraform knows as unchanged.
 *
 * @param before the stack, or its `cdk.tf.json` as a text
 * @returns the addresses before the change, sorted
 * @throws Error if a stack is invalid, for example without a provider
 *
 * @example
 * ```ts
 * assert.deepEqual(destroyedBetween(applied, changed), []);
 * ```
 */
export function destroyedBetween(before: TerraformStack | string, after: TerraformStack): string[] {
  const { resource, moved = [] } = synthesized(after);
  const now = new Map(declarationsOf(resource).map((object) => [object.address, object]));
  return declarationsOf(synthesized(before).resource)
    .filter((object) => isReplaced(object, now.get(followed(object.address, moved))))
    .map(({ address }) => address)
    .sort();
}

/** The address after all moves, without an instance. */
function followed(address: string, moves: readonly Move[]): string {
  const [place] = splitInstance(address);
  const move = moves.find(({ from }) => splitInstance(from)[0] === place);
  const others = moves.filter((other) => other !== move);
  return move === undefined ? place : followed(move.to, others);
}

/** Whether the object is gone, or has another argument that updates do not accept. Spellings of an address are equal. */
function isReplaced({ type, attributes }: Declared, successor: Declared | undefined): boolean {
  const own: Fields = fields[type.replace("rblmonitor_", "") as Kind] ?? {};
  const hasChanged = ([name, { rule, presence, isUpdatable }]: [string, Field]): boolean => {
    const [old, now] = [attributes[name], successor?.attributes[name]].map((value) =>
      typeof value === "string" ? (rule.normalForm?.(value) ?? value) : JSON.stringify(value),
    );
    return !isUpdatable && presence !== "returned" && old !== now && ![old, now].some(isExpression);
  };
  return successor === undefined || Object.entries(own).some(hasChanged);
}
