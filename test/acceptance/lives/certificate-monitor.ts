import { keptOfNotifying, type Life } from "./life";

export const certificateMonitor: Life = {
  type: "certificate_monitor",
  computed: ["id"],
  required: (name, number, { certificateProfiles, groups }) => ({
    hostname: `www-${number}.example.com`,
    protocol: "https",
    name: `Monitor ${name}`,
    profile: certificateProfiles[0],
    contact_groups: [groups[0]],
  }),
  facets: ({ certificateProfiles, groups }) => ({
    hostname: {
      attribute: "hostname",
      first: "shop.example.com",
      second: "store.example.com",
      drifted: { hostname: "other.example.com" },
      replaces: true,
    },
    protocol: {
      attribute: "protocol",
      first: "smtp",
      second: "imaps",
      drifted: { protocol: "pops" },
      replaces: true,
    },
    name: { attribute: "name", first: "shop", second: "the shop", drifted: { name: "Laden" } },
    profile: {
      attribute: "profile",
      first: certificateProfiles[0],
      second: certificateProfiles[1],
      drifted: { profile: certificateProfiles[2] },
    },
    contact_groups: {
      attribute: "contact_groups",
      first: [groups[0]],
      second: [groups[0], groups[1]],
      drifted: { contact_group: [groups[2]] },
    },
    tags: { attribute: "tags", first: ["a"], second: ["a", "b"], drifted: { tags: [] } },
    paused: { attribute: "paused", first: undefined, second: true, drifted: { paused: false } },
    resumed: { attribute: "paused", first: true, second: undefined, drifted: { paused: true } },
  }),
  omitted: { tags: [], paused: false },
  kept: keptOfNotifying,
};
