// Watches the certificates of a company's services: over the protocol that each speaks, long before they expire.
//
//   npm run synth tls-endpoints                writes cdktf.out/stacks/tls-endpoints/cdk.tf.json
//   cd cdktf.out/stacks/tls-endpoints          from there on it is Terraform as usual
//   terraform init && terraform plan

import {
  CertificateProfile,
  Contacts,
  NotificationGroup,
  RblmonitorProvider,
  TlsEndpoints,
} from "cdktf-provider-rblmonitor/cdktn";
import { App, TerraformOutput, TerraformStack } from "cdktn";

const app = new App();
const stack = new TerraformStack(app, "tls-endpoints");
new RblmonitorProvider(stack, "rblmonitor");

// A group with those in it. Each has to confirm that it wants to be told.
const operators = new NotificationGroup(stack, "operators", {
  name: "Operators",
  contacts: [
    Contacts.email("operators@example.com"),
    Contacts.endpoint("https://alerts.example.com/certificates"),
  ],
});

const production = new CertificateProfile(stack, "production", {
  name: "Production",
  // Renewal begins 30 days ahead; whoever is on duty has a week when it failed.
  expirationThresholds: [21, 7, 1],
  alertOnCaaFailure: true,
});
const internal = new CertificateProfile(stack, "internal", {
  name: "Internal services",
  expirationThresholds: [7],
  // Their certificates come from an authority of our own.
  alertOnCaFailure: false,
});

// The protocols are typed: a misspelt one is an error in the editor.
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
