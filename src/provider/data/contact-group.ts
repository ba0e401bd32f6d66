import { number } from "../../terraform";
import { contactGroup } from "../contact-group";
import { equals, matches } from "./filters";
import { kindTable } from "./kind-table";

/** Contact groups as data sources. */
export const contactGroupData = kindTable({
  kind: "contact_group",
  managed: contactGroup,
  computed: {
    total_members: number().computed("Number of contacts in the group. Null if the API does not return it."),
    total_hosts: number().computed(
      "Number of hosts that notify the group. Null if the API does not return it.",
    ),
  },
  key: "name",
  filters: { name_pattern: matches("name"), is_default: equals("is_default") },
});
