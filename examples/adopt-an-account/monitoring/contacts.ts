import { Construct } from "constructs";
import { Contact } from "rblmonitor/cdktn";
import type { ContactGroups } from "./contact-groups";
import { declared } from "./declared";

/** Declares the contacts, each under its name in Terraform. */
export function declareContacts(scope: Construct, contactGroups: ContactGroups) {
  return declared(new Construct(scope, "contacts"), Contact, {
    contact_15550100: {
      contact: "+15550100",
      type: "sms",
      contactGroups: [contactGroups.mail_team.id],
      paused: true,
    },
    noc_example_com: {
      contact: "noc@example.com",
      type: "email",
      contactGroups: [contactGroups.default.id, contactGroups.mail_team.id],
    },
    postmaster_example_com: {
      contact: "postmaster@example.com",
      type: "email",
      contactGroups: [contactGroups.mail_team.id],
    },
  });
}
