import { keptOfNotifying, type Life } from "./life";

export const host: Life = {
  type: "host",
  computed: ["id", "members"],
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
      along: { drift: ["members"] },
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
  omitted: { tags: [], paused: false },
  kept: keptOfNotifying,
};
