import { Construct } from "constructs";
import { Source } from "rblmonitor/cdktn";
import { declared } from "./declared";

/** Declares the sources, each under its name in Terraform. */
export function declareSources(scope: Construct) {
  return declared(new Construct(scope, "sources"), Source, {
    bl_partner_example_net: {
      host: "bl.partner.example.net",
      type: "rbl",
      customCodes: ["127.0.0.2", "127.0.0.3"],
    },
  });
}

export type Sources = ReturnType<typeof declareSources>;
