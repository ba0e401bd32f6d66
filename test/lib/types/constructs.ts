// The constructs above the generated ones. Compiled with every version and resolution; never run.

import {
  Aspects,
  type IResolvable,
  TerraformOutput,
  type TerraformStack,
  type TerraformVariable,
} from "cdktf";
import {
  CertificateProfile,
  Contacts,
  HostFleet,
  type HostMembersOutputReference,
  MonitoringProfile,
  NotificationGroup,
  pauseAll,
  RblmonitorFunctions,
  Host as RealHost,
  requestBudget,
  TlsEndpoints,
  tagAll,
} from "rblmonitor";
import type { Host } from "rblmonitor/host";
import type { HostFleet as OneFleet } from "rblmonitor/host-fleet";

declare const stack: TerraformStack;
declare const variable: TerraformVariable;

const contactGroups = [
  new NotificationGroup(stack, "1", { name: "x", contacts: [Contacts.email("a@example.com")] }),
];
const profile = new MonitoringProfile(stack, "2", { name: "x", frequency: "1_hour" });

const fleet: OneFleet = new HostFleet(stack, "3", {
  hosts: ["192.0.2.1"],
  profile,
  contactGroups,
  tags: ["a"],
});
new HostFleet(stack, "4", {
  hosts: { a: "192.0.2.1", b: { host: "192.0.2.2", paused: true } },
  profile,
  contactGroups,
});
new HostFleet(stack, "5", { hosts: variable.listValue, profile, contactGroups });
const hosts: Readonly<Record<string, Host>> = fleet.hosts;
const named = new HostFleet(stack, "15", {
  hosts: { mx1: "192.0.2.1", mx2: "192.0.2.2" },
  profile,
  contactGroups,
});
const first: Host = named.hosts.mx1;
const listed = new HostFleet(stack, "16", { hosts: ["a.example", "b.example"], profile, contactGroups });
const second: Host = listed.hosts["b.example"];
const general: OneFleet = named;
const readonlyTags: readonly string[] = ["a"];
new HostFleet(stack, "17", { hosts: readonlyTags, profile, contactGroups, tags: readonlyTags });
new RealHost(stack, "18", { host: "a", name: "a", profile, contactGroups, tags: readonlyTags }).tags =
  readonlyTags;
new CertificateProfile(stack, "19", { name: "x", expirationThresholds: [30, 7] as const });
const member: HostMembersOutputReference = first.members.get(0);

new TerraformOutput(stack, "6", { value: fleet.ids });

const tls = { profile: "CP", contactGroups };
new TlsEndpoints(stack, "7", {
  ...tls,
  endpoints: { "a.example.com": "https", "b.example.com": ["smtp", "imaps"] },
});
new TlsEndpoints(stack, "8", {
  ...tls,
  endpoints: ["a.example.com", { hostname: "b.example.com", protocol: "ldaps" }],
});
new TlsEndpoints(stack, "9", { ...tls, endpoints: { "a.example.com": variable.stringValue } });

Aspects.of(stack).add(tagAll("a", "b"));
Aspects.of(stack).add(pauseAll({ when: variable.booleanValue, kinds: ["host", "contact"] }));
Aspects.of(stack).add(requestBudget({ limit: 500, report: ({ firstApply }) => firstApply.toFixed() }));

const addresses: string[] = RblmonitorFunctions.expandSubnet("192.0.2.0/29");
const kind: string = RblmonitorFunctions.sidKind(profile.id);
const genuine: IResolvable = RblmonitorFunctions.verifyWebhook("secret", "header", "body");

// @ts-expect-error
named.hosts.mx3.id;
// @ts-expect-error
listed.hosts["c.example"].id;
// @ts-expect-error
new HostFleet(stack, "10", { hosts: ["192.0.2.1"], contactGroups });
// @ts-expect-error
new HostFleet(stack, "11", { hosts: { a: { host: "192.0.2.1", tag: "x" } }, profile, contactGroups });
// @ts-expect-error
new TlsEndpoints(stack, "12", { ...tls, endpoints: { "a.example.com": "htps" } });
// @ts-expect-error
new TlsEndpoints(stack, "13", { ...tls, endpoints: { "a.example.com": ["smtp", "imapz"] } });
// @ts-expect-error
new TlsEndpoints(stack, "14", { ...tls, endpoints: [{ hostname: "b.example.com", protocol: "ldapz" }] });
// @ts-expect-error
pauseAll({ kinds: ["contact_group"] });
// @ts-expect-error
Contacts.fax("+15550100");
// @ts-expect-error
RblmonitorFunctions.expandSubnet(24);

export { addresses, general, genuine, hosts, kind, member, second };
