import type { TerraformElement } from "cdktn";
import type { Construct } from "constructs";

/** The class of a construct. */
type Kind = new (scope: Construct, name: string, config: never) => TerraformElement;

/** Declares the objects of a table, each under the name that it has there. Terraform calls it by that name, too. */
export function declared<Class extends Kind, Name extends string>(
  scope: Construct,
  Class: Class,
  table: Readonly<Record<Name, ConstructorParameters<Class>[2]>>,
): Readonly<Record<Name, InstanceType<Class>>> {
  const objects = Object.entries(table).map(([name, config]) => {
    const object = new Class(scope, name, config as never);
    object.overrideLogicalId(name);
    return [name, object] as const;
  });
  return Object.fromEntries(objects) as Record<Name, InstanceType<Class>>;
}
