// Words that the service knows, and the constants and types for them. Compiled with every version and resolution; never run.

import type { TerraformStack, TerraformVariable } from "cdktf";
import {
  CertificateMonitor,
  Contact,
  type ContactReference,
  DataRblmonitorContacts,
  type Frequency,
  Host,
  MonitoringProfile,
  type MonitoringProfileConfig,
  RblmonitorProvider,
  Source,
  type SourceReference,
} from "rblmonitor";

declare const stack: TerraformStack;
declare const variable: TerraformVariable;
declare const chosen: Frequency;

// The words.
const hourly = new MonitoringProfile(stack, "1", {
  name: "x",
  frequency: "1_hour",
  syncMethod: "stay_in_sync",
});
new MonitoringProfile(stack, "2", { name: "x", frequency: chosen });
new MonitoringProfile(stack, "3", { name: "x", frequency: Math.random() > 0.5 ? "weekly" : "2_weeks" });
new Source(stack, "4", { host: "bl.example.net", type: "rbl_v6" });
new RblmonitorProvider(stack, "5", { contactArgsEncoding: "json" });

// Tokens.
new MonitoringProfile(stack, "6", { name: "x", frequency: variable.stringValue });
new MonitoringProfile(stack, "7", { name: "x", frequency: hourly.frequency, syncMethod: hourly.syncMethod });
new DataRblmonitorContacts(stack, "8", { type: variable.stringValue });
new CertificateMonitor(stack, "9", {
  hostname: "www.example.com",
  protocol: variable.stringValue,
  name: "www",
  profile: "CP",
  contactGroups: ["CG"],
});

// Configurations that are declared apart, subclasses and setters.
const config: MonitoringProfileConfig = { name: "x", frequency: "1_hour" };
new MonitoringProfile(stack, "10", config);
class Mine extends MonitoringProfile {
  public constructor() {
    super(stack, "11", { name: "x", frequency: "1_hour" });
  }
}
const given: ConstructorParameters<typeof MonitoringProfile>[2] = config;
const any: MonitoringProfile = new Mine();
any.frequency = "weekly";
any.frequency = variable.value;
any.frequency = hourly.frequency;
const configs: readonly MonitoringProfileConfig[] = [{ name: "x", frequency: "weekly" }, config];
const checked = { name: "x", frequency: "2_weeks" } satisfies MonitoringProfileConfig;
new MonitoringProfile(stack, "27", checked);

// Tokens in configurations that are declared apart, and in templates.
const tokens: MonitoringProfileConfig<string> = { name: "x", frequency: variable.stringValue };
new MonitoringProfile(stack, "28", tokens);
const untyped: MonitoringProfileConfig = { name: "x", frequency: variable.value };
const copied: MonitoringProfileConfig = { name: "x", frequency: hourly.frequency };
new MonitoringProfile(stack, "29", { name: "x", frequency: `${variable.stringValue}_hours` });
new MonitoringProfile(stack, "30", { name: "x", frequency: `${variable.numberValue}_hours` });
new Source(stack, "31", { host: "bl.example.net", type: `rbl${variable.stringValue}` });

// A construct that is made where a reference to it is wanted.
const shared = { host: "192.0.2.1", name: "mx", contactGroups: ["CG"] };
new Host(stack, "21", {
  ...shared,
  profile: new MonitoringProfile(stack, "22", {
    name: "x",
    frequency: "1_hour",
    syncMethod: variable.stringValue,
  }),
});

// Misspelt words.
// @ts-expect-error
new MonitoringProfile(stack, "12", { name: "x", frequency: "1_huor" });
// @ts-expect-error
new MonitoringProfile(stack, "13", { name: "x", frequency: "1_hour", syncMethod: "sync" });
// @ts-expect-error
new Source(stack, "14", { host: "bl.example.net", type: "rbl_v4" });
// @ts-expect-error
new Contact(stack, "15", { contact: "a@example.com", type: "e-mail", contactGroups: ["CG"] });
// @ts-expect-error
new DataRblmonitorContacts(stack, "16", { type: "e-mail" });
// @ts-expect-error
new RblmonitorProvider(stack, "17", { contactArgsEncoding: "xml" });
// @ts-expect-error
const wrong: Frequency = "hourly";

new Host(stack, "23", {
  ...shared,
  // @ts-expect-error
  profile: new MonitoringProfile(stack, "24", { name: "x", frequency: "1_huor" }),
});
// @ts-expect-error
const source: SourceReference = new Source(stack, "25", { host: "bl.example.net", type: "rbl_v4" });
const contact: ContactReference =
  // @ts-expect-error
  new Contact(stack, "26", { contact: "a@example.com", type: "email", schedule: "daily", contactGroups: [] });

// Misspelt words in declared configurations, in arrays of them, and in setters.
// @ts-expect-error
const misspelt: MonitoringProfileConfig = { name: "x", frequency: "1_huor" };
// @ts-expect-error
const several: readonly MonitoringProfileConfig[] = [{ name: "x", frequency: "1_huor" }];
// @ts-expect-error
const satisfied = { name: "x", frequency: "1_huor" } satisfies MonitoringProfileConfig;
// @ts-expect-error
any.frequency = "1_huor";
// @ts-expect-error
any.syncMethod = "sync";

// A value that is not a string, an attribute that does not exist, and one that is missing.
// @ts-expect-error
new MonitoringProfile(stack, "18", { name: "x", frequency: 1 });
// @ts-expect-error
new MonitoringProfile(stack, "19", { name: "x", frequency: "1_hour", every: "1_hour" });
// @ts-expect-error
new MonitoringProfile(stack, "20", { name: "x" });

export { configs, contact, copied, given, misspelt, satisfied, several, source, untyped, wrong };
