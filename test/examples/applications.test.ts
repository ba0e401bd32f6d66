import { readFile } from "node:fs/promises";
import { type Kind, kinds } from "../../src/service/kinds";
import type { TerraformWorkspace } from "../../src/tasks/real-terraform/workspace";
import { isLong } from "../properties";
import { type Application, application, succeed } from "./application";

/** The objects that each example adds to the account, by kind. */
const examples: Readonly<
  Record<string, { readonly stacks: readonly string[]; readonly objects: Partial<Record<Kind, number>> }>
> = {
  "tls-endpoints": {
    stacks: ["tls-endpoints"],
    objects: { certificate_monitor: 6 + 3, certificate_profile: 2, contact: 2, contact_group: 1 },
  },
  "hosting-provider": {
    stacks: ["acme", "globex", "hooli", "initech"],
    objects: { host: 2880 + 4, monitoring_profile: 4, contact: 8, contact_group: 4 },
  },
  "monitored-server": {
    stacks: ["monitored-server"],
    objects: { host: 2, monitoring_profile: 1, certificate_monitor: 3, certificate_profile: 1 },
  },
};

describe.each(Object.entries(examples))("the example %s", (name, { stacks, objects }) => {
  let app: Application;
  let before: Readonly<Record<string, number>>;
  const workspaces: TerraformWorkspace[] = [];
  /** What was there before each stack was applied. */
  const earlier: Record<string, number>[] = [];
  /** What each stack's command has cost. */
  const requests: Record<"apply" | "plan", number[]> = { apply: [], plan: [] };

  const census = (): Record<string, number> =>
    Object.fromEntries(
      Object.keys(kinds).map((kind) => [kind, app.service.account.objects(kind as Kind).length]),
    );

  const counted = async (
    command: keyof typeof requests,
    workspace: TerraformWorkspace,
    flag: string,
  ): Promise<void> => {
    const start = app.service.requestCount;
    await succeed(workspace, command, flag);
    requests[command].push(app.service.requestCount - start);
  };

  beforeAll(async () => {
    app = await application(name);
    before = census();
    for (const stack of stacks) workspaces.push(await app.stack(stack));
  });
  afterAll(() => app.remove());

  it("is applied as declared", async () => {
    for (const workspace of workspaces) {
      earlier.push(census());
      await counted("apply", workspace, "-auto-approve");
    }
    const made = Object.entries(census()).map(
      ([kind, count]) => [kind, count - (before[kind] ?? 0)] as const,
    );
    expect(Object.fromEntries(made.filter(([, count]) => count !== 0))).toEqual(objects);
  });

  it("has an empty plan afterwards", async () => {
    for (const workspace of workspaces) await counted("plan", workspace, "-detailed-exitcode");
  });

  if (name === "hosting-provider") {
    it("prints the cost of each customer before it sends any request", () => {
      expect(app.printed.split("\n").slice(0, 4)).toEqual([
        "acme: 19 requests to create, 774 to destroy",
        "globex: 17 requests to create, 773 to destroy",
        "hooli: 16 requests to create, 772 to destroy",
        "initech: 17 requests to create, 581 to destroy",
      ]);
    });

    it("tags each customer's addresses", () => {
      const tagged = app.service.account.objects("host").filter(({ tags }) => tags.includes("customer-acme"));
      expect(tagged).toHaveLength(768 + 2);
    });

    it("costs what its first lines say", async () => {
      const code = await readFile("examples/hosting-provider/main.ts", "utf8");
      const creates = requests.apply.reduce((sum, count) => sum + count, 0);
      expect(code).toContain(`${creates} requests in total for all four customers`);
      const [least, most] = [Math.min(...requests.plan), Math.max(...requests.plan)];
      expect(code).toContain(`about ${least} requests per customer`);
      // The order of requests decides whether the provider reads a host by its id before it knows that the list is long.
      expect(most - least).toBeLessThanOrEqual(1);
    });
  }

  // Every host of a subnet takes a request, so only the long form destroys all customers of the hosting provider.
  it("is destroyed without leaving anything", async () => {
    const destroyed = isLong ? [...workspaces].reverse() : workspaces.slice(-1);
    for (const workspace of destroyed) await succeed(workspace, "destroy", "-auto-approve");
    expect(census()).toEqual(earlier.at(-destroyed.length));
  });
});
