import { isIPv6 } from "node:net";
import { canonicalName, isDomainName, parseHost } from "../../service/addresses";
import { registeredPort } from "../../service/enumerations";
import type { AnyObject, Fields } from "../account/objects";
import { Refusal } from "../refusal";
import type { Service } from "../service";
import { invalid } from "../validation";

/** Validates a monitor's hostname and sets its port (docs/design/open-points.md#7). */
export function monitorFields(fields: Fields, { settings }: Service): Fields {
  const given = String(fields.hostname);
  const { name, port } = splitPort(given);
  const known = isIPv6(name) || isDomainName(name) || parseHost(name)?.form === "address";
  if (!known) throw invalid(settings, "hostname: must be a hostname");
  if (port !== undefined && settings.monitorHostnamePort === "refused") {
    throw invalid(settings, "hostname: must not have a port");
  }
  const forms = { kept: given, refused: given, split: withoutPort(given), bare: name };
  const kept = port === undefined ? given : forms[settings.monitorHostnamePort];
  const hostname = settings.names === "canonical" ? canonicalName(kept) : kept;
  return { ...fields, hostname, port: port ?? registeredPort(fields.protocol) ?? 443 };
}

/** Validates thresholds: at most 10, each 0 to 90 days, unless the settings accept others (docs/design/open-points.md#8). */
export function validateThresholds(fields: Fields, { settings }: Service): Fields {
  const thresholds = (fields.expiration_thresholds ?? []) as number[];
  const fine = thresholds.length <= 10 && thresholds.every((days) => days >= 0 && days <= 90);
  if (!fine && settings.thresholdsBeyondRange === "refused") {
    throw invalid(settings, "expiration_thresholds: must be at most 10 numbers of 0 to 90 days");
  }
  return fields;
}

/** Rejects the deletion of the default certificate profile (docs/design/open-points.md#9). */
export function assertNotDefault(object: AnyObject, { settings }: Service): void {
  if (object.is_default !== true || settings.defaultCertificateProfile === "deletable") return;
  throw new Refusal(settings.inUseStatus, "The default certificate profile cannot be deleted.");
}

/** The hostname without the port. An IPv6 address stays in brackets. */
function withoutPort(text: string): string {
  return text.slice(0, text.lastIndexOf(":"));
}

function splitPort(text: string): { name: string; port?: number } {
  const match = /^(?:\[([^\]]+)\]|([^:]+))(?::(\d{1,5}))?$/.exec(text);
  if (match === null) return { name: text };
  const name = match[1] ?? match[2] ?? "";
  if (match[3] === undefined) return { name };
  const port = Number(match[3]);
  return port < 1 || port > 65535 ? { name: text } : { name, port };
}
