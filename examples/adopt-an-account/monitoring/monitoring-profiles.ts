import { Construct } from "constructs";
import { MonitoringProfile } from "rblmonitor/cdktn";
import { declared } from "./declared";
import type { Sources } from "./sources";

/** Declares the monitoring profiles, each under its name in Terraform. */
export function declareMonitoringProfiles(scope: Construct, sources: Sources) {
  return declared(new Construct(scope, "monitoring_profiles"), MonitoringProfile, {
    default: {
      name: "Default",
      frequency: "24_hours",
      isDefault: true,
    },
    deliverability: {
      name: "Deliverability",
      frequency: "24_hours",
      entries: [sources.bl_partner_example_net.id],
    },
    mail_hourly: {
      name: "Mail - hourly!",
      frequency: "1_hour",
    },
  });
}

export type MonitoringProfiles = ReturnType<typeof declareMonitoringProfiles>;
