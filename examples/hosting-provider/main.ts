// Watches the addresses that a hosting company rents out: thousands of them, in subnets, a stack for each customer.
//
// How 2,880 addresses live with 1,000 requests an hour:
//
//   creating   A subnet is one request, whatever its size. Each stack first reads the list of what exists. Together that is
//              94 for all four customers.
//   planning   The account's hosts are read through their list, a hundred with a request: about 32 for a customer, of
//              which 29 are for the hosts of all customers.
//   changing   Another name, tag, group or profile is a request for each address, and so are a pause and a destruction:
//              256 for a /24, 774 for all that the largest customer has. A change within the profile or the group that
//              the addresses share is one request.
//
// So a stack is no larger than what an hour allows to change: a customer that rents more than three /24 gets another one.
//
//   npm run synth hosting-provider             writes a folder below cdktf.out/stacks for each customer
//   cd cdktf.out/stacks/acme                   from there on it is Terraform as usual
//   terraform init && terraform plan

import {
  Contacts,
  HostFleet,
  MonitoringProfile,
  NotificationGroup,
  pauseAll,
  RblmonitorProvider,
  requestBudget,
  tagAll,
} from "cdktf-provider-rblmonitor/cdktn";
import { App, Aspects, TerraformOutput, TerraformStack, TerraformVariable } from "cdktn";
import type { Construct } from "constructs";
import { type Customer, customers } from "./customers";

/** Requests that one run may send in an hour. */
const maxRequestsPerHour = 800;

/** A customer's addresses. Each customer has a state of its own: work on one neither waits for another nor endangers it. */
class CustomerStack extends TerraformStack {
  constructor(scope: Construct, customer: Customer) {
    super(scope, customer.id);
    new RblmonitorProvider(this, "rblmonitor", {
      // Everybody who uses the account shares its 1,000 requests an hour. One run takes no more than 800: all that a
      // customer has can be changed or destroyed in one go, and 200 are left to the plans of the others, six of them.
      maxRequestsPerHour,
      // What does not fit into this hour waits for the next, instead of failing half-way. The log says until when.
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

    // terraform apply -var maintenance=true, while the customer moves: a request for each address, and another one to
    // resume it.
    const maintenance = new TerraformVariable(this, "maintenance", { type: "bool", default: false });
    Aspects.of(this).add(pauseAll({ when: maintenance.booleanValue }));
    Aspects.of(this).add(tagAll(`customer-${customer.id}`));

    // Tells what the stack costs before anything is sent, and that a customer has outgrown it.
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
