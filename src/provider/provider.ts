import { type AnyProvider, provider } from "../terraform/definition/provider";
import type { Logger } from "../terraform/serve/log";
import { Account } from "./account";
import { certificateMonitor } from "./certificate-monitor";
import { certificateProfile } from "./certificate-profile";
import { ephemeralCheck } from "./checks/ephemeral-check";
import { manualCheck } from "./checks/manual-check";
import { contact } from "./contact";
import { contactGroup } from "./contact-group";
import { dataSources } from "./data/data-sources";
import { functions } from "./functions/functions";
import { host } from "./host";
import { monitoringProfile } from "./monitoring-profile";
import { clientOptions, providerAttributes } from "./provider-config";
import { source } from "./source";

/** The provider as Terraform sees it: every resource by its full type name. */
export function rblmonitorProvider(logger: Logger, env: NodeJS.ProcessEnv): AnyProvider {
  return provider({
    description:
      "Puts the monitoring of hosts on DNS blocklists and of TLS certificates under Terraform: hosts, profiles, sources, contacts and contact groups of one account.",
    attributes: providerAttributes,
    async configure({ config, terraformVersion, diagnostics, stop }) {
      const options = clientOptions(config, env, terraformVersion, diagnostics);
      return options && new Account({ ...options, logger, signal: stop });
    },
    resources: {
      rblmonitor_certificate_monitor: certificateMonitor,
      rblmonitor_certificate_profile: certificateProfile,
      rblmonitor_contact: contact,
      rblmonitor_contact_group: contactGroup,
      rblmonitor_host: host,
      rblmonitor_manual_check: manualCheck,
      rblmonitor_monitoring_profile: monitoringProfile,
      rblmonitor_source: source,
    },
    dataSources,
    ephemeralResources: { rblmonitor_manual_check: ephemeralCheck },
    functions,
  });
}
