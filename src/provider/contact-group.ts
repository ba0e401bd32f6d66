import { attributesOf } from "./common-attributes";
import { managedResource } from "./managed/resource";

/** Contact groups (docs/design/api.md#contact-group). */
export const contactGroup = managedResource({
  kind: "contact_group",
  description:
    "A group of contacts that hosts and certificate monitors notify. The service uses the default group for hosts and contacts that are added outside Terraform without a group.",
  attributes: attributesOf("contact_group"),
  importKey: { description: "its name" },
});
