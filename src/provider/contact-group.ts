import { fieldsOf, objectId } from "./common-attributes";
import { defaultFlag } from "./managed/default-flag";
import { managedResource } from "./managed/resource";
import { described, moveBeforeDestroy } from "./text";

const field = fieldsOf("contact_group");

/** Contact groups (docs/design/api.md#contact-group). */
export const contactGroup = managedResource({
  kind: "contact_group",
  description: described(
    "A group of contacts that hosts and certificate monitors notify. The service uses the default group for hosts and contacts that are added outside Terraform without a group.",
    moveBeforeDestroy,
  ),
  attributes: {
    id: objectId("contact_group"),
    name: field("name", "Name of the group."),
    is_default: defaultFlag("contact_group"),
  },
  importKey: { description: "its name" },
});
