import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ITerraformDependable, TerraformStack } from "cdktf";
import { libraries, sid } from "./libraries";

const shared = { profile: sid("RP"), contactGroups: [sid("CG")] };

describe.each(libraries)("two stacks for %s", (_, library) => {
  const { Contacts, HostFleet, monitorAddresses, NotificationGroup, RblmonitorProvider, TlsEndpoints } =
    library.constructs;
  const { App, DataResource, TerraformStack: Stack, TerraformVariable } = library.sdk;

  /** The second of two stacks, as an application writes it. */
  async function written(declare: (first: TerraformStack, second: TerraformStack) => void) {
    const outdir = await mkdtemp(join(tmpdir(), "stacks-"));
    try {
      const app = new App({ outdir, stackTraces: false });
      const stacks = [new Stack(app, "first"), new Stack(app, "second")] as const;
      for (const stack of stacks) new RblmonitorProvider(stack, "rblmonitor");
      declare(...stacks);
      app.synth();
      return JSON.parse(await readFile(join(outdir, "stacks", "second", "cdk.tf.json"), "utf8"));
    } finally {
      await rm(outdir, { recursive: true });
    }
  }

  it.each<[string, (stack: TerraformStack) => ITerraformDependable]>([
    ["a fleet", (stack) => new HostFleet(stack, "one", { ...shared, hosts: ["192.0.2.1"] })],
    [
      "endpoints",
      (stack) => new TlsEndpoints(stack, "one", { ...shared, profile: sid("CP"), endpoints: ["a.example"] }),
    ],
    [
      "a group",
      (stack) => new NotificationGroup(stack, "one", { name: "g", contacts: [Contacts.sms("+15550100")] }),
    ],
  ])(
    "cannot wait for %s of each other by dependsOn, and say what to write instead",
    async (_title, declare) => {
      await expect(
        written((first, second) => {
          new DataResource(second, "server", { dependsOn: [declare(first)] });
        }),
      ).rejects.toThrow(
        "second: dependsOn has first/one, but can only wait for constructs of the stack second. Remove it, and write stack.addDependency(other), from the stack second to the stack first",
      );
      const own = await written((first, second) => {
        new DataResource(second, "server", { dependsOn: [declare(second)] });
        second.addDependency(first);
      });
      expect(own.resource.terraform_data.server.depends_on).toEqual([
        expect.stringMatching(/^(?:local\.one_\w+|rblmonitor_contact_group\.one)$/),
      ]);
    },
  );

  it("pass tags and pauses of monitored addresses to each other, as other arguments", async () => {
    const { resource } = await written((first, second) => {
      const tags = new TerraformVariable(first, "tags", { type: "list(string)" }).listValue;
      const paused = new TerraformVariable(first, "paused", { type: "bool" }).booleanValue;
      new DataResource(second, "server", { input: { address: "192.0.2.1" } });
      const types = { terraform_data: { hosts: ["output.address"] } };
      monitorAddresses(second, { ...shared, tags, paused, types });
    });
    const remote = expect.stringMatching(/^\$\{data\.terraform_remote_state\./);
    expect(Object.values(resource.rblmonitor_host)).toEqual([
      expect.objectContaining({ tags: remote, paused: remote }),
    ]);
  });
});
