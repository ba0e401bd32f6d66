/**
 * Typed constructs for the RBL monitoring service: a class for each resource of the provider `rblmonitor/rblmonitor`, a
 * class `DataRblmonitor…` for each data source, `RblmonitorProvider`, and `RblmonitorFunctions` for the provider's functions.
 *
 * `HostFleet`, `TlsEndpoints`, `NotificationGroup` and `monitorAddresses` declare many objects at once. `tagAll`, `pauseAll`
 * and `requestBudget` are aspects for whole stacks.
 */

export { type AddressType, addressTypes } from "./address-types";
export { tagAll } from "./aspects";
export { type EphemeralMetaArguments, EphemeralResource } from "./ephemeral-resource";
export * from "./generated/constructs";
export { type ContactOptions, Contacts, type NotificationContact } from "./generated/contacts";
export type * from "./generated/enumerations";
export { type FunctionProvider, RblmonitorFunctions } from "./generated/functions";
export type * from "./generated/references";
export { type FleetHost, HostFleet, type HostFleetConfig } from "./host-fleet";
export { type MonitorAddressesOptions, MonitoredAddresses, monitorAddresses } from "./monitor-addresses";
export { movedFrom } from "./moves";
export { NotificationGroup, type NotificationGroupConfig } from "./notification-group";
export type { OneOf } from "./one-of";
export { type PauseAllOptions, pauseAll } from "./pause-all";
export { type RequestBudgetOptions, type RequestEstimate, requestBudget } from "./request-budget";
export { type TlsEndpoint, TlsEndpoints, type TlsEndpointsConfig } from "./tls-endpoints";
