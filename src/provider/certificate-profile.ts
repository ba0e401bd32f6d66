import { fieldsOf, objectId } from "./common-attributes";
import { defaultFlag } from "./managed/default-flag";
import { managedResource } from "./managed/resource";
import { described, moveBeforeDestroy } from "./text";

const field = fieldsOf("certificate_profile");

/** Certificate profiles (docs/design/api.md#certificate-profile; the defaults are those of its table). */
export const certificateProfile = managedResource({
  kind: "certificate_profile",
  description: described(
    "Sets when certificate monitors alert: days before expiration, types of errors, and changes. Requires API version 4.0.",
    moveBeforeDestroy,
  ),
  attributes: {
    id: objectId("certificate_profile"),
    name: field("name", "Name of the profile."),
    expiration_thresholds: field(
      "expiration_thresholds",
      "Days before expiration at which to alert, such as `[30, 15, 5]`.",
    ),
    alert_on_expiration: field(
      "alert_on_expiration",
      "Whether to alert when the certificate is about to expire.",
    ),
    alert_on_name_mismatch: field(
      "alert_on_name_mismatch",
      "Whether to alert when the certificate does not match the hostname.",
    ),
    alert_on_ca_failure: field(
      "alert_on_ca_failure",
      "Whether to alert when the certificate authority is not trusted.",
    ),
    alert_on_connection_failure: field(
      "alert_on_connection_failure",
      "Whether to alert when the connection fails.",
    ),
    alert_on_caa_failure: field(
      "alert_on_caa_failure",
      "Whether to alert when the domain's CAA records do not allow the certificate authority.",
    ),
    alert_on_misconfigurations: field(
      "alert_on_misconfigurations",
      "Whether to alert when TLS is misconfigured on the server.",
    ),
    alert_on_changes: field("alert_on_changes", "Whether to alert when the certificate changes."),
    is_default: defaultFlag("certificate_profile"),
  },
  importKey: { description: "its name" },
});
