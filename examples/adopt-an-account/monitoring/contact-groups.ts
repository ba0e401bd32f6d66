import { Construct } from "constructs";
import { ContactGroup } from "rblmonitor/cdktn";
import { declared } from "./declared";

/** Declares the contact groups, each under its name in Terraform. */
export function declareContactGroups(scope: Construct) {
  return declared(new Construct(scope, "contact_groups"), ContactGroup, {
    default: {
      name: "Default",
      isDefault: true,
    },
    mail_team: {
      name: "Mail team",
    },
  });
}

export type ContactGroups = ReturnType<typeof declareContactGroups>;
