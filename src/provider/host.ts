import { parseHost } from "../service/addresses";
import { sid } from "../service/rules";
import { nestedList, type PlanCall, string } from "../terraform";
import type { Account } from "./account";
import { attributesOf, objectId, paused } from "./common-attributes";
import { keyRule } from "./managed/natural-key";
import { managedResource } from "./managed/resource";
import { shapeOf } from "./shapes";
import { subnetHosts } from "./subnet/members";
import { planSubnet } from "./subnet/plan";

const attributes = {
  ...attributesOf("host"),
  id: objectId(
    "host",
    "For a subnet: the SID of the parent host, or of the first host if there is no parent.",
  ),
  paused: paused("Whether all checks of the host are paused."),
  members: nestedList({
    id: shapeOf(sid("host")).computed("SID of the host, `HT…`."),
    host: string().computed("Address or name of the host."),
  })
    .computed(
      "All hosts that this resource manages: one, or those that the service created for a subnet, in the order of their addresses. Hosts that appear later, or are created again, come last.",
    )
    .keepsPrior(),
};

/** The attributes of a host. */
export type HostAttributes = typeof attributes;

/** Hosts (docs/design/api.md#host). A subnet may create several (docs/design/open-points.md#10). */
export const host = managedResource({
  kind: "host",
  description:
    "Monitors an IPv4 address, a domain name, or an IPv4 subnet on the DNS blocklists of a monitoring profile.",
  attributes,
  naturalKey: "host",
  key: keyRule("host", "host"),
  uniqueKey: "error",
  several: subnetHosts(attributes),
  importKey: { description: "its address, domain name, or subnet" },
  async plan(call) {
    warnOfAddressV6(call);
    await planSubnet(call);
  },
});

/** The API specification mentions only IPv4 addresses, but the service may also accept IPv6. */
function warnOfAddressV6({ prior, plan, diagnostics }: PlanCall<HostAttributes, Account>): void {
  if (prior !== null || typeof plan.host !== "string" || parseHost(plan.host)?.form !== "address_v6") return;
  diagnostics.warning(
    "IPv6 host may be refused",
    "The API specification mentions only IPv4 addresses, domain names, and IPv4 subnets. The service may refuse to create a host with an IPv6 address.",
    [{ attribute: "host" }],
  );
}
