import { type Attribute, bool, integer, set } from "../terraform";
import { label, objectId } from "./common-attributes";
import { defaultFlag } from "./managed/default-flag";
import { managedResource } from "./managed/resource";
import { changesInPlace, described } from "./text";

/** Certificate profiles (docs/design/api.md#certificate-profile; the defaults are those of its table). */
export const certificateProfile = managedResource({
  kind: "certificate_profile",
  description:
    "Sets when certificate monitors alert: days before expiration, types of errors, and changes. Requires API version 4.0.",
  attributes: {
    id: objectId("certificate_profile"),
    name: label("Name of the profile."),
    expiration_thresholds: set(integer())
      .check((days, report) => {
        if (days.length === 0) report.error("must have at least one number of days");
        if (days.length > 10) report.warning("has more than the 10 values that the service documents");
        if (days.some((day) => day < 0 || day > 90))
          report.warning("has values outside the 0 to 90 days that the service documents");
      })
      .required(
        described(
          "Days before expiration at which to alert, such as `[30, 15, 5]`.",
          "Whole numbers, at least one. The API documents up to 10 values from 0 to 90; others cause a warning.",
          changesInPlace,
        ),
      ),
    alert_on_expiration: alert(true, "the certificate is about to expire"),
    alert_on_name_mismatch: alert(true, "the certificate does not match the hostname"),
    alert_on_ca_failure: alert(true, "the certificate authority is not trusted"),
    alert_on_connection_failure: alert(true, "the connection fails"),
    alert_on_caa_failure: alert(false, "the domain's CAA records do not allow the certificate authority"),
    alert_on_misconfigurations: alert(true, "TLS is misconfigured on the server"),
    alert_on_changes: alert(true, "the certificate changes"),
    is_default: defaultFlag("certificate_profile"),
  },
  importKey: { description: "its name" },
});

function alert(byDefault: boolean, when: string): Attribute<boolean, "defaulted"> {
  return bool().default(
    byDefault,
    described(`Whether to alert when ${when}.`, `Defaults to \`${byDefault}\`.`, changesInPlace),
  );
}
