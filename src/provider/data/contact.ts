import { canonicalSid } from "../../service/sids";
import { contact } from "../contact";
import { contains, equals, matches } from "./filters";
import { kindTable } from "./kind-table";
import { statusAttribute } from "./status-attribute";

/** Contacts as data sources. Their `args` may be secret, and stay with the service. */
export const contactData = kindTable({
  kind: "contact",
  managed: contact,
  computed: { status: statusAttribute() },
  key: "contact",
  completeWith: "type",
  narrowedBy: "type",
  filters: {
    contact_pattern: matches("contact"),
    type: equals("type"),
    contact_group: contains("contact_groups", canonicalSid),
    status: equals("status"),
    paused: equals("paused"),
  },
});
