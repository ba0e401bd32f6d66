// Watches the addresses that a hosting company rents out: thousands of them, in subnets, a stack for each customer.
//
//   npm run synth hosting-provider             writes a folder below cdktf.out/stacks for each customer
//   cd cdktf.out/stacks/acme                   from there on it is Terraform as usual
//   terraform init && terraform plan

import { App, Aspects, TerraformOutput, TerraformStack, TerraformVariable } from "cdktf";
import {
  Contacts,
  HostFleet,
  MonitoringProfile,
  NotificationGroup,
  pauseAll,
  RblmonitorProvider,
  requestBudget,
  tagAll,
} from "cdktf-provider-rblmonitor";
import type { Construct } from "constructs";
import { type Customer, customers } from "./customers";

/** A customer's addresses. Each customer has a state of its own: work on one neither waits for another nor endangers it. */
class CustomerStack extends TerraformStack {
  constructor(scope: Construct, customer: Customer) {
    super(scope, customer.id);
    // Several pipelines share the account's requests: none takes more than a third in an hour.
    new RblmonitorProvider(this, "rblmonitor", { maxRequestsPerHour: 330 });

    const abuse = new NotificationGroup(this, "abuse", {
      name: `${customer.name}: abuse`,
      contacts: [Contacts.email(customer.abuseContact), Contacts.email("noc@example.com")],
    });
    const profile = new MonitoringProfile(this, "profile", {
      name: customer.name,
      frequency: customer.premium ? "1_hour" : "24_hours",
    });

    // A subnet is one resource, however many addresses it has. Order and additions change nothing else.
    const addresses = new HostFleet(this, "addresses", {
      hosts: customer.subnets,
      profile,
      contactGroups: [abuse],
      tags: ["address"],
    });
    new HostFleet(this, "domains", {
      hosts: customer.domains,
      profile,
      contactGroups: [abuse],
      tags: ["domain"],
    });

    // terraform apply -var maintenance=true, while the customer moves.
    const maintenance = new TerraformVariable(this, "maintenance", { type: "bool", default: false });
    Aspects.of(this).add(pauseAll({ when: maintenance.booleanValue }));
    Aspects.of(this).add(tagAll(`customer-${customer.id}`));

    // Tells what the stack costs before anything is sent.
    Aspects.of(this).add(
      requestBudget({
        limit: 330,
        report: ({ objects, firstApply, refresh }) =>
          console.log(
            `${customer.id}: ${objects} objects, ${firstApply} requests to create, ${refresh} for a plan`,
          ),
      }),
    );

    new TerraformOutput(this, "subnets", { value: addresses.ids });
  }
}

const app = new App();
for (const customer of customers) new CustomerStack(app, customer);
app.synth();
