import type { AnyObject } from "../../../../src/emulator/account/objects";
import { canonicalHost } from "../../../../src/service/addresses";
import { type Kind, kinds } from "../../../../src/service/kinds";
import { accepted, attributeOf } from "../../../objects";

/** An object of the emulator as a Terraform state stores it. */
export type Stored = Readonly<Record<string, unknown>>;

/** Attributes that are not fields of the same value. */
const special: { readonly [K in Kind]?: (object: AnyObject) => Stored } = {
  host: (object) => ({ members: [{ id: object.id, host: canonicalHost(String(object.host)) }] }),
  monitoring_profile: (object) => (object.sync_method === "stay_in_sync" ? { entries: null } : {}),
};

/** The attributes of an object in a state. */
export function storedObject(kind: Kind, object: AnyObject): Stored {
  const fields = Object.keys(accepted(kind)).filter((name) => name !== "args");
  return {
    id: object.id,
    ...Object.fromEntries(fields.map((name) => [attributeOf(kind, name), object[name]])),
    ...(kinds[kind].pausable && { paused: object.paused }),
    ...special[kind]?.(object),
  };
}

/** A state of version 4 that holds those objects, each at an address by its number. */
export function rawStateOf(objects: readonly { readonly kind: Kind; readonly attributes: Stored }[]): string {
  const resources = objects.map(({ kind, attributes }, number) => ({
    mode: "managed",
    type: `rblmonitor_${kind}`,
    name: `object_${number}`,
    provider: 'provider["registry.terraform.io/rblmonitor/rblmonitor"]',
    instances: [{ schema_version: 0, attributes }],
  }));
  return JSON.stringify({ version: 4, terraform_version: "1.11.4", serial: 1, lineage: "l", resources });
}
