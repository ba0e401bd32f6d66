import { canonicalName, parseHost, subnetAddresses } from "../../service/addresses";
import { maxSubnetAddresses } from "../../service/limits";
import type { AnyObject, Fields, HostObject } from "../account/objects";
import { Refusal } from "../refusal";
import type { Service } from "../service";
import { invalid } from "../validation";

/** Creates a host, or the hosts of a subnet (docs/design/api.md#host; docs/design/open-points.md#10 and 11). */
export function createHosts(fields: Fields, service: Service): HostObject[] {
  const text = service.settings.names === "canonical" ? canonicalHost(fields) : String(fields.host);
  const form = parseHost(text);
  if (form?.form === "address_v6" && service.settings.ipv6Hosts === "refused") {
    throw invalid(service.settings, "host: must be an IPv4 address, a domain name or an IPv4 subnet");
  }
  if (form?.form !== "subnet") return addHosts([{ ...fields, host: text }], service);
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
export function deleteChildren(object: AnyObject, { account, settings }: Service): void {
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

function canonicalHost(fields: Fields): string {
  const text = String(fields.host);
  return parseHost(text)?.canonical ?? canonicalName(text);
}
