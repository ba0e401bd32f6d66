import { keptAsNamed, type Life } from "./life";

export const contactGroup: Life = {
  type: "contact_group",
  computed: ["id"],
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
  omitted: {},
  kept: keptAsNamed,
};
