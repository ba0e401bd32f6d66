import { type Attributes, dataSource, nestedList, number } from "../../terraform";
import type { Account } from "../account";
import { explained } from "../service-diagnostic";
import { filterAttributes } from "./filters";
import { hostData } from "./host";
import { observedList } from "./list";
import { rejectUnsupportedFilters } from "./unsupported-filters";

// `listed` is the same for all of them.
const { listed, ...filters } = hostData.filters;

/** `rblmonitor_listings`: the hosts that are listed now (docs/design/api.md#endpoints). */
export const listingsData = dataSource<Attributes, Account>({
  description:
    "The hosts of the account that a source lists now: all of them, or those that every given argument keeps. None is an empty list.",
  attributes: {
    ...filterAttributes(filters, hostData.attributes, "hosts"),
    total_listed: number().computed(
      "How many hosts of the account are listed, whatever is asked for; null if the service does not tell.",
    ),
    hosts: nestedList(hostData.attributes).computed("The listed hosts, in order of `host`, then of `id`."),
  },
  async read(call) {
    rejectUnsupportedFilters(hostData, filters, call.config, call.context);
    const { objects, totalListed } = await explained(call.context.listings());
    // Whatever stands in this list is listed, told or not.
    const hosts = objects.map((host) => ({ listed: true, ...host }));
    return {
      ...call.config,
      total_listed: totalListed ?? null,
      hosts: observedList(hostData, filters, hosts, call),
    };
  },
});
