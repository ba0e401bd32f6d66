import { references } from "../../service/fields";
import { type Kind, kindNames, kinds } from "../../service/kinds";
import { sidKind } from "../../service/sids";
import type { Account } from "../account/account";
import { type AnyObject, sidsIn } from "../account/objects";
import type { Service } from "../service";
import { Refusal } from "../validation";

/** Kinds whose last object cannot be deleted (docs/design/api-3.0.md#rules (3)). */
const requiredKinds: readonly Kind[] = ["monitoring_profile", "contact_group"];

/** Rejects the deletion of an object in use, or of the last one (docs/design/api-3.0.md#rules (3); docs/design/open-points.md#12). */
export function assertUnused(object: AnyObject, service: Service): void {
  const kind = sidKind(object.id);
  if (kind === undefined) return;
  const { title } = kinds[kind];
  const user = kindNames.find((each) => isUsedBy(each, kind, object.id, service.account));
  const { inUseStatus } = service.settings;
  if (user !== undefined) {
    throw new Refusal(inUseStatus, `The ${title} is in use by a ${kinds[user].title} and cannot be deleted.`);
  }
  if (requiredKinds.includes(kind) && service.account.objects(kind).length === 1) {
    throw new Refusal(inUseStatus, `The last ${title} cannot be deleted.`);
  }
}

function isUsedBy(user: Kind, kind: Kind, sid: string, account: Account): boolean {
  const fields = Object.entries(references[user]).filter(([, referenced]) => referenced === kind);
  return fields.some(([field]) => account.objects(user).some((each) => sidsIn(each[field]).includes(sid)));
}
