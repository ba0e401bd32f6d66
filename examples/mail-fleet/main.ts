// Monitors a fleet of mail servers on blocklists: contacts, check frequency, and hosts.
//
//   npm run synth                              writes cdktf.out/stacks/mail-fleet/cdk.tf.json
//   cd cdktf.out/stacks/mail-fleet             contains the Terraform configuration
//   terraform init && terraform plan

import { App, TerraformOutput, TerraformStack } from "cdktn";
import type { Construct } from "constructs";
import { ContactGroup, Host, MonitoringProfile, RblmonitorProvider } from "rblmonitor/cdktn";
import { addressPool, servers } from "./fleet";

class MailFleet extends TerraformStack {
  constructor(scope: Construct, id: string) {
    super(scope, id);

    // The environment variables RBLMONITOR_BASE_URL, RBLMONITOR_ACCOUNT_SID, and RBLMONITOR_AUTH_TOKEN select the account.
    new RblmonitorProvider(this, "rblmonitor");

    const postmasters = new ContactGroup(this, "postmasters", { name: "Postmasters" });

    const everyHour = new MonitoringProfile(this, "every-hour", {
      name: "Mail servers, every hour",
      frequency: "1_hour",
      // Follows the service's catalogue.
      syncMethod: "stay_in_sync",
    });

    // The id of a construct becomes its name in Terraform: derive it from a stable value, not from a position.
    const watched = servers.map(
      ({ name, host, tags }) =>
        new Host(this, name, {
          name,
          host,
          tags,
          profile: everyHour.id,
          contactGroups: [postmasters.id],
        }),
    );

    const pool = new Host(this, "address-pool", {
      name: "Address pool",
      host: addressPool,
      profile: everyHour.id,
      contactGroups: [postmasters.id],
      tags: ["pool"],
    });

    new TerraformOutput(this, "hosts", { value: watched.map((host) => host.id) });
    new TerraformOutput(this, "pool", { value: pool.members });
  }
}

const app = new App();
new MailFleet(app, "mail-fleet");
app.synth();
