import { writableFields } from "../../service/fields";
import { occurrences } from "../../service/groups";
import { type Kind, kinds } from "../../service/kinds";
import { profileEntries } from "../account/account";
import type { AnyObject, HostObject, MonitoringProfileObject } from "../account/objects";
import type { Check } from "../checks/checks";
import type { Service } from "../service";
import type { OpenPointSettings } from "../settings";
import { storedElements, storedForm, wireFlag, wireList, wireStatus } from "./wire-form";

/** Fields of returned objects in addition to those of a create and `status`, which the API hardly documents. */
const addedFields: { readonly [K in Kind]?: readonly string[] } = {
  host: ["listed"],
  source: ["custom"],
  certificate_monitor: ["port", "expiry_days", "last_checked"],
};

/** Additional fields of version 3.0 (docs/design/api-3.0.md#resources). */
const legacyFields: { readonly [K in Kind]?: (objects: Counter) => (object: AnyObject) => object } = {
  host: () => (object) => hostHistory(object as HostObject),
  monitoring_profile: (counts) => {
    const hosts = counts("host", "profile");
    return (object) => ({ total_hosts: hosts.get(object.id) ?? 0 });
  },
  contact_group: (counts) => {
    const members = counts("contact", "contact_group");
    const hosts = counts("host", "contact_group");
    return (object) => ({
      total_members: members.get(object.id) ?? 0,
      total_hosts: hosts.get(object.id) ?? 0,
    });
  },
};

/** Counts the objects of a kind that reference each SID in a field. */
type Counter = (user: Kind, field: string) => ReadonlyMap<string, number>;

/** Examples of undocumented fields. */
const unknownFields = { _links: { self: null }, version: "4.0.7", __typename: "Object", flags: [[], {}] };

/** Internal fields of the emulator, which are not portal settings. */
const internalFields: readonly string[] = [
  "id",
  "paused",
  "confirmed",
  "authorized",
  "authcode",
  "listings",
  "parent",
  "lastChecked",
  "firstListed",
  "type",
];

/** Converts objects to the wire form that the settings select. */
export function present(kind: Kind, objects: readonly AnyObject[], service: Service): object[] {
  const { account, settings } = service;
  const counts: Counter = (user, field) =>
    occurrences(account.objects(user).flatMap((object) => object[field] as string | string[]));
  const legacy = settings.extraFields === "legacy" ? legacyFields[kind]?.(counts) : undefined;
  const fields = [
    ...writableFields(kind),
    ...(kinds[kind].pausable ? ["status"] : []),
    ...(addedFields[kind] ?? []),
  ];
  const valuesOf = (object: AnyObject) =>
    fields
      .map((field) => [field, wireValue(kind, field, object, service)] as const)
      .filter(([, value]) => value !== undefined);
  return objects.map((object) => ({
    [settings.idKey]: object.id,
    ...Object.fromEntries(valuesOf(object)),
    ...(object.type === "ip_range" || typeof object.parent === "string"
      ? { type: object.type, parent: object.parent }
      : {}),
    ...legacy?.(object),
    ...(settings.extraFields === "unknown" ? unknownFields : {}),
    ...(settings.portalSettings === "shown" ? portalFields(fields, object) : {}),
  }));
}

function wireValue(kind: Kind, field: string, object: AnyObject, service: Service): unknown {
  const { settings, account } = service;
  const value = storedForm(kind, field, object, service);
  if (field === "status") return wireStatus(object, settings);
  if (field === "custom")
    return { number: Number(value === true), boolean: value === true, absent: undefined }[
      settings.customFlag
    ];
  if (field === "port") return settings.monitorPort === "present" ? value : undefined;
  if (field === "frequency" && settings.frequency === "absent") return undefined;
  if (field === "args") return wireArgs(value, service);
  if (field === "type" && kind === "source") return sourceType(object, value, service);
  const list = field === "entries" ? profileEntries(object as MonitoringProfileObject, account) : value;
  if (Array.isArray(list)) return wireList(storedElements(kind, field, list, service), service);
  return typeof value === "boolean" ? wireFlag(value, settings) : value;
}

function sourceType(object: AnyObject, type: unknown, { settings }: Service): unknown {
  const extendedTypes: Record<string, string> = { rbl_v6: "rwl_v6", uribl: "domain_blocklist" };
  const isExtended = settings.sourceTypes === "extended" && object.custom !== true;
  return (isExtended ? extendedTypes[String(object.type)] : undefined) ?? type;
}

function wireArgs(args: unknown, { settings }: Service): unknown {
  if (settings.argsReturned === "absent") return undefined;
  if (args === null || settings.argsReturned === "whole") return args;
  return Object.fromEntries(Object.keys(args as object).map((key) => [key, "********"]));
}

function hostHistory(host: HostObject): object {
  return {
    type: host.type,
    parent: host.parent,
    last_checked: dateText(host.lastChecked),
    first_listed: dateText(host.firstListed),
    listed_count: host.listings.length,
    listed_details: host.listings.map(({ host: source, details }) => ({ host: source, details })),
  };
}

function portalFields(fields: readonly string[], object: AnyObject): object {
  const known = [...fields, ...internalFields];
  return Object.fromEntries(Object.entries(object).filter(([field]) => !known.includes(field)));
}

/** A date and time in the format of 3.0. */
function dateText(milliseconds: number | null): string | null {
  if (milliseconds === null) return null;
  return `${new Date(milliseconds).toISOString().slice(0, 19).replace("T", " ")} GMT`;
}

/** Status words of running and completed checks (docs/design/open-points.md#14). */
const words: Readonly<Record<OpenPointSettings["checkWords"], readonly [running: string, done: string]>> = {
  documented: ["processing", "completed"],
  capitalised: ["Processing", "Completed"],
  "unknown-while-running": ["queued", "completed"],
  unknown: ["queued", "finished"],
  running: ["running", "completed"],
  "in-progress": ["in_progress", "completed"],
  failed: ["processing", "failed"],
};

/** The status of a check, with the fields of 3.0, as 4.0 does not document them. */
export function checkStatus(check: Check, details: boolean, settings: OpenPointSettings): object {
  const [running, done] = words[settings.checkWords];
  const hasFailed = check.completed && settings.checkWords === "failed";
  const head = {
    [settings.idKey]: check.id,
    status: check.completed ? done : running,
    checked_count: check.completed && !hasFailed ? check.sources.length : 0,
  };
  if (hasFailed) return { ...head, listed: wireFlag(false, settings), listed_count: 0 };
  if (!check.completed && settings.checkResultsWhileProcessing === "absent") return head;
  return {
    ...head,
    listed: wireFlag(check.listings.length > 0, settings),
    listed_count: check.listings.length,
    ...(details ? { listed_details: results(check, settings) } : {}),
  };
}

function results(check: Check, settings: OpenPointSettings): object[] {
  const listings = new Map(check.listings.map(({ sid, details }) => [sid, details]));
  const shown = settings.checkDetails === "all" ? check.sources : check.listings;
  return shown.map(({ sid, host }) => ({
    rbl: sid,
    host,
    details: listings.get(sid) ?? "",
    listed: wireFlag(listings.has(sid), settings),
    response_time: 0.02,
  }));
}
