import { type IResolvable, ref, TerraformDataSource, type TerraformResourceConfig, Token } from "cdktf";
import type { Construct } from "constructs";
import type { MetaArguments } from "./optional";

/** Terraform's arguments for every ephemeral resource. */
export interface EphemeralMetaArguments
  extends Pick<MetaArguments, "dependsOn" | "count" | "provider" | "forEach"> {
  readonly lifecycle?:
    | Pick<NonNullable<MetaArguments["lifecycle"]>, "precondition" | "postcondition">
    | undefined;
}

type EphemeralResourceConfig = EphemeralMetaArguments &
  Pick<TerraformResourceConfig, "terraformResourceType" | "terraformGeneratorMetadata">;

/**
 * An ephemeral resource: Terraform opens it in each plan and apply, and stores nothing in plans and state. Requires Terraform
 * 1.10 or OpenTofu 1.11. CDKTF itself has no class for ephemeral resources; to the library, it is a data source.
 *
 * @example
 * ```ts
 * new EphemeralRblmonitorManualCheck(stack, "sender", { host: "192.0.2.1" });
 * ```
 */
export class EphemeralResource extends TerraformDataSource {
  public constructor(scope: Construct, id: string, config: EphemeralResourceConfig) {
    super(scope, id, config);
    // CDK Terrain compares the features that elements require with the target versions of the application.
    const element = this as unknown as { registerProviderFeatureUsage?(feature: string): void };
    element.registerProviderFeatureUsage?.("ephemeralResources");
  }

  public override get fqn(): string {
    return Token.asString(ref(this.address, this.cdktfStack));
  }

  public override interpolationForAttribute(attribute: string): IResolvable {
    return ref(`${this.address}${this.forEach ? ".*" : ""}.${attribute}`, this.cdktfStack);
  }

  public override toTerraform(): unknown {
    return { ephemeral: super.toTerraform().data };
  }

  /** @throws Error, because CDKTF cannot write ephemeral blocks as HCL */
  public override toHclTerraform(): unknown {
    throw new Error(`${this.node.path}: ephemeral resources cannot be written as HCL, only as JSON`);
  }

  private get address(): string {
    return `ephemeral.${this.terraformResourceType}.${this.friendlyUniqueId}`;
  }
}
