import type { TerraformMetaArguments } from "cdktf";

/** The meta-arguments that a construct passes to everything it declares. */
export type SharedArguments = Pick<TerraformMetaArguments, "provider" | "dependsOn" | "lifecycle">;

/** Selects those arguments from a configuration. */
export function sharedArguments({ provider, dependsOn, lifecycle }: SharedArguments): SharedArguments {
  return {
    ...(provider && { provider }),
    ...(dependsOn && { dependsOn }),
    ...(lifecycle && { lifecycle }),
  };
}
