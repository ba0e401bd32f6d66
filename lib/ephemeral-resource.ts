import {
  dependable,
  type IInterpolatingParent,
  type IResolvable,
  type ITerraformDependable,
  type ITerraformIterator,
  type Postcondition,
  type Precondition,
  ref,
  TerraformCount,
  TerraformElement,
  type TerraformProvider,
  type TerraformProviderGeneratorMetadata,
  Token,
} from "cdktf";
import type { Construct } from "constructs";

/** Terraform's arguments for every ephemeral resource. */
export interface EphemeralMetaArguments {
  readonly dependsOn?: ITerraformDependable[];
  readonly count?: number | TerraformCount;
  readonly provider?: TerraformProvider;
  readonly lifecycle?: { readonly precondition?: Precondition[]; readonly postcondition?: Postcondition[] };
  readonly forEach?: ITerraformIterator;
}

interface EphemeralResourceConfig extends EphemeralMetaArguments {
  readonly terraformResourceType: string;
  readonly terraformGeneratorMetadata?: TerraformProviderGeneratorMetadata;
}

/** Elements of CDK Terrain, which register the features that they require of target versions. */
interface Registering {
  registerProviderFeatureUsage?(feature: string): void;
}

/**
 * An ephemeral resource: Terraform opens it in each plan and apply, and stores nothing in plans and state. Requires Terraform
 * 1.10 or OpenTofu 1.11. CDKTF itself has no class for ephemeral resources.
 */
export class EphemeralResource
  extends TerraformElement
  implements IInterpolatingParent, ITerraformDependable
{
  public readonly terraformResourceType: string;
  public readonly terraformGeneratorMetadata: TerraformProviderGeneratorMetadata | undefined;
  public dependsOn: string[] | undefined;
  public count: number | TerraformCount | undefined;
  public provider: TerraformProvider | undefined;
  public lifecycle: EphemeralMetaArguments["lifecycle"];
  public forEach: ITerraformIterator | undefined;

  public constructor(scope: Construct, id: string, config: EphemeralResourceConfig) {
    super(scope, id, `ephemeral.${config.terraformResourceType}`);
    this.terraformResourceType = config.terraformResourceType;
    this.terraformGeneratorMetadata = config.terraformGeneratorMetadata;
    this.dependsOn = config.dependsOn?.map((dependency) => dependable(dependency));
    this.count = config.count;
    this.provider = config.provider;
    this.lifecycle = config.lifecycle;
    this.forEach = config.forEach;
    (this as unknown as Registering).registerProviderFeatureUsage?.("ephemeralResources");
  }

  public getStringAttribute(attribute: string): string {
    return Token.asString(this.interpolationForAttribute(attribute));
  }

  public getNumberAttribute(attribute: string): number {
    return Token.asNumber(this.interpolationForAttribute(attribute));
  }

  public getBooleanAttribute(attribute: string): IResolvable {
    return this.interpolationForAttribute(attribute);
  }

  public interpolationForAttribute(attribute: string): IResolvable {
    const instances = this.forEach ? ".*" : "";
    const { terraformResourceType: type, friendlyUniqueId: name } = this;
    return ref(`ephemeral.${type}.${name}${instances}.${attribute}`, this.cdktfStack);
  }

  protected synthesizeAttributes(): Record<string, unknown> {
    return {};
  }

  public override toTerraform(): unknown {
    const { count, lifecycle } = this;
    // The values set by `addOverride` are private in some versions of the library.
    const overrides = Reflect.get(this, "rawOverrides") as Record<string, unknown>;
    const body = {
      ...this.synthesizeAttributes(),
      depends_on: this.dependsOn,
      count: TerraformCount.isTerraformCount(count) ? count.toTerraform() : count,
      provider: this.provider?.fqn,
      for_each: this.forEach?._getForEachExpression(),
      lifecycle: lifecycle && {
        precondition: conditions(lifecycle.precondition),
        postcondition: conditions(lifecycle.postcondition),
      },
      ...overrides,
      "//": this.constructNodeMetadata,
    };
    return { ephemeral: { [this.terraformResourceType]: { [this.friendlyUniqueId]: body } } };
  }

  /** @throws Error, because CDKTF cannot write ephemeral blocks as HCL */
  public override toHclTerraform(): unknown {
    throw new Error(`${this.node.path}: ephemeral resources cannot be written as HCL, only as JSON`);
  }
}

const conditions = (list: readonly (Precondition | Postcondition)[] | undefined) =>
  list?.map(({ condition, errorMessage }) => ({ condition, error_message: errorMessage }));
