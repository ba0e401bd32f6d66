import { bool, string } from "../../terraform";
import { source } from "../source";
import { equals, matches } from "./filters";
import { kindTable, knownStatuses, statusAttribute } from "./kind-table";

/** Sources as data sources, including those of the service's catalogue (docs/design/open-points.md#5 and 6). */
export const sourceData = kindTable({
  kind: "source",
  managed: source,
  computed: {
    type: string().computed(
      "What the source lists:\n- `rbl`: IPv4 addresses\n- `rbl_v6`: IPv6 addresses\n- `uribl`: domain names\n- another value for some built-in sources",
    ),
    custom: bool().computed("Whether the account added the source. False for built-in sources."),
    status: statusAttribute(),
  },
  key: "host",
  narrowedBy: "type",
  notFound: "The API lists active sources only. To look up a paused source, set id.",
  filters: {
    host_pattern: matches("host"),
    type: equals("type", "`rbl`, `rbl_v6`, `uribl`, or another value"),
    custom: equals("custom"),
    status: equals("status", knownStatuses()),
    paused: equals("paused"),
  },
});
