import type { Kind } from "../../service/kinds";
import { resource } from "../../terraform/definition/provider";
import type { AnyResource } from "../../terraform/definition/resource";
import type { Account } from "../account";
import { explained } from "../service-diagnostic";
import { createObject } from "./create";
import { deleteObject } from "./delete";
import { planExisting } from "./existing-objects";
import { importObject } from "./import";
import { planDestroyLacking, planLacking } from "./lacking";
import type { AnyManagedObject, ManagedObject, ObjectAttributes, ObjectState } from "./object";
import { readObject } from "./read";
import { noteScale } from "./scale";
import { noteCreated, planSharedKeyDestroyed, planSharedKeys } from "./shared-keys";
import { updateObject } from "./update";

/** A resource, and the table of the kind of object that it manages. */
export type ManagedResource = AnyResource<Account> & { readonly object: AnyManagedObject };

/** A kind of object as a Terraform resource: one logic for all kinds, driven by the kind's table. */
export function managedResource<A extends ObjectAttributes, K extends Kind>(
  table: ManagedObject<A, K>,
): ManagedResource {
  const object = table as unknown as AnyManagedObject;
  const { description, attributes, validate, plan, planDestroy } = object;
  const managed = resource<ObjectAttributes, Account>({
    description,
    attributes,
    ...(validate && { validate }),
    async plan(call) {
      await plan?.(call);
      planLacking(object, call);
      planSharedKeys(object, call);
      await planExisting(object, call);
    },
    async planDestroy(call) {
      await planDestroy?.(call);
      planSharedKeyDestroyed(object, call);
      planDestroyLacking(object, call);
    },
    async create(call) {
      const made = await explained(createObject(object, call));
      noteCreated(object, call.context, made as ObjectState);
      await noteScale(object, call);
      return made;
    },
    read: (call) => explained(readObject(object, call)),
    update: (call) => explained(updateObject(object, call)),
    delete: (call) => explained(deleteObject(object, call)),
    import: (call) => explained(importObject(object, call)),
  });
  return { ...managed, object };
}
