import { closeAccounts, openAccount, type TestAccount } from "../account";
import type { CommandOutput } from "../terraform-messages";

afterEach(closeAccounts);

/** How a team is declared: its key in `for_each`, and the names of the blocks of its group and of its members. */
interface Declared {
  readonly key?: string;
  readonly group?: string;
  readonly members?: string;
}

/** A group with a contact and a host, and a source. */
const team = (
  { service }: TestAccount,
  { key = "web", group = "of", members = "of" }: Declared,
  more = "",
) => `
locals {
  teams = { ${key} = "Web" }
}
resource "rblmonitor_contact_group" "${group}" {
  for_each = local.teams
  name     = each.value
  lifecycle {
    create_before_destroy = true
  }
}
resource "rblmonitor_contact" "${members}" {
  for_each       = local.teams
  type           = "slack"
  contact        = "https://hooks.example.com/services/the-secret-of-the-team"
  contact_groups = [rblmonitor_contact_group.${group}[each.key].id]
}
resource "rblmonitor_host" "${members}" {
  for_each       = local.teams
  name           = "Mail"
  host           = "mail.example.com"
  profile        = "${service.account.objects("monitoring_profile")[0]?.id}"
  contact_groups = [rblmonitor_contact_group.${group}[each.key].id]
}
resource "rblmonitor_source" "${members}" {
  for_each = local.teams
  host     = "list.example.com"
  type     = "rbl"
}
${more}`;

const moved = ["contact_group", "contact", "host", "source"]
  .map(
    (kind) => `moved {\n  from = rblmonitor_${kind}.of["web"]\n  to   = rblmonitor_${kind}.of["frontend"]\n}`,
  )
  .join("\n");

async function applied(): Promise<TestAccount> {
  const account = await openAccount();
  await account.write(team(account, {}));
  await account.apply();
  return account;
}

/** What ten plans of one configuration report. */
async function tenPlans(account: TestAccount, of: (output: CommandOutput) => string[]): Promise<string[][]> {
  const reports = new Set<string>();
  for (let n = 0; n < 10; n += 1) reports.add(JSON.stringify(of(await account.plan())));
  return [...reports].map((text) => JSON.parse(text));
}
const all = ({ diagnostics }: CommandOutput) =>
  diagnostics.map(({ severity, summary, detail }) => `${severity}: ${summary}: ${detail}`).sort();
const errors = (output: CommandOutput) => all(output).filter((text) => text.startsWith("error"));

const writes = ({ service }: TestAccount) => service.requests.filter(({ method }) => method !== "GET").length;
const summariesOf = (texts: string[]) => texts.map((text) => text.split(": ", 2).join(": "));

describe("Resources that are renamed without moved blocks", () => {
  it.each<[string, Declared]>([
    ["key", { key: "frontend" }],
    ["group", { group: "renamed" }],
    ["block of each", { group: "renamed", members: "renamed" }],
  ])(
    "are an error of each plan before anything is destroyed, if a group is one of them (%s)",
    async (_, declared) => {
      const account = await applied();
      const before = [account.census(), writes(account)];
      await account.write(team(account, declared));
      expect((await account.tryApply()).code).toBe(1);
      expect([account.census(), writes(account)]).toEqual(before);
      const reports = await tenPlans(account, errors);
      expect(reports).toEqual([
        expect.arrayContaining([
          expect.stringMatching(
            /^error: Contact group destroyed and created again: .*contact group CG\w+ "Web" .*moved \{.*a contact that/s,
          ),
        ]),
      ]);
    },
  );

  it("keep all objects with moved blocks", async () => {
    const account = await applied();
    const before = account.census();
    await account.write(team(account, { key: "frontend" }, moved));
    expect((await account.apply()).applied).toEqual({});
    expect(account.census()).toEqual(before);
  });

  it("are the same warnings in each plan, if others do not refer to them", async () => {
    const account = await applied();
    await account.write(
      team(account, { members: "renamed" }).replace(
        /resource "rblmonitor_source" "renamed"/,
        'resource "rblmonitor_source" "of"',
      ),
    );
    const reports = await tenPlans(account, all);
    expect(reports.map(summariesOf)).toEqual([
      [
        "warning: Contact already exists",
        "warning: Contact destroyed and created again",
        "warning: Host already exists",
        "warning: Host destroyed and created again",
      ],
    ]);
    expect(JSON.stringify(reports)).not.toContain("the-secret-of-the-team");
  });
});

describe("terraform destroy", () => {
  it("goes on with -refresh=false after a rename, and without it otherwise", async () => {
    const account = await openAccount();
    const initial = account.census();
    await account.write(team(account, {}));
    await account.apply();
    await account.write(team(account, { key: "frontend" }));
    await account.workspace.succeed("destroy", "-auto-approve", "-refresh=false");
    expect(account.census()).toEqual(initial);
    await account.write(team(account, {}));
    await account.apply();
    expect((await account.destroy()).diagnostics).toEqual([]);
  });
});
