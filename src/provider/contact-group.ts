import { attributesOf } from "./common-attributes";
import { managedResource } from "./managed/resource";
import { described, moveBeforeDestroy } from "./text";

/** Contact groups (docs/design/api.md#contact-group). */
export const contactGroup = managedResource({
  kind: "contact_group",
  description: described(
    "A group of contacts that hosts and certificate monitors notify. The service uses the default group for hosts and contacts that are added outside Terraform without a group.",
    moveBeforeDestroy,
  ),
  attributes: attributesOf("contact_group"),
  key: { description: "its name" },
});
