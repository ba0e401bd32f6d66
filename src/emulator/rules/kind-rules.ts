import { canonicalHost, canonicalName, parseHost, subnetAddresses } from "../../service/addresses";
import { referencesTo, fields as serviceFields } from "../../service/fields";
import { type Kind, kinds } from "../../service/kinds";
import { maxSubnetAddresses } from "../../service/limits";
import { isMonitoredHostname, splitMonitored } from "../../service/monitored-hostnames";
import { sidKind } from "../../service/sids";
import { type Account, catalogue } from "../account/account";
import {
  type AnyObject,
  type CertificateMonitorObject,
  type Fields,
  type HostObject,
  type MonitoringProfileObject,
  sidsIn,
} from "../account/objects";
import type { Service } from "../service";
import { invalid, Refusal } from "../validation";
import { announceContact, validateArgs } from "./contact-rules";

/** The specific rules of a kind. Each may throw a Refusal. */
export interface KindRules {
  /** Converts valid fields of a create, before references are checked. */
  readonly createFields?: (fields: Fields, service: Service) => Fields;
  /** Creates the objects. By default, one is added. */
  readonly create?: (fields: Fields, service: Service) => AnyObject[];
  readonly created?: (object: AnyObject, service: Service) => void;
  /** Converts valid fields of an update. */
  readonly updateFields?: (fields: Fields, service: Service, before: AnyObject) => Fields;
  /** Called before update, delete, pause and resume. */
  readonly beforeChange?: (object: AnyObject, service: Service) => void;
  readonly beforeDelete?: (object: AnyObject, service: Service) => void;
  readonly deleted?: (object: AnyObject, service: Service) => void;
  readonly resumed?: (object: AnyObject, service: Service) => void;
}

/** The rules of kinds that have some (docs/design/api.md#resources; docs/design/api-3.0.md#rules). */
export const kindRules: { readonly [K in Kind]?: KindRules } = {
  host: {
    create: createHosts,
    created: ({ id, host }, { checks }) => {
      if (checks.isListed(String(host))) checks.run(id);
    },
    deleted: deleteChildren,
  },
  monitoring_profile: {
    createFields: profileFields,
    updateFields: profileFields,
    beforeDelete: assertUnused,
  },
  source: {
    beforeChange: assertCustom,
    beforeDelete: (object, service) => {
      if (service.settings.sourceInUse === "refused") assertUnused(object, service);
    },
  },
  certificate_monitor: {
    createFields: monitorFields,
    created: raiseExpected,
    resumed: raiseExpected,
    deleted: (object, service) => service.certificateErrors.drop(object.id),
  },
  certificate_profile: {
    createFields: validateThresholds,
    updateFields: validateThresholds,
    beforeDelete: (object, service) => {
      assertNotDefault(object, service);
      assertUnused(object, service);
    },
  },
  contact: {
    createFields: validateArgs,
    created: announceContact,
    updateFields: (fields, { settings }, before) => {
      const isMoved = fields.contact !== undefined && fields.contact !== before.contact;
      return isMoved && settings.contactAfterChange === "pending" ? { ...fields, confirmed: false } : fields;
    },
  },
  contact_group: { beforeDelete: assertUnused },
};

function raiseExpected(object: AnyObject, { certificateErrors }: Service): void {
  certificateErrors.applyExpected(object as CertificateMonitorObject);
}

/** Rejects changes of a built-in source (docs/design/api-3.0.md#rules: system ones are read-only; docs/design/open-points.md#6). */
function assertCustom(object: AnyObject, service: Service): void {
  if (object.custom === true) return;
  throw new Refusal(service.settings.builtInRefusal, "A built-in data source is read-only.");
}

/** Creates a host, or the hosts of a subnet (docs/design/api.md#host; docs/design/open-points.md#10 and 11). */
function createHosts(fields: Fields, service: Service): HostObject[] {
  const sent = String(fields.host);
  const text = service.settings.names === "canonical" ? canonicalHost(sent) : sent;
  const form = parseHost(text);
  if (form?.form === "address_v6" && service.settings.ipv6Hosts === "refused") {
    throw invalid(service.settings, "host: must be an IPv4 address, a domain name or an IPv4 subnet");
  }
  if (form?.form !== "subnet") {
    const hosts = [{ ...fields, host: text }];
    if (form?.form === "domain" && service.settings.mailHosts === "created")
      hosts.unshift({ ...fields, host: `mail.${text}` });
    return addHosts(hosts, service);
  }
  if (form.size > maxSubnetAddresses) throw invalid(service.settings, "host: the subnet is too large");
  const { subnetCreate } = service.settings;
  if (subnetCreate === "one") return addHosts([{ ...fields, host: text }], service);
  const children = subnetAddresses(form).map((host) => ({ ...fields, host }));
  if (subnetCreate === "flat") return addHosts(children, service);
  assertNew([{ host: text }, ...children], service);
  const parent = service.account.add("host", { ...fields, host: text });
  return [parent, ...children.map((child) => service.account.add("host", { ...child, parent: parent.id }))];
}

/** Deletes the children of a subnet, if the settings cascade deletes (docs/design/open-points.md#10). */
function deleteChildren(object: AnyObject, { account, settings }: Service): void {
  if (settings.parentDelete !== "cascades" || object.type !== "ip_range") return;
  const children = account.objects("host").filter((host) => host.parent === object.id);
  for (const child of children) account.remove(child.id);
}

function addHosts(hosts: readonly Fields[], service: Service): HostObject[] {
  assertNew(hosts, service);
  return hosts.map((fields) => service.account.add("host", fields));
}

function assertNew(hosts: readonly Fields[], { account, settings }: Service): void {
  if (settings.sameHost === "accept") return;
  const known = hosts.find(({ host }) => account.hostsNamed(String(host)).length > 0);
  if (known === undefined) return;
  const problem = `host: ${known.host} is already monitored`;
  throw settings.sameHost === "conflict"
    ? new Refusal(409, `Conflict: ${problem}.`)
    : invalid(settings, problem);
}

/** Validates a monitor's hostname, whose port replaces that of the protocol (docs/design/open-points.md#7). */
function monitorFields(fields: Fields, { settings }: Service): Fields {
  const sent = String(fields.hostname);
  if (!isMonitoredHostname(sent)) throw invalid(settings, "hostname: must be a hostname");
  const { name, port } = splitMonitored(sent);
  if (port !== undefined && settings.monitorHostnamePort === "refused") {
    throw invalid(settings, "hostname: must not have a port");
  }
  // An IPv6 address without its port stays in brackets, unless it is bare.
  const split = sent.slice(0, sent.lastIndexOf(":"));
  const forms = { kept: sent, refused: sent, split, bare: name };
  const kept = port === undefined ? sent : forms[settings.monitorHostnamePort];
  const hostname = settings.names === "canonical" ? canonicalName(kept) : kept;
  return { ...fields, hostname, ...(port !== undefined && { port }) };
}

const { expiration_thresholds: profileThresholds } = serviceFields.certificate_profile;

/** Rejects thresholds beyond the documented limits, unless the settings accept them (docs/design/open-points.md#8). */
function validateThresholds(fields: Fields, { settings }: Service): Fields {
  const thresholds = (fields.expiration_thresholds ?? []) as number[];
  const [problem] = profileThresholds.rule.advice?.(thresholds) ?? [];
  if (problem !== undefined && settings.thresholdsBeyondRange === "refused") {
    throw invalid(settings, `expiration_thresholds: ${problem}`);
  }
  return fields;
}

/** Rejects the deletion of the default and the built-in certificate profile (docs/design/open-points.md#9). */
function assertNotDefault(object: AnyObject, { settings }: Service): void {
  const isKept = object.is_default === true || object.builtIn === true;
  if (!isKept || settings.defaultCertificateProfile === "deletable") return;
  const which = object.builtIn === true ? "built-in" : "default";
  throw new Refusal(settings.inUseStatus, `The ${which} certificate profile cannot be deleted.`);
}

/**
 * Fields of a new or changed profile: frequency by plan, entries by sync method (docs/design/api.md#monitoring-profile;
 * docs/design/api-3.0.md#rules (1)).
 */
function profileFields(fields: Fields, { account, settings }: Service, before?: AnyObject): Fields {
  const changes = { ...fields, ...selection(fields, account, before as MonitoringProfileObject | undefined) };
  const isHonoured = settings.plan === "ultimate" && settings.frequency !== "fixed";
  return "frequency" in fields && !isHonoured
    ? { ...changes, frequency: settings.packageFrequency }
    : changes;
}

function selection(fields: Fields, account: Account, before?: MonitoringProfileObject): Fields {
  if (Array.isArray(fields.entries)) {
    return { entries: [...new Set(fields.entries)], sync_method: "use_my_selections" };
  }
  const leavesCatalogue =
    fields.sync_method === "use_my_selections" && before?.sync_method !== "use_my_selections";
  return leavesCatalogue ? { entries: catalogue(account) } : {};
}

/** Kinds whose last object cannot be deleted (docs/design/api-3.0.md#rules (3)). */
const requiredKinds: readonly Kind[] = ["monitoring_profile", "contact_group"];

/** Rejects the deletion of an object in use, or of the last one (docs/design/api-3.0.md#rules (3); docs/design/open-points.md#12). */
function assertUnused(object: AnyObject, service: Service): void {
  const kind = sidKind(object.id);
  if (kind === undefined) return;
  const { title } = kinds[kind];
  const user = referencesTo(kind).find(({ from, field }) =>
    service.account.objects(from).some((each) => sidsIn(each[field]).includes(object.id)),
  )?.from;
  const { inUseStatus } = service.settings;
  if (user !== undefined) {
    throw new Refusal(
      inUseStatus,
      `The ${title} is in use by ${kinds[user].withArticle} and cannot be deleted.`,
    );
  }
  if (requiredKinds.includes(kind) && service.account.objects(kind).length === 1) {
    throw new Refusal(inUseStatus, `The last ${title} cannot be deleted.`);
  }
}
