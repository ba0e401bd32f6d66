import { canonicalSid } from "../../service/sids";
import { contact } from "../contact";
import { contains, equals, matches } from "./filters";
import { kindTable, knownStatuses, statusAttribute } from "./kind-table";

/** Contacts as data sources, without `args`: these may be secret, and the API does not return them. */
export const contactData = kindTable({
  kind: "contact",
  managed: contact,
  computed: { status: statusAttribute("pending") },
  key: "contact",
  completeWith: "type",
  narrowedBy: "type",
  filters: {
    contact_pattern: matches("contact"),
    type: equals("type"),
    contact_group: contains("contact_groups", canonicalSid),
    status: equals("status", knownStatuses("pending")),
    paused: equals("paused"),
  },
});
