import { type Kind, kinds } from "../../src/service/kinds";
import type { TerraformWorkspace } from "../../src/tasks/terraform-workspace";
import { type Application, application, succeed } from "./application";

jest.setTimeout(240_000);

/** What is in the account when the examples have been applied, by kind, besides what every account has. */
const examples: Readonly<
  Record<string, { readonly stacks: readonly string[]; readonly objects: Partial<Record<Kind, number>> }>
> = {
  "tls-endpoints": {
    stacks: ["tls-endpoints"],
    objects: { certificate_monitor: 6 + 3, certificate_profile: 2, contact: 2, contact_group: 1 },
  },
  "hosting-provider": {
    stacks: ["acme", "globex", "initech"],
    objects: { host: 768 + 3, monitoring_profile: 3, contact: 6, contact_group: 3 },
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

  const census = (): Record<string, number> =>
    Object.fromEntries(
      Object.keys(kinds).map((kind) => [kind, app.service.account.objects(kind as Kind).length]),
    );

  beforeAll(async () => {
    app = await application(name);
    before = census();
    for (const stack of stacks) workspaces.push(await app.stack(stack));
  });
  afterAll(() => app.remove());

  it("is applied as declared", async () => {
    for (const workspace of workspaces) await succeed(workspace, "apply", "-auto-approve");
    const made = Object.entries(census()).map(
      ([kind, count]) => [kind, count - (before[kind] ?? 0)] as const,
    );
    expect(Object.fromEntries(made.filter(([, count]) => count !== 0))).toEqual(objects);
  });

  it("is planned empty afterwards", async () => {
    for (const workspace of workspaces) await succeed(workspace, "plan", "-detailed-exitcode");
  });

  if (name === "hosting-provider") {
    it("tells what each customer costs before anything is sent", () => {
      expect(app.printed.split("\n").slice(0, 3)).toEqual([
        "acme: 198 objects, 12 requests to create, 5 for a plan",
        "globex: 261 objects, 10 requests to create, 6 for a plan",
        "initech: 324 objects, 10 requests to create, 7 for a plan",
      ]);
    });

    it("tags each customer's addresses", () => {
      const tagged = app.service.account.objects("host").filter(({ tags }) => tags.includes("customer-acme"));
      expect(tagged).toHaveLength(128 + 64 + 2);
    });
  }

  it("is destroyed without leaving anything", async () => {
    for (const workspace of workspaces) await succeed(workspace, "destroy", "-auto-approve");
    expect(census()).toEqual(before);
  });
});
