import { Construct } from "constructs";
import { Host } from "rblmonitor/cdktn";
import type { ContactGroups } from "./contact-groups";
import { declared } from "./declared";
import type { MonitoringProfiles } from "./monitoring-profiles";

/** Declares the hosts, each under its name in Terraform. */
export function declareHosts(
  scope: Construct,
  contactGroups: ContactGroups,
  monitoringProfiles: MonitoringProfiles,
) {
  return declared(new Construct(scope, "hosts"), Host, {
    company_domain_example_com: {
      host: "example.com",
      name: "Company domain",
      profile: monitoringProfiles.default.id,
      contactGroups: [contactGroups.default.id],
    },
    company_domain_shop_example_com: {
      host: "shop.example.com",
      name: "Company domain",
      profile: monitoringProfiles.default.id,
      contactGroups: [contactGroups.default.id],
    },
    mx1: {
      host: "192.0.2.11",
      name: "mx1",
      profile: monitoringProfiles.mail_hourly.id,
      contactGroups: [contactGroups.mail_team.id],
      tags: ["inbound"],
    },
    mx2: {
      host: "192.0.2.12",
      name: "mx2",
      profile: monitoringProfiles.mail_hourly.id,
      contactGroups: [contactGroups.mail_team.id],
      tags: ["inbound"],
    },
    newsletter_pool_198_51_100_16: {
      host: "198.51.100.16",
      name: "Newsletter pool",
      profile: monitoringProfiles.mail_hourly.id,
      contactGroups: [contactGroups.mail_team.id],
      tags: ["bulk"],
    },
    newsletter_pool_198_51_100_17: {
      host: "198.51.100.17",
      name: "Newsletter pool",
      profile: monitoringProfiles.mail_hourly.id,
      contactGroups: [contactGroups.mail_team.id],
      tags: ["bulk"],
    },
    newsletter_pool_198_51_100_18: {
      host: "198.51.100.18",
      name: "Newsletter pool",
      profile: monitoringProfiles.mail_hourly.id,
      contactGroups: [contactGroups.mail_team.id],
      tags: ["bulk"],
    },
    newsletter_pool_198_51_100_19: {
      host: "198.51.100.19",
      name: "Newsletter pool",
      profile: monitoringProfiles.mail_hourly.id,
      contactGroups: [contactGroups.mail_team.id],
      tags: ["bulk"],
    },
    old_relay_do_not_use: {
      host: "192.0.2.20",
      name: "Old relay (do not use)",
      profile: monitoringProfiles.mail_hourly.id,
      contactGroups: [contactGroups.mail_team.id],
      paused: true,
    },
    tracking: {
      host: "links.example.org",
      name: "Tracking",
      profile: monitoringProfiles.deliverability.id,
      contactGroups: [contactGroups.default.id],
    },
  });
}
