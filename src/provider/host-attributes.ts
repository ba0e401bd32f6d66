import { sid } from "../service/rules";
import { nestedList, string } from "../terraform";
import { attributesOf, objectId, paused } from "./common-attributes";
import { shapeOf } from "./shapes";

export const hostAttributes = {
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
export type HostAttributes = typeof hostAttributes;
