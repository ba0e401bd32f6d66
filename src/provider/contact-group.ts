import { defaultFlag } from "./managed/default-flag";
import { managedResource } from "./managed/resource";
import { notSent } from "./managed/wire";
import { label, sid } from "./shapes";
import { changesInPlace, described } from "./text";

/** Contact groups (docs/design/api.md#contact-group). */
export const contactGroup = managedResource({
  kind: "contact_group",
  description:
    "A group of contacts that hosts and certificate monitors notify. The service uses the default group for hosts and contacts that are added outside Terraform without a group.",
  attributes: {
    id: sid("contact_group").computed("SID of the contact group, `CG…`.").keepsPrior().annotate(notSent),
    name: label().required(described("Name of the group.", "1 to 255 characters.", changesInPlace)),
    is_default: defaultFlag("contact_group"),
  },
  importKey: { description: "its name" },
});
