import type { ClientCapabilities } from "../../src/terraform/protocol/generated/tfplugin6";
import type { Rpc } from "../../src/terraform/serve/handlers";

/** How one version of Terraform or OpenTofu talks to a provider. Another version is another such object. */
export interface CoreVersion {
  /** The version that it reports in ConfigureProvider. */
  readonly version: string;
  /** What it sends as `client_capabilities`; absent for versions that send none. */
  readonly capabilities?: ClientCapabilities;
  /** The calls that it knows. The driver refuses to send any other. */
  readonly calls: readonly Rpc[];
}

/** Terraform 1.11.4: write-only attributes, neither identity nor lists nor actions. */
export const terraform_1_11: CoreVersion = {
  version: "1.11.4",
  capabilities: {
    deferralAllowed: false,
    writeOnlyAttributesAllowed: true,
    storePlannedPrivate: false,
    computedBlocksAllowed: false,
  },
  calls: [
    "getProviderSchema",
    "validateProviderConfig",
    "configureProvider",
    "validateResourceConfig",
    "upgradeResourceState",
    "readResource",
    "planResourceChange",
    "applyResourceChange",
    "importResourceState",
  ],
};
