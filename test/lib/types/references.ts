// Values that refer to an object of the account. Compiled with every version and resolution; never run.

import type { TerraformStack, TerraformVariable } from "cdktf";
import {
  CertificateProfile,
  ContactGroup,
  Contacts,
  DataRblmonitorHost,
  DataRblmonitorMonitoringProfile,
  Host,
  MonitoringProfile,
  type MonitoringProfileReference,
  NotificationGroup,
  Source,
} from "rblmonitor";

declare const stack: TerraformStack;
declare const variable: TerraformVariable;

const group = new ContactGroup(stack, "group", { name: "x" });
const hourly = new MonitoringProfile(stack, "hourly", { name: "x", frequency: "1_hour" });
const found = new DataRblmonitorMonitoringProfile(stack, "found", { name: "x" });
const expiry = new CertificateProfile(stack, "expiry", { name: "x", expirationThresholds: [7] });
const operators = new NotificationGroup(stack, "operators", {
  name: "x",
  contacts: [Contacts.sms("+15550100")],
});
const shared = { host: "192.0.2.1", name: "mx" };

// The construct, its id, a SID, a token; and lists of them.
const host = new Host(stack, "1", {
  ...shared,
  profile: hourly,
  contactGroups: [group, operators, group.id],
});
new Host(stack, "2", { ...shared, profile: hourly.id, contactGroups: variable.listValue });
new Host(stack, "3", { ...shared, profile: found, contactGroups: ["CG0123456789abcdef0123456789abcdef"] });
new Host(stack, "4", { ...shared, profile: variable.stringValue, contactGroups: [group] });
new DataRblmonitorHost(stack, "5", { id: host });
new MonitoringProfile(stack, "6", {
  name: "x",
  frequency: "1_hour",
  entries: [new Source(stack, "7", { host: "bl.example.net", type: "rbl" })],
});
const reference: MonitoringProfileReference = found;
host.profile = reference;
host.contactGroups = [operators];
const sid: string = host.profile;
const sids: string[] = host.contactGroups;

// An object of another kind.
// @ts-expect-error
new Host(stack, "8", { ...shared, profile: group, contactGroups: [group] });
// @ts-expect-error
new Host(stack, "9", { ...shared, profile: expiry, contactGroups: [group] });
// @ts-expect-error
new Host(stack, "10", { ...shared, profile: hourly, contactGroups: [hourly] });
// @ts-expect-error
new Host(stack, "11", { ...shared, profile: hourly, contactGroups: group });
// @ts-expect-error
host.profile = expiry;

export { sid, sids };
