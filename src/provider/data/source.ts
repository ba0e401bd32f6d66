import { bool, string } from "../../terraform";
import { source } from "../source";
import { equals, matches } from "./filters";
import { kindTable } from "./kind-table";
import { statusAttribute } from "./status-attribute";

/** Sources as data sources, those of the service's catalogue among them (docs/design/open-points.md#5 and 6). */
export const sourceData = kindTable({
  kind: "source",
  managed: source,
  computed: {
    type: string().computed(
      "What the source lists: `rbl` (IPv4 addresses), `rbl_v6` (IPv6 addresses), `uribl` (domain names), or a further type of a built-in source.",
    ),
    custom: bool().computed("Whether the account added the source; the others are the service's own."),
    status: statusAttribute(),
  },
  key: "host",
  narrowedBy: "type",
  notFound: "The service lists active sources only: find one that may be paused by its id.",
  filters: {
    host_pattern: matches("host"),
    type: equals("type"),
    custom: equals("custom"),
    status: equals("status"),
    paused: equals("paused"),
  },
});
