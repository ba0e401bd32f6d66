import type { AnyObject, Fields } from "../../src/emulator/account/objects";
import type { TestAccount } from "./account";

/** SIDs of objects that are in the account from the start and that no configuration here manages. */
export interface Scenery {
  readonly profiles: readonly string[];
  readonly groups: readonly string[];
  readonly sources: readonly string[];
}

/** One attribute of one object through its life; undefined leaves it out of the configuration. */
export interface Facet {
  readonly attribute: string;
  readonly first: unknown;
  readonly second: unknown;
  /** What somebody makes of the object behind Terraform's back, in the emulator's fields. */
  readonly drifted: Fields;
  /** The object that this happens to instead, by its SID. */
  readonly driftOf?: string;
  /** Attributes that change with it, when the configuration changes and when the drift is repaired. */
  readonly along?: { readonly update?: readonly string[]; readonly drift?: readonly string[] };
  readonly replaces?: boolean;
}

/** A kind of object: what every one needs, and a facet for each attribute, by the name of the object that has it. */
export interface Life {
  readonly type: "contact_group" | "monitoring_profile" | "host";
  required(name: string, number: number, scenery: Scenery): Fields;
  facets(scenery: Scenery): Readonly<Record<string, Facet>>;
  /** What the account has of an attribute that the configuration leaves out. */
  readonly unset: Fields;
  /** What the account has of an attribute. */
  kept(object: AnyObject, attribute: string): unknown;
}

/** Fills an account with what the lives refer to. */
export function scenery({ service }: TestAccount): Scenery {
  const three = [1, 2, 3];
  return {
    profiles: three.map((n) => service.account.add("monitoring_profile", { name: `Profile ${n}` }).id),
    groups: three.map((n) => service.account.add("contact_group", { name: `Group ${n}` }).id),
    sources: service.account
      .objects("source")
      .slice(0, 3)
      .map(({ id }) => id),
  };
}

function keptAsNamed(object: AnyObject, attribute: string): unknown {
  return object[attribute];
}

/** The life of each kind: create, change, drift, repair, import, loss, destroy. */
export const lives: readonly Life[] = [
  {
    type: "contact_group",
    required: (name) => ({ name: `Group ${name}` }),
    facets: ({ groups: [group = ""] }) => ({
      name: { attribute: "name", first: "Operations", second: "Operators", drifted: { name: "Ops" } },
      is_default: {
        attribute: "is_default",
        first: false,
        second: true,
        driftOf: group,
        drifted: { is_default: true },
      },
    }),
    unset: {},
    kept: keptAsNamed,
  },
  {
    type: "monitoring_profile",
    required: (name) => ({ name: `Profile ${name}`, frequency: "24_hours" }),
    facets: ({ profiles: [profile = ""], sources: [first, second, third] }) => ({
      name: { attribute: "name", first: "Mail", second: "Mail servers", drifted: { name: "Post" } },
      frequency: {
        attribute: "frequency",
        first: "1_hour",
        second: "weekly",
        drifted: { frequency: "6_hours" },
      },
      entries: {
        attribute: "entries",
        first: [first],
        second: [first, second],
        drifted: { entries: [third] },
      },
      selection: {
        attribute: "entries",
        first: undefined,
        second: [first],
        along: { update: ["sync_method"], drift: ["sync_method"] },
        drifted: { sync_method: "stay_in_sync" },
      },
      sync_method: {
        attribute: "sync_method",
        first: "stay_in_sync",
        second: "use_my_selections",
        along: { update: ["entries"], drift: ["entries"] },
        drifted: { sync_method: "stay_in_sync" },
      },
      is_default: {
        attribute: "is_default",
        first: false,
        second: true,
        driftOf: profile,
        drifted: { is_default: true },
      },
    }),
    unset: {},
    kept: keptAsNamed,
  },
  {
    type: "host",
    required: (name, number, { profiles, groups }) => ({
      host: `192.0.2.${100 + number}`,
      name: `Host ${name}`,
      profile: profiles[0],
      contact_groups: [groups[0]],
    }),
    facets: ({ profiles, groups }) => ({
      host: {
        attribute: "host",
        first: "192.0.2.1",
        second: "192.0.2.2",
        drifted: { host: "192.0.2.3" },
        replaces: true,
      },
      name: { attribute: "name", first: "mail", second: "mail 2", drifted: { name: "Post" } },
      profile: {
        attribute: "profile",
        first: profiles[0],
        second: profiles[1],
        drifted: { profile: profiles[2] },
      },
      contact_groups: {
        attribute: "contact_groups",
        first: [groups[0]],
        second: [groups[0], groups[1]],
        drifted: { contact_group: [groups[2]] },
      },
      tags: { attribute: "tags", first: ["a"], second: ["a", "b"], drifted: { tags: [] } },
      tags_removed: { attribute: "tags", first: ["a"], second: undefined, drifted: { tags: ["x"] } },
      paused: { attribute: "paused", first: undefined, second: true, drifted: { paused: false } },
      resumed: { attribute: "paused", first: true, second: undefined, drifted: { paused: true } },
    }),
    unset: { tags: [], paused: false },
    kept: (object, attribute) =>
      keptAsNamed(object, attribute === "contact_groups" ? "contact_group" : attribute),
  },
];
