import { App, TerraformStack } from "cdktn";
import { RblmonitorProvider, Source } from "rblmonitor/cdktn";

const app = new App();
const stack = new TerraformStack(app, "source");
new RblmonitorProvider(stack, "rblmonitor");

// A custom blocklist, in addition to the service's catalogue.
new Source(stack, "company", {
  host: "bl.example.net",
  type: "rbl",
  customCodes: ["127.0.0.2", "127.0.0.3"],
});

new Source(stack, "links", { host: "links.bl.example.org", type: "uribl" });

app.synth();
