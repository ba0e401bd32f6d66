import type { Emulator } from "../../src/emulator/emulator";
import type { LegacyKind } from "../../src/service/legacy/kinds";
import { defaults } from "../emulator/bodies";

/** A kind of object as the specification of 3.0 has it in its tables. */
export interface KindRow {
  readonly kind: LegacyKind;
  readonly one: string;
  readonly several: string;
  readonly list: string;
  readonly path: string;
  readonly prefix: string;
  readonly total: string;
  readonly pausable: boolean;
  readonly body: Readonly<Record<string, string>>;
  readonly change: Readonly<Record<string, string>>;
  /** What the change does to the account's object. */
  readonly changed: object;
  /** The object as the API shows it after it was added, without its id. */
  readonly shown: (service: Emulator) => object;
}

const sid = (prefix: string) => expect.stringMatching(new RegExp(`^${prefix}[0-9a-f]{32}$`));

/** Every kind of version 3.0 (docs/design/api-3.0.md#resources and Endpoints). */
export const kindRows: readonly KindRow[] = [
  {
    kind: "host",
    one: "host",
    several: "hosts",
    list: "/hosts",
    path: "/host",
    prefix: "HT",
    total: "total_hosts",
    pausable: true,
    body: { host: "192.0.2.1", name: "Mail", type: "rbl" },
    change: { name: "Relay" },
    changed: { name: "Relay" },
    shown: (service) => ({
      host: "192.0.2.1",
      name: "Mail",
      type: "rbl",
      parent: null,
      status: "active",
      rbl_profile: defaults(service).profile,
      contact_group: defaults(service).group,
      last_checked: null,
      first_listed: null,
      listed_period: null,
      listed: 0,
      listed_count: 0,
      listed_details: [],
    }),
  },
  {
    kind: "monitoring_profile",
    one: "profile",
    several: "profiles",
    list: "/rblprofiles",
    path: "/rblprofile",
    prefix: "RP",
    total: "total_rbl_profiles",
    pausable: false,
    body: { name: "Fast", frequency: "1_hour" },
    change: { frequency: "2_hours" },
    changed: { frequency: "2_hours" },
    shown: () => ({
      name: "Fast",
      is_default: 0,
      total_entries: 30,
      total_hosts: 0,
      entries: Array.from({ length: 30 }, () => sid("RB")),
    }),
  },
  {
    kind: "source",
    one: "RBL",
    several: "RBLs",
    list: "/rbls",
    path: "/rbl",
    prefix: "RB",
    total: "total_rbls",
    pausable: true,
    body: { type: "uribl", host: "bl.example.org" },
    change: { type: "rbl" },
    changed: { type: "rbl" },
    shown: () => ({ type: "uribl", custom: 1, host: "bl.example.org" }),
  },
  {
    kind: "contact",
    one: "contact",
    several: "contacts",
    list: "/contacts",
    path: "/contact",
    prefix: "CO",
    total: "total_contacts",
    pausable: true,
    body: { contact: "ops@example.org", type: "email", schedule: "every_check" },
    change: { schedule: "while_listed" },
    changed: { schedule: "while_listed" },
    shown: (service) => ({
      type: "email",
      status: "pending",
      schedule: "every_check",
      contact: "ops@example.org",
      contact_group: [defaults(service).group],
    }),
  },
  {
    kind: "contact_group",
    one: "group",
    several: "groups",
    list: "/contactgroups",
    path: "/contactgroup",
    prefix: "CG",
    total: "total_contact_groups",
    pausable: false,
    body: { name: "Night" },
    change: { name: "Day" },
    changed: { name: "Day" },
    shown: () => ({ name: "Night", is_default: 0, total_members: 0, total_hosts: 0 }),
  },
];

/** What an add answered, without the array that hosts are in. */
export function addedId({ body }: { readonly body: { data?: { id: string } | { id: string }[] } }): string {
  return [body.data ?? []].flat()[0]?.id ?? "";
}
