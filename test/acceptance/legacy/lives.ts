import type { Facet, Life } from "../lives/life";
import { lives } from "../lives/lives";

type Facets = Readonly<Record<string, Facet>>;

/** What is different over version 3.0 in the life of a kind. */
interface Difference extends Pick<Life, "unreported"> {
  /** Facets of what version 3.0 does not have. */
  readonly lacking?: readonly string[];
  /** Facets in which something is otherwise. */
  changed?(facets: Facets, ...scenery: Parameters<Life["facets"]>): Readonly<Record<string, Partial<Facet>>>;
}

const differences: Readonly<Record<string, Difference>> = {
  contact_group: {},
  monitoring_profile: {
    // Version 3.0 returns neither the frequency nor the sync_method of a profile (docs/design/api-3.0.md#resources).
    unreported: ({ attribute }) =>
      ["entries", "sync_method"].includes(attribute) ? ["frequency", "sync_method"] : ["frequency"],
    changed: () => ({
      frequency: { drifted: { name: "Post" }, seen: ["name"] },
      selection: { drifted: { name: "Post" }, seen: ["name"], along: { update: ["sync_method"] } },
      sync_method: { drifted: { name: "Post" }, seen: ["name"], along: { update: ["entries"] } },
    }),
  },
  host: {
    lacking: ["tags", "tags_removed"],
    // A new host takes one group.
    changed: (_facets, { groups }) => ({ contact_groups: { second: [groups[1]] } }),
  },
  source: {
    lacking: ["custom_codes", "custom_codes_removed"],
    // Version 3.0 does not return whether a source is paused.
    unreported: ({ attribute, second }) => (attribute === "paused" && second === true ? ["paused"] : []),
    changed: () => ({
      paused: { drifted: { host: "bl-x.example.net" }, seen: ["host"] },
      resumed: { drifted: { host: "bl-y.example.net" }, seen: ["host"] },
      // Version 3.0 shows no type that it never had.
      type: { drifted: { type: "rbl" } },
    }),
  },
  contact: { changed: () => ({ contact: { replaces: true } }) },
};

/** The lives of the kinds that version 3.0 knows, as it lets them live. */
export const legacyLives: readonly Life[] = lives.flatMap((life) => {
  const difference = differences[life.type];
  return difference === undefined ? [] : [legacyLife(life, difference)];
});

function legacyLife(life: Life, { lacking = [], changed, unreported }: Difference): Life {
  return {
    ...life,
    ...(unreported && { unreported }),
    facets(scenery) {
      const facets = life.facets(scenery);
      const changes = changed?.(facets, scenery) ?? {};
      return Object.fromEntries(
        Object.entries(facets)
          .filter(([name]) => !lacking.includes(name))
          .map(([name, facet]) => [name, { ...facet, ...changes[name] }]),
      );
    },
  };
}
