/**
 * Typed constructs for the RBL monitoring service: one class for each resource of the provider
 * `rblmonitor/rblmonitor`, one whose name begins with `DataRblmonitor` for each of its data sources,
 * `RblmonitorProvider` for the account they live in and `RblmonitorFunctions` for the provider's functions.
 *
 * Above them: `HostFleet`, `TlsEndpoints` and `NotificationGroup` with `Contacts`, which declare many at once; and the
 * aspects `tagAll`, `pauseAll` and `requestBudget`.
 */
export { type ContactOptions, Contacts, type NotificationContact } from "./contacts";
export { CertificateMonitor, type CertificateMonitorConfig } from "./generated/certificate-monitor";
export { CertificateProfile, type CertificateProfileConfig } from "./generated/certificate-profile";
export { Contact, type ContactConfig } from "./generated/contact";
export { ContactGroup, type ContactGroupConfig } from "./generated/contact-group";
export {
  DataRblmonitorCertificateErrors,
  type DataRblmonitorCertificateErrorsConfig,
} from "./generated/data-rblmonitor-certificate-errors";
export {
  DataRblmonitorCertificateMonitor,
  type DataRblmonitorCertificateMonitorConfig,
} from "./generated/data-rblmonitor-certificate-monitor";
export {
  DataRblmonitorCertificateMonitors,
  type DataRblmonitorCertificateMonitorsConfig,
} from "./generated/data-rblmonitor-certificate-monitors";
export {
  DataRblmonitorCertificateProfile,
  type DataRblmonitorCertificateProfileConfig,
} from "./generated/data-rblmonitor-certificate-profile";
export {
  DataRblmonitorCertificateProfiles,
  type DataRblmonitorCertificateProfilesConfig,
} from "./generated/data-rblmonitor-certificate-profiles";
export {
  DataRblmonitorCheckStatus,
  type DataRblmonitorCheckStatusConfig,
} from "./generated/data-rblmonitor-check-status";
export { DataRblmonitorContact, type DataRblmonitorContactConfig } from "./generated/data-rblmonitor-contact";
export {
  DataRblmonitorContactGroup,
  type DataRblmonitorContactGroupConfig,
} from "./generated/data-rblmonitor-contact-group";
export {
  DataRblmonitorContactGroups,
  type DataRblmonitorContactGroupsConfig,
} from "./generated/data-rblmonitor-contact-groups";
export {
  DataRblmonitorContacts,
  type DataRblmonitorContactsConfig,
} from "./generated/data-rblmonitor-contacts";
export { DataRblmonitorHost, type DataRblmonitorHostConfig } from "./generated/data-rblmonitor-host";
export { DataRblmonitorHosts, type DataRblmonitorHostsConfig } from "./generated/data-rblmonitor-hosts";
export {
  DataRblmonitorListings,
  type DataRblmonitorListingsConfig,
} from "./generated/data-rblmonitor-listings";
export {
  DataRblmonitorMonitoringProfile,
  type DataRblmonitorMonitoringProfileConfig,
} from "./generated/data-rblmonitor-monitoring-profile";
export {
  DataRblmonitorMonitoringProfiles,
  type DataRblmonitorMonitoringProfilesConfig,
} from "./generated/data-rblmonitor-monitoring-profiles";
export {
  DataRblmonitorRateLimit,
  type DataRblmonitorRateLimitConfig,
} from "./generated/data-rblmonitor-rate-limit";
export { DataRblmonitorSource, type DataRblmonitorSourceConfig } from "./generated/data-rblmonitor-source";
export { DataRblmonitorSources, type DataRblmonitorSourcesConfig } from "./generated/data-rblmonitor-sources";
export type * from "./generated/enumerations";
export { RblmonitorFunctions } from "./generated/functions";
export { Host, type HostConfig } from "./generated/host";
export { ManualCheck, type ManualCheckConfig } from "./generated/manual-check";
export { MonitoringProfile, type MonitoringProfileConfig } from "./generated/monitoring-profile";
export { RblmonitorProvider, type RblmonitorProviderConfig } from "./generated/provider";
export type * from "./generated/references";
export { Source, type SourceConfig } from "./generated/source";
export { type FleetHost, HostFleet, type HostFleetConfig } from "./host-fleet";
export { NotificationGroup, type NotificationGroupConfig } from "./notification-group";
export type { OneOf } from "./one-of";
export { type PausableKind, type PauseAllOptions, pauseAll } from "./pause-all";
export { type RequestBudgetOptions, requestBudget } from "./request-budget";
export type { RequestEstimate } from "./request-estimate";
export { tagAll } from "./tag-all";
export { type TlsEndpoint, TlsEndpoints, type TlsEndpointsConfig } from "./tls-endpoints";
