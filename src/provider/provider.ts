import { Secrets } from "../client/secrets";
import { createHandlers, type Logger, provider } from "../terraform";
import { Account } from "./account";
import { actions } from "./actions/actions";
import { ephemeralCheck } from "./checks/manual-check";
import { dataSources } from "./data/data-sources";
import { functions } from "./functions";
import { listResources } from "./lists/list-resources";
import { accountRules, clientOptions, providerAttributes } from "./provider-config";
import { resources } from "./resources";
import { serviceDiagnostic } from "./service-diagnostic";

/** The provider as Terraform sees it: every resource by its full type name. */
export function rblmonitorProvider(logger: Logger, env: NodeJS.ProcessEnv, secrets = new Secrets()) {
  return provider({
    description:
      "Manages DNS blocklist monitoring and TLS certificate monitoring with Terraform or OpenTofu: hosts, certificate monitors, profiles, sources, contacts, and contact groups.",
    attributes: providerAttributes,
    secrets,
    explained: serviceDiagnostic,
    async configure({ config, terraformVersion, diagnostics, stop }) {
      const options = clientOptions(config, env, terraformVersion, diagnostics);
      return options && new Account({ ...options, logger, secrets, signal: stop }, accountRules(config, env));
    },
    resources,
    dataSources,
    ephemeralResources: { rblmonitor_manual_check: ephemeralCheck },
    actions,
    functions,
    listResources,
  });
}

/** Every call of the protocol, answered by our provider. */
export function rblmonitorHandlers(logger: Logger, env: NodeJS.ProcessEnv, secrets?: Secrets) {
  return createHandlers(rblmonitorProvider(logger, env, secrets), logger);
}
