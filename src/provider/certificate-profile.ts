import { attributesOf } from "./common-attributes";
import { managedResource } from "./managed/resource";
import { described, moveBeforeDestroy } from "./text";

/** Certificate profiles (docs/design/api.md#certificate-profile). */
export const certificateProfile = managedResource({
  kind: "certificate_profile",
  description: described(
    "Sets when certificate monitors alert: days before expiration, types of errors, and changes. Requires API version 4.0.",
    moveBeforeDestroy,
  ),
  attributes: attributesOf("certificate_profile"),
  key: { description: "its name" },
});
