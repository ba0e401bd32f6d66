// Declares monitoring next to the monitored server: the first apply of a server also creates its monitoring, and
// destroying the server removes it.
//
//   npm run synth monitored-server             writes cdktf.out/stacks/monitored-server/cdk.tf.json
//   cd cdktf.out/stacks/monitored-server       contains the Terraform configuration
//   terraform init && terraform plan

import { App, DataResource, Fn, TerraformOutput, TerraformStack } from "cdktn";
import { Construct } from "constructs";
import {
  CertificateProfile,
  DataRblmonitorContactGroup,
  HostFleet,
  MonitoringProfile,
  RblmonitorProvider,
  TlsEndpoints,
} from "rblmonitor/cdktn";

/** A mail server. In real life that is a resource of a cloud's provider; here Terraform's own takes its place. */
class MailServer extends Construct {
  /** Known when the server has been made. */
  readonly address: string;

  constructor(
    scope: Construct,
    id: string,
    readonly hostname: string,
  ) {
    super(scope, id);
    const octet = 20 + id.length;
    const server = new DataResource(this, "server", { input: { address: `192.0.2.${octet}` } });
    this.address = Fn.lookup(server.output, "address");
  }
}

const app = new App();
const stack = new TerraformStack(app, "monitored-server");
new RblmonitorProvider(stack, "rblmonitor");

const servers = {
  inbound: new MailServer(stack, "inbound", "mx.example.com"),
  submission: new MailServer(stack, "submission", "smtp.example.com"),
};

// Another configuration manages the contact group.
const everybody = new DataRblmonitorContactGroup(stack, "everybody", { name: "Default" });
const profile = new MonitoringProfile(stack, "profile", { name: "Mail servers", frequency: "1_hour" });

// The keys name the hosts. The addresses may be known only after the apply.
const fleet = new HostFleet(stack, "servers", {
  hosts: { inbound: servers.inbound.address, submission: servers.submission.address },
  profile,
  contactGroups: [everybody],
  tags: ["mail"],
});

new TlsEndpoints(stack, "certificates", {
  endpoints: { [servers.inbound.hostname]: "smtp", [servers.submission.hostname]: ["smtps", "imaps"] },
  profile: new CertificateProfile(stack, "expiry", { name: "Mail servers", expirationThresholds: [14, 3] }),
  contactGroups: [everybody],
});

new TerraformOutput(stack, "hosts", { value: fleet.ids });

app.synth();
