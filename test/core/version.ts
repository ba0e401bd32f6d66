import type { ClientCapabilities } from "../../src/terraform/protocol/generated/tfplugin6";
import type { Rpc } from "../../src/terraform/serve/handlers";

/** How one version of Terraform or OpenTofu talks to a provider. Another version is another row. */
export interface CoreVersion {
  /** Such as `OpenTofu 1.12`. */
  readonly name: string;
  /** The version that it reports in ConfigureProvider. */
  readonly version: string;
  /** What it sends as `client_capabilities`; absent for versions that send none. */
  readonly capabilities?: ClientCapabilities;
  /** The calls that it knows. The driver refuses to send any other. */
  readonly calls: readonly Rpc[];
  /** Whether one command fetches the schemas once, so that later plugin processes never send them. */
  readonly cachesSchemas: boolean;
  /** Absent for versions that never request, keep or send an identity. */
  readonly identity?: IdentityRules;
  /** Whether it plans to destroy what is no longer declared as the state has it, and reads it only then. */
  readonly plansRemovedFirst: boolean;
  /** Whether it knows write-only attributes. Otherwise they are ordinary ones. */
  readonly knowsWriteOnly: boolean;
}

/** How a version treats identities, where versions differ. */
export interface IdentityRules {
  /** Whether the object that a failed apply returns keeps its identity. */
  readonly isKeptAfterFailure: boolean;
  /** Whether the second plan of a replacement gets the identity that the first one planned. */
  readonly isSentInReplacement: boolean;
  /** Whether a new object may be planned with an unknown identity, which is then not kept. */
  readonly mayBePlannedUnknown: boolean;
  /** Whether state without an identity counts as one of version 0, which is upgraded from nothing. */
  readonly upgradesFromNull: boolean;
  /** Whether an import by identity must return an identity. */
  readonly isRequiredFromImport: boolean;
}

const lifeCycle = [
  "getProviderSchema",
  "validateProviderConfig",
  "configureProvider",
  "validateResourceConfig",
  "upgradeResourceState",
  "readResource",
  "planResourceChange",
  "applyResourceChange",
  "importResourceState",
  "stopProvider",
] as const satisfies readonly Rpc[];

const withIdentity = [
  ...lifeCycle,
  "getResourceIdentitySchemas",
  "upgradeResourceIdentity",
] as const satisfies readonly Rpc[];

const withListsAndActions = [
  ...withIdentity,
  ...(["generateResourceConfig", "validateListResourceConfig", "listResource"] as const),
  ...(["validateActionConfig", "planAction", "invokeAction"] as const),
] as const satisfies readonly Rpc[];

const writeOnly: ClientCapabilities = {
  deferralAllowed: false,
  writeOnlyAttributesAllowed: true,
  storePlannedPrivate: false,
  computedBlocksAllowed: false,
};

const terraformIdentity: IdentityRules = {
  isKeptAfterFailure: true,
  isSentInReplacement: true,
  mayBePlannedUnknown: true,
  upgradesFromNull: true,
  isRequiredFromImport: true,
};

const table = {
  "Terraform 1.5": { version: "1.5.7", calls: lifeCycle, cachesSchemas: false, knowsWriteOnly: false },
  "Terraform 1.8": { version: "1.8.5", calls: lifeCycle, cachesSchemas: true, knowsWriteOnly: false },
  "Terraform 1.11": {
    ...{ version: "1.11.4", calls: lifeCycle, cachesSchemas: true, knowsWriteOnly: true },
    capabilities: writeOnly,
    // Terraform 1.9 and 1.10 do likewise.
    plansRemovedFirst: true,
  },
  "Terraform 1.12": {
    ...{ version: "1.12.2", calls: withIdentity, cachesSchemas: true, knowsWriteOnly: true },
    capabilities: writeOnly,
    identity: { ...terraformIdentity, isKeptAfterFailure: false },
  },
  "Terraform 1.14": {
    ...{ version: "1.14.9", calls: withListsAndActions, cachesSchemas: true, knowsWriteOnly: true },
    capabilities: writeOnly,
    identity: terraformIdentity,
  },
  "Terraform 1.16": {
    ...{ version: "1.16.0-rc2", calls: withListsAndActions, cachesSchemas: true, knowsWriteOnly: true },
    capabilities: { ...writeOnly, storePlannedPrivate: true, computedBlocksAllowed: true },
    identity: terraformIdentity,
  },
  "OpenTofu 1.8": { version: "1.8.9", calls: lifeCycle, cachesSchemas: true, knowsWriteOnly: false },
  "OpenTofu 1.11": {
    ...{ version: "1.11.4", calls: lifeCycle, cachesSchemas: true, knowsWriteOnly: true },
    capabilities: writeOnly,
  },
  "OpenTofu 1.12": {
    ...{ version: "1.12.6", calls: withIdentity, cachesSchemas: true, knowsWriteOnly: true },
    capabilities: writeOnly,
    identity: {
      isKeptAfterFailure: true,
      isSentInReplacement: false,
      mayBePlannedUnknown: false,
      upgradesFromNull: false,
      isRequiredFromImport: false,
    },
  },
} as const satisfies Readonly<
  Record<string, Omit<CoreVersion, "name" | "plansRemovedFirst"> & { plansRemovedFirst?: true }>
>;

/** The name of a version that the driver knows. */
export type CoreName = keyof typeof table;

/** Every version that the driver knows, by name. */
export const coreVersions = Object.fromEntries(
  Object.entries(table).map(([name, version]) => [name, { name, plansRemovedFirst: false, ...version }]),
) as unknown as { readonly [Name in CoreName]: CoreVersion };

/** The versions that make a call. */
export function versionsThatCall(rpc: Rpc): readonly CoreVersion[] {
  return Object.values(coreVersions).filter(({ calls }) => calls.includes(rpc));
}

/** The driver's version for a real one: the newest that is not newer. */
export function versionFor(program: "Terraform" | "OpenTofu", version: string): CoreVersion {
  const found = Object.values(coreVersions)
    .filter(({ name, version: known }) => name.startsWith(program) && minorOf(known) <= minorOf(version))
    .at(-1);
  if (found === undefined) throw new Error(`The driver knows no version as old as ${program} ${version}.`);
  return found;
}

/** The minor version: 12 of `1.12.6`. */
function minorOf(version: string): number {
  return Number(version.split(".")[1]);
}

/** Terraform 1.11.4: write-only attributes, neither identity nor lists nor actions. */
export const terraform_1_11: CoreVersion = coreVersions["Terraform 1.11"];
