import type { Kind } from "../../service/kinds";

/** The fields that refer to objects of a kind: they must change before such an object can be deleted (docs/design/open-points.md#12). */
export const references: Partial<Record<Kind, readonly { readonly from: Kind; readonly field: string }[]>> = {
  monitoring_profile: [{ from: "host", field: "profile" }],
  certificate_profile: [{ from: "certificate_monitor", field: "profile" }],
  source: [{ from: "monitoring_profile", field: "entries" }],
  contact_group: [
    { from: "host", field: "contact_group" },
    { from: "contact", field: "contact_group" },
    { from: "certificate_monitor", field: "contact_group" },
  ],
};
