import { type Attribute, bool, integer, set } from "../terraform";
import {
  defaultFlag,
  handOverFlag,
  noteFlagMoved,
  planDefaultFlag,
  warnOfDefaultDestroyed,
} from "./default-flag";
import { byField } from "./managed/import-key";
import { managedResource } from "./managed/resource";
import { notSent } from "./managed/wire";
import { label, sid } from "./shapes";

/** Certificate profiles (docs/design/api.md#certificate-profile; the defaults are those of its table). */
export const certificateProfile = managedResource({
  kind: "certificate_profile",
  description:
    "What certificate monitors alert on: days before expiration, and kinds of error and change. Not over version 3.0 of the API.",
  attributes: {
    id: sid("certificate_profile")
      .computed("SID of the certificate profile, `CP…`.")
      .keepsPrior()
      .annotate(notSent),
    name: label().required("Name, 1 to 255 characters. A change renames the profile."),
    expiration_thresholds: set(integer())
      .check((days, report) => {
        if (days.length === 0) report.error("must have at least one number of days");
        if (days.length > 10) report.warning("has more than the 10 values that the service documents");
        if (days.some((day) => day < 0 || day > 90))
          report.warning("has values outside the 0 to 90 days that the service documents");
      })
      .required(
        "Days before expiration at which to alert, such as `[30, 15, 5]`; whole numbers, at least one. The service documents up to 10 values from 0 to 90. A change replaces them all.",
      ),
    alert_on_expiration: alert(true, "the certificate is about to expire"),
    alert_on_name_mismatch: alert(true, "the certificate is for another name"),
    alert_on_ca_failure: alert(true, "the certificate's authority is not trusted"),
    alert_on_connection_failure: alert(true, "no connection can be made"),
    alert_on_caa_failure: alert(false, "the domain's CAA records do not allow the certificate's authority"),
    alert_on_misconfigurations: alert(true, "the server's TLS is misconfigured"),
    alert_on_changes: alert(true, "the certificate is replaced"),
    is_default: defaultFlag("certificate_profile"),
  },
  importKey: byField("name", "its name"),
  plan: planDefaultFlag("certificate_profile"),
  planDestroy: warnOfDefaultDestroyed("certificate_profile"),
  observed: noteFlagMoved("certificate_profile"),
  makeDeletable: handOverFlag,
});

function alert(byDefault: boolean, when: string): Attribute<boolean, "defaulted"> {
  return bool().default(
    byDefault,
    `Whether to alert when ${when}. A change applies to every monitor of the profile. Default: \`${byDefault}\`.`,
  );
}
