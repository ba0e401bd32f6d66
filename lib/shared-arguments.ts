import type { TerraformMetaArguments } from "cdktf";

/** Terraform's own arguments that a construct hands on to everything it declares. */
export type SharedArguments = Pick<TerraformMetaArguments, "provider" | "dependsOn" | "lifecycle">;

/** Those arguments, and nothing else of a configuration. */
export function sharedArguments({ provider, dependsOn, lifecycle }: SharedArguments): SharedArguments {
  return {
    ...(provider && { provider }),
    ...(dependsOn && { dependsOn }),
    ...(lifecycle && { lifecycle }),
  };
}
