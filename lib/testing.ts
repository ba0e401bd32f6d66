import { TerraformDataSource, type TerraformStack, Testing } from "cdktf";

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

/** Type → name → arguments. */
type Declarations = Readonly<Record<string, Readonly<Record<string, Declared["attributes"]>>>>;

/**
 * Returns the declarations of a stack, for tests with any test runner. It applies aspects and validates the stack, as
 * `app.synth()` does, but writes nothing and does not need Terraform.
 *
 * @param of the class of the constructs to return, such as `Host` or `DataRblmonitorHosts`; all by default
 * @returns the declarations, sorted by address
 * @throws Error if the stack is invalid, for example without a provider
 */
export function declared(
  stack: TerraformStack,
  of?: { readonly tfResourceType: string; readonly prototype: object },
): Declared[] {
  const { resource, data }: Record<string, Declarations> = JSON.parse(Testing.synth(stack, true));
  const isData = of && of.prototype instanceof TerraformDataSource;
  return Object.entries({ "": resource, "data.": data })
    .filter(([prefix]) => of === undefined || isData === (prefix !== ""))
    .flatMap(([prefix, types = {}]) => Object.entries(types).map(([type, all]) => ({ prefix, type, all })))
    .filter(({ type }) => of === undefined || type === of.tfResourceType)
    .flatMap(({ prefix, type, all }) =>
      Object.entries(all).map(([name, attributes]) => {
        return { type, name, address: `${prefix}${type}.${name}`, attributes };
      }),
    )
    .sort((a, b) => (a.address < b.address ? -1 : 1));
}
