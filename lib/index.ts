/**
 * Typed CDKTF constructs for the RBL monitoring service: one class for each resource of the provider
 * `rblmonitor/rblmonitor`, and `RblmonitorProvider` for the account they live in.
 */
export { CertificateMonitor, type CertificateMonitorConfig } from "./generated/certificate-monitor";
export { CertificateProfile, type CertificateProfileConfig } from "./generated/certificate-profile";
export { Contact, type ContactConfig } from "./generated/contact";
export { ContactGroup, type ContactGroupConfig } from "./generated/contact-group";
export { Host, type HostConfig } from "./generated/host";
export { MonitoringProfile, type MonitoringProfileConfig } from "./generated/monitoring-profile";
export { RblmonitorProvider, type RblmonitorProviderConfig } from "./generated/provider";
export { Source, type SourceConfig } from "./generated/source";
