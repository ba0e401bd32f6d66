import { number } from "../../terraform";
import { contactGroup } from "../contact-group";
import { equals, matches } from "./filters";
import { kindTable } from "./kind-table";

/** Contact groups as data sources. */
export const contactGroupData = kindTable({
  kind: "contact_group",
  managed: contactGroup,
  computed: {
    total_members: number().computed("How many contacts belong to the group, if the service tells it."),
    total_hosts: number().computed("How many hosts notify the group, if the service tells it."),
  },
  key: "name",
  filters: { name_pattern: matches("name"), is_default: equals("is_default") },
});
