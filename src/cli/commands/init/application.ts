import { applicationFiles, type Library } from "../../project/application-files";
import { ignoredFiles } from "../../project/files";
import type { PackageSource } from "../../project/package-source";
import type { Program } from "../../terraform/program";
import type { Project } from "./project";
import { workflow, workflowFile } from "./workflow";

interface Settings {
  readonly library: Library;
  readonly source: PackageSource;
  readonly program: Program;
  readonly projectId: string;
}

const NAME = "monitoring";
const STACK = `cdktf.out/stacks/${NAME}`;

/** An application in TypeScript for CDK Terrain or CDKTF. */
export function application({ library, source, program, projectId }: Settings): Project {
  const inStack = `${program} -chdir=${STACK}`;
  const scripts = {
    test: "tsc && node --test dist/main.test.js",
    apply: `npm run synth && ${inStack} init && ${inStack} apply`,
  };
  const steps = [
    "npm ci --ignore-scripts",
    "npm test",
    {
      name: "Validate",
      commands: [
        "npx rblmonitor install",
        "npm run synth",
        `${inStack} init -input=false`,
        `${inStack} validate`,
      ],
    },
  ];
  return {
    files: new Map([
      ...applicationFiles({
        name: NAME,
        library,
        source: source.specifier,
        projectId,
        scripts,
        usesNode: true,
      }),
      ["main.ts", mainModule(library)],
      ["main.test.ts", testModule(library)],
      [".gitignore", gitignore],
      [workflowFile, workflow(program, steps)],
    ]),
    next: ["npm install", "npx rblmonitor install", "npm run apply"],
  };
}

const gitignore = `node_modules/
dist/
cdktf.out/
.terraform/
${ignoredFiles}`;

const mainModule = (library: Library) => `import { App, TerraformStack } from "${library}";
import {
  Contacts,
  Host,
  MonitoringProfile,
  NotificationGroup,
  RblmonitorProvider,
} from "rblmonitor/${library}";
import type { Construct } from "constructs";

/** What is monitored, how often, and who is notified. */
export class Monitoring extends TerraformStack {
  constructor(scope: Construct, id: string) {
    super(scope, id);

    // The account is set by RBLMONITOR_BASE_URL, RBLMONITOR_ACCOUNT_SID and RBLMONITOR_AUTH_TOKEN.
    new RblmonitorProvider(this, "rblmonitor");

    const hourly = new MonitoringProfile(this, "hourly", { name: "Every hour", frequency: "1_hour" });
    const postmasters = new NotificationGroup(this, "postmasters", {
      name: "Postmasters",
      contacts: [Contacts.email("postmaster@example.com")],
    });
    new Host(this, "mx", {
      host: "192.0.2.25",
      name: "mx",
      profile: hourly,
      contactGroups: [postmasters],
    });
  }
}

// \`npm run synth\` runs this file. The tests import it.
if (require.main === module) {
  const app = new App();
  new Monitoring(app, "${NAME}");
  app.synth();
}
`;

const testModule = (library: Library) => `import assert from "node:assert/strict";
import { test } from "node:test";
import { Testing } from "${library}";
import { Contact, Host } from "rblmonitor/${library}";
import { declared } from "rblmonitor/${library}/testing";
import { Monitoring } from "./main";

const stack = new Monitoring(Testing.app(), "${NAME}");
const groupsOf = (attributes: Readonly<Record<string, unknown>>) => attributes.contact_groups as string[];

test("every host has a contact", () => {
  const reached = new Set(declared(stack, Contact).flatMap(({ attributes }) => groupsOf(attributes)));
  const hosts = declared(stack, Host);
  assert.ok(hosts.length > 0);
  for (const { address, attributes } of hosts)
    assert.ok(groupsOf(attributes).some((group) => reached.has(group)), \`\${address} has no contact\`);
});
`;
