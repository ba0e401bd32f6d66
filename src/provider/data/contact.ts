import { canonicalSid } from "../../service/sids";
import { contact } from "../contact";
import { being, having, like } from "./filters";
import { kindTable } from "./kind-table";
import { statusFact } from "./status-fact";

/** Contacts as data sources. Their `args` may be secret, and stay with the service. */
export const contactData = kindTable({
  kind: "contact",
  managed: contact,
  facts: { status: statusFact() },
  key: "contact",
  wholeWith: "type",
  narrowedBy: "type",
  filters: {
    contact_pattern: like("contact"),
    type: being("type"),
    contact_group: having("contact_groups", canonicalSid),
    status: being("status"),
    paused: being("paused"),
  },
});
