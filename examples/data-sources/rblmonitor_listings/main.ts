import { App, Fn, propertyAccess, TerraformOutput, TerraformStack, Token } from "cdktn";
import { DataRblmonitorListings, RblmonitorProvider } from "rblmonitor/cdktn";

const app = new App();
const stack = new TerraformStack(app, "listings");
new RblmonitorProvider(stack, "rblmonitor");

const mail = new DataRblmonitorListings(stack, "mail", { namePattern: "mx*" });

new TerraformOutput(stack, "listed_since", {
  value: Fn.zipmap(
    Token.asList(propertyAccess(mail.hosts, ["*", "host"])),
    propertyAccess(mail.hosts, ["*", "first_listed"]),
  ),
});

app.synth();
