import type { IResolvable } from "cdktf";
import type { ContactGroupReference } from "./generated/references";
import { mergedList } from "./merged-list";
import type { MetaArguments, Optional } from "./optional";

/** The meta-arguments that a construct passes to everything it declares. */
export type SharedArguments = Pick<MetaArguments, "provider" | "dependsOn" | "lifecycle">;

/** Selects those arguments from a configuration. */
export const sharedArguments = ({ provider, dependsOn, lifecycle }: SharedArguments): SharedArguments => {
  return { provider, dependsOn, lifecycle };
};

/** The settings that the declared objects share. */
export interface SharedSettings<Profile> extends SharedArguments {
  /** Construct or SID of the profile. */
  readonly profile: Profile;
  /** Constructs or SIDs of the contact groups to notify, at least one. */
  readonly contactGroups: readonly ContactGroupReference[];
  /** Tags of every object. Defaults to none. */
  readonly tags?: readonly string[] | undefined;
  /** Whether all checks are paused. Defaults to `false`. */
  readonly paused?: boolean | IResolvable | undefined;
}

/** The settings in which an object can differ from the others. Each defaults to the shared one; tags are added. */
export type OwnSettings<Profile> = Optional<Omit<SharedSettings<Profile>, keyof SharedArguments>>;

/** The settings of an object: the shared ones, or its own. */
export function settingsOf<Profile>(shared: SharedSettings<Profile>, own: OwnSettings<Profile> = {}) {
  return {
    ...sharedArguments(shared),
    profile: own.profile ?? shared.profile,
    contactGroups: own.contactGroups ?? shared.contactGroups,
    tags: mergedList(shared.tags, own.tags),
    paused: own.paused ?? shared.paused,
  };
}
