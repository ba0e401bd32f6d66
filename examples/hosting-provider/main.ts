// Monitors the addresses that a hosting company rents out: thousands of them, in subnets, with a stack for each customer.
//
// How 2,880 addresses stay within 1,000 requests per hour:
//
//   creating   A subnet costs one request, regardless of its size. Plan and apply first read the lists of existing objects:
//              159 requests in total for all four customers.
//   planning   A list request reads 100 hosts: about 32 requests per customer, including 29 for the hosts of all customers.
//   changing   Changing the name, tags, groups, or profile of a subnet costs one request per address, as do pausing and
//              destroying: 256 for a /24, and 774 for the largest customer. Changing the shared profile or group itself
//              costs one request.
//
// So a stack is limited to the objects that can change within an hour: a customer with more than three /24 gets another one.
//
//   npm run synth hosting-provider             writes a folder below cdktf.out/stacks for each customer
//   cd cdktf.out/stacks/acme                   contains the Terraform configuration
//   terraform init && terraform plan

import { App, Aspects, TerraformOutput, TerraformStack, TerraformVariable } from "cdktn";
import type { Construct } from "constructs";
import {
  Contacts,
  HostFleet,
  MonitoringProfile,
  NotificationGroup,
  pauseAll,
  RblmonitorProvider,
  requestBudget,
  tagAll,
} from "rblmonitor/cdktn";
import { type Customer, customers } from "./customers";

/** Requests that one run may send in an hour. */
const maxRequestsPerHour = 800;

/** A customer's addresses. Each customer has a state of its own: work on one neither waits for another nor endangers it. */
class CustomerStack extends TerraformStack {
  constructor(scope: Construct, customer: Customer) {
    super(scope, customer.id);
    new RblmonitorProvider(this, "rblmonitor", {
      // All users of the account share its 1,000 requests per hour. One run sends at most 800: enough to change or destroy
      // everything of one customer, and it leaves 200 for six plans of others.
      maxRequestsPerHour,
      // Requests beyond the hourly limit wait for the next hour instead of failing. The log shows until when.
      maxWait: 3600,
    });

    const abuse = new NotificationGroup(this, "abuse", {
      name: `${customer.name}: abuse`,
      contacts: [Contacts.email(customer.abuseContact), Contacts.email("noc@example.com")],
    });
    const profile = new MonitoringProfile(this, "profile", {
      name: customer.name,
      frequency: customer.premium ? "1_hour" : "24_hours",
    });

    // A subnet is one resource, regardless of its size. Reordering or adding subnets changes no other resource.
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

    // terraform apply -var maintenance=true pauses the customer's hosts: one request per address, and another one to resume
    // it.
    const maintenance = new TerraformVariable(this, "maintenance", { type: "bool", default: false });
    Aspects.of(this).add(pauseAll({ when: maintenance.booleanValue }));
    Aspects.of(this).add(tagAll(`customer-${customer.id}`));

    // Reports the request cost of the stack at synthesis, and warns if a customer has outgrown it.
    Aspects.of(this).add(
      requestBudget({
        limit: maxRequestsPerHour,
        report: ({ objects, firstApply }) => {
          console.log(`${customer.id}: ${firstApply} requests to create, ${objects} to destroy`);
          if (objects > maxRequestsPerHour) throw new Error(`${customer.id} needs more than one stack`);
        },
      }),
    );

    new TerraformOutput(this, "subnets", { value: addresses.ids });
  }
}

const app = new App();
for (const customer of customers) new CustomerStack(app, customer);
app.synth();
