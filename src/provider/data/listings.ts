import { type Attributes, dataSource, nestedList, number } from "../../terraform";
import type { Account } from "../account";
import { explained } from "../service-diagnostic";
import { filterAttributes } from "./filters";
import { rejectUnsupportedFilters } from "./kind-table";
import { kindTables } from "./kinds";
import { observedList } from "./list";

const hostData = kindTables.host;
// `listed` is true for all of them.
const { listed, ...filters } = hostData.filters;

/** `rblmonitor_listings`: the currently listed hosts (docs/design/api.md#endpoints). */
export const listingsData = dataSource<Attributes, Account>({
  description:
    "Lists the hosts that are currently on at least one source. All filters must match. Returns an empty list if there is no match.",
  attributes: {
    ...filterAttributes(filters, hostData.attributes),
    total_listed: number().computed(
      "Number of listed hosts in the account, regardless of filters. Null if the API does not return it.",
    ),
    hosts: nestedList(hostData.attributes).computed("The matching hosts, sorted by `host`, then by `id`."),
  },
  async read(call) {
    rejectUnsupportedFilters(hostData, filters, call.config, call.context);
    const { objects, totalListed } = await explained(call.context.listings());
    // Every host in this list is listed, even if the API does not return `listed`.
    const hosts = objects.map((host) => ({ listed: true, ...host }));
    return {
      ...call.config,
      total_listed: totalListed ?? null,
      hosts: await observedList(hostData, filters, hosts, call),
    };
  },
});
