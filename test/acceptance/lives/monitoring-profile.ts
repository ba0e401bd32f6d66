import { keptAsNamed, type Life } from "./life";

export const monitoringProfile: Life = {
  type: "monitoring_profile",
  computed: ["id"],
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
  omitted: {},
  kept: keptAsNamed,
};
