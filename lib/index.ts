/**
 * Typed CDKTF constructs for the RBL monitoring service: one class for each resource of the provider
 * `rblmonitor/rblmonitor`, and `RblmonitorProvider` for the account they live in.
 */
export { ContactGroup, type ContactGroupConfig } from "./generated/contact-group";
export { Host, type HostConfig } from "./generated/host";
export { MonitoringProfile, type MonitoringProfileConfig } from "./generated/monitoring-profile";
export { RblmonitorProvider, type RblmonitorProviderConfig } from "./generated/provider";
