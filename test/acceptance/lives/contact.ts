import { keptOfNotifying, type Life } from "./life";

export const contact: Life = {
  type: "contact",
  computed: ["id", "schedule"],
  required: (_name, number, { groups }) => ({
    contact: `ops-${number}@example.com`,
    type: "email",
    contact_groups: [groups[0]],
  }),
  facets: ({ groups }) => ({
    contact: {
      attribute: "contact",
      first: "ops@example.com",
      second: "operations@example.com",
      drifted: { contact: "post@example.com" },
    },
    type: { attribute: "type", first: "email", second: "slack", drifted: { type: "sms" }, replaces: true },
    contact_groups: {
      attribute: "contact_groups",
      first: [groups[0]],
      second: [groups[0], groups[1]],
      drifted: { contact_group: [groups[2]] },
    },
    schedule: {
      attribute: "schedule",
      first: "every_check",
      second: "while_listed",
      drifted: { schedule: "start_and_end" },
    },
    paused: { attribute: "paused", first: undefined, second: true, drifted: { paused: false } },
    resumed: { attribute: "paused", first: true, second: undefined, drifted: { paused: true } },
  }),
  omitted: { paused: false },
  kept: keptOfNotifying,
};
