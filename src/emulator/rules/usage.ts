import { occurrences } from "../../service/groups";
import { type Kind, kinds } from "../../service/kinds";
import { sidKind } from "../../service/sids";
import type { Account } from "../account/account";
import type { AnyObject } from "../account/objects";
import type { Service } from "../service";
import { Refusal } from "../validation";

/** The kinds and fields that reference a profile, a group or a source. */
const users: Readonly<Partial<Record<Kind, readonly [Kind, "profile" | "contact_group" | "entries"][]>>> = {
  source: [["monitoring_profile", "entries"]],
  monitoring_profile: [["host", "profile"]],
  certificate_profile: [["certificate_monitor", "profile"]],
  contact_group: [
    ["host", "contact_group"],
    ["certificate_monitor", "contact_group"],
    ["contact", "contact_group"],
  ],
};

/** Kinds whose last object cannot be deleted (docs/design/api-3.0.md#rules (3)). */
const requiredKinds: readonly Kind[] = ["monitoring_profile", "contact_group"];

/** Rejects the deletion of an object in use, or of the last one (docs/design/api-3.0.md#rules (3); docs/design/open-points.md#12). */
export function assertUnused(object: AnyObject, service: Service): void {
  const kind = sidKind(object.id);
  if (kind === undefined) return;
  const { title } = kinds[kind];
  const user = (users[kind] ?? []).find(([userKind, field]) =>
    service.account.objects(userKind).some((each) => names(each[field], object.id)),
  );
  const { inUseStatus } = service.settings;
  if (user !== undefined) {
    throw new Refusal(
      inUseStatus,
      `The ${title} is in use by a ${kinds[user[0]].title} and cannot be deleted.`,
    );
  }
  if (requiredKinds.includes(kind) && service.account.objects(kind).length === 1) {
    throw new Refusal(inUseStatus, `The last ${title} cannot be deleted.`);
  }
}

/** Counts the objects of a kind that reference each SID in a field. */
export function countBy(account: Account, kind: Kind, field: string): ReadonlyMap<string, number> {
  return occurrences(account.objects(kind).flatMap((object) => object[field] as string | string[]));
}

function names(value: unknown, sid: string): boolean {
  return Array.isArray(value) ? value.includes(sid) : value === sid;
}
