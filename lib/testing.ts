import { TerraformDataSource, type TerraformStack, Testing } from "cdktf";

/** A resource or data source as Terraform is given it. */
export interface Declared {
  /** Its type in Terraform, such as `rblmonitor_host`. */
  readonly type: string;
  /** Its name in Terraform, on which its state hangs. */
  readonly name: string;
  /** Its address in plans, such as `rblmonitor_host.mx` or `data.rblmonitor_hosts.all`. */
  readonly address: string;
  /** What is set, by Terraform's names. A reference is an expression, such as `${rblmonitor_contact_group.ops.id}`. */
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** The class of a construct, which tells what it declares. */
interface ConstructClass {
  readonly tfResourceType: string;
  readonly prototype: object;
}

/** The parts of a synthesised stack that hold what it declares. */
interface Synthesised {
  readonly resource?: Declarations;
  readonly data?: Declarations;
}

type Declarations = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, unknown>>>>>>;

/**
 * What a stack declares, for tests, with any test runner. Aspects are applied and the stack is validated, as by
 * `app.synth()`; nothing is written, and Terraform is not needed.
 *
 * @param of the class of the constructs that are asked for, such as `Host` or `DataRblmonitorHosts`; by default all
 * @returns the declarations in order of their addresses
 * @throws Error when the stack is not valid, for example for want of a provider
 */
export function declared(stack: TerraformStack, of?: ConstructClass): Declared[] {
  const { resource = {}, data = {} } = JSON.parse(Testing.synth(stack, true)) as Synthesised;
  const isData = of?.prototype instanceof TerraformDataSource;
  return [...listed(resource, ""), ...listed(data, "data.")]
    .filter(
      ({ type, address }) =>
        of === undefined || (type === of.tfResourceType && address.startsWith("data.") === isData),
    )
    .sort((a, b) => (a.address < b.address ? -1 : 1));
}

function listed(declarations: Declarations, prefix: string): Declared[] {
  return Object.entries(declarations).flatMap(([type, all]) =>
    Object.entries(all).map(([name, attributes]) => ({
      type,
      name,
      address: `${prefix}${type}.${name}`,
      attributes,
    })),
  );
}
