import type { Kind } from "../service/kinds";
import type { Attributes, Resource } from "../terraform";
import type { Account } from "./account";
import { certificateMonitor } from "./certificate-monitor";
import { certificateProfile } from "./certificate-profile";
import { manualCheck } from "./checks/manual-check";
import { contact } from "./contact";
import { contactGroup } from "./contact-group";
import { host } from "./host";
import type { ManagedResource } from "./managed/resource";
import { monitoringProfile } from "./monitoring-profile";
import { source } from "./source";

/** The resources that manage objects of the account, by full type name. */
export const managedResources: Readonly<
  Record<string, ManagedResource> & Record<`rblmonitor_${Kind}`, ManagedResource>
> = {
  rblmonitor_certificate_monitor: certificateMonitor,
  rblmonitor_certificate_profile: certificateProfile,
  rblmonitor_contact: contact,
  rblmonitor_contact_group: contactGroup,
  rblmonitor_host: host,
  rblmonitor_monitoring_profile: monitoringProfile,
  rblmonitor_source: source,
};

/** Every resource, by full type name. */
export const resources: Readonly<Record<string, Resource<Attributes, Account>>> = {
  ...managedResources,
  rblmonitor_manual_check: manualCheck,
};
