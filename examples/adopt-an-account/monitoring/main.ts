import { App, TerraformStack } from "cdktn";
import type { Construct } from "constructs";
import { RblmonitorProvider } from "rblmonitor/cdktn";
import { declareCertificateMonitors } from "./certificate-monitors";
import { declareCertificateProfiles } from "./certificate-profiles";
import { declareContactGroups } from "./contact-groups";
import { declareContacts } from "./contacts";
import { declareHosts } from "./hosts";
import { imports } from "./imports";
import { declareMonitoringProfiles } from "./monitoring-profiles";
import { declareSources } from "./sources";

/** The monitoring account. */
class Monitoring extends TerraformStack {
  constructor(scope: Construct, id: string) {
    super(scope, id);

    // The account is not written here: RBLMONITOR_BASE_URL, RBLMONITOR_ACCOUNT_SID and RBLMONITOR_AUTH_TOKEN name it.
    new RblmonitorProvider(this, "rblmonitor");

    const contactGroups = declareContactGroups(this);
    declareContacts(this, contactGroups);
    const sources = declareSources(this);
    const monitoringProfiles = declareMonitoringProfiles(this, sources);
    declareHosts(this, contactGroups, monitoringProfiles);
    const certificateProfiles = declareCertificateProfiles(this);
    declareCertificateMonitors(this, contactGroups, certificateProfiles);

    // Imported by the first apply. Delete these lines and imports.ts afterwards.
    const imported = Object.entries(imports).map(([to, id]) => ({ to, id }));
    if (imported.length > 0) this.addOverride("import", imported);
  }
}

const app = new App();
new Monitoring(app, "monitoring");
app.synth();
