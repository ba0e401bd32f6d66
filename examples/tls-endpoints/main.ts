// Monitors the certificates of a company's services, over the protocol of each.
//
//   npm run synth tls-endpoints                writes cdktf.out/stacks/tls-endpoints/cdk.tf.json
//   cd cdktf.out/stacks/tls-endpoints          contains the Terraform configuration
//   terraform init && terraform plan

import { App, TerraformOutput, TerraformStack } from "cdktn";
import {
  CertificateProfile,
  Contacts,
  NotificationGroup,
  RblmonitorProvider,
  TlsEndpoints,
} from "rblmonitor/cdktn";

const app = new App();
const stack = new TerraformStack(app, "tls-endpoints");
new RblmonitorProvider(stack, "rblmonitor");

// A group with its contacts. Each contact must be confirmed.
const operators = new NotificationGroup(stack, "operators", {
  name: "Operators",
  contacts: [
    Contacts.email("operators@example.com"),
    Contacts.endpoint("https://alerts.example.com/certificates"),
  ],
});

const production = new CertificateProfile(stack, "production", {
  name: "Production",
  // Renewal begins 30 days before expiration. If it fails, a week remains to fix it.
  expirationThresholds: [21, 7, 1],
  alertOnCaaFailure: true,
});
const internal = new CertificateProfile(stack, "internal", {
  name: "Internal services",
  expirationThresholds: [7],
  // These certificates come from a private authority.
  alertOnCaFailure: false,
});

// Protocols are typed: the editor reports an invalid one.
const shop = new TlsEndpoints(stack, "shop", {
  profile: production,
  contactGroups: [operators],
  tags: ["production"],
  endpoints: {
    "www.example.com": "https",
    "shop.example.com": "https",
    "api.example.com:8443": "https",
    "mail.example.com": ["smtp", "imaps", "pops"],
  },
});

new TlsEndpoints(stack, "office", {
  profile: internal,
  contactGroups: [operators],
  tags: ["internal"],
  endpoints: [
    "wiki.example.net",
    { hostname: "ldap.example.net", protocol: "ldaps", name: "Directory" },
    { hostname: "db.example.net", protocol: "postgresql", name: "Ledger", tags: ["audited"] },
  ],
});

new TerraformOutput(stack, "shop_monitors", { value: shop.ids });

app.synth();
