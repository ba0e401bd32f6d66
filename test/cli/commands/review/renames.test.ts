import { queryAccount } from "../../../../src/cli/commands/review/facts";
import { type Review, reviewPlan } from "../../../../src/cli/commands/review/review";
import { partsOf } from "../../../../src/cli/plan/changes";
import { readPlan } from "../../../../src/cli/plan/read-plan";
import { Account } from "../../../../src/provider/account";
import { kindNames } from "../../../../src/service/kinds";
import {
  closeAccounts,
  openAccount as openReal,
  type TestAccount as RealAccount,
} from "../../../acceptance/account";
import { openAccount, type TestAccount } from "../../../acceptance/driven/account";
import { reference, resource } from "../../../acceptance/resource-block";
import { declared, existing } from "../../../objects";
import { reviewOf } from "./reviewed";

afterEach(closeAccounts);

async function reviewed(account: Pick<TestAccount, "service" | "keptPlan">): Promise<Review> {
  const { url: baseUrl, accountSid, authToken } = account.service;
  return reviewPlan({
    name: "plan.json",
    plan: readPlan("plan.json", JSON.stringify(await account.keptPlan())),
    pageSize: 100,
    query: (questions) => queryAccount(new Account({ baseUrl, accountSid, authToken }), questions),
  });
}

/** Applies a configuration, and confirms its contacts. */
async function applied(account: Pick<TestAccount, "service" | "write" | "apply">, text: string) {
  await account.write(text);
  await account.apply();
  for (const { id } of account.service.account.objects("contact"))
    account.service.account.change(id, { confirmed: true });
}

const recreated = ({ warnings }: Review) => warnings.filter(({ kind }) => kind === "recreated");

describe("an object that is declared at another address without a moved block is named, with the block that keeps it:", () => {
  it.each(kindNames)("%s", async (kind) => {
    const account = await openAccount();
    const values = declared(kind, 1, existing(account.service));
    await applied(account, resource(kind, "old", values));
    // Without it, the provider refuses to plan a second group, profile or source.
    await account.write(resource(kind, "next", values), "allow_duplicates = true");
    const [warning, ...others] = recreated(await reviewed(account));
    expect(others).toEqual([]);
    expect(warning?.addresses).toEqual([`rblmonitor_${kind}.old`]);
    expect(warning?.text).toMatch(
      new RegExp(`add moved blocks: rblmonitor_${kind}.old to rblmonitor_${kind}.next\\.$`),
    );
    expect(warning?.text.includes("the history is lost")).toBe(/^(host|certificate_monitor)$/.test(kind));
    expect(warning?.text.includes("active → pending")).toBe(kind === "contact");
  });

  it("a host whose address has another form", async () => {
    const account = await openAccount();
    const values = declared("host", 1, existing(account.service));
    await applied(account, resource("host", "old", { ...values, host: "mx.example.com" }));
    await account.write(resource("host", "next", { ...values, host: "MX.example.com." }));
    expect(recreated(await reviewed(account))).toHaveLength(1);
  });

  it("a pending contact loses no confirmation", async () => {
    const account = await openAccount();
    const values = declared("contact", 1, existing(account.service));
    await account.write(resource("contact", "old", values));
    await account.apply();
    await account.write(resource("contact", "next", values));
    const [warning] = recreated(await reviewed(account));
    expect(warning?.text).not.toContain("pending");
  });
});

const required =
  'terraform {\n  required_providers {\n    rblmonitor = { source = "rblmonitor/rblmonitor" }\n  }\n}\n';
const team = `${required}
variable "name" {}
resource "rblmonitor_contact_group" "this" {
  name = "\${var.name} team"
}
resource "rblmonitor_contact" "lead" {
  contact        = "\${var.name == "sales" ? "web" : var.name}@example.com"
  type           = "email"
  contact_groups = [rblmonitor_contact_group.this.id]
}
output "group" {
  value = rblmonitor_contact_group.this.id
}
`;

describe("a team whose key of for_each is renamed", () => {
  const base = (key: string, more: string) => `
module "team" {
  source   = "./team"
  for_each = toset(["ops", "${key}"])
  name     = each.key
}
resource "rblmonitor_monitoring_profile" "mail" {
  name        = "Mail"
  frequency   = "24_hours"
  sync_method = "stay_in_sync"
}
resource "rblmonitor_host" "mx" {
  for_each       = toset(["192.0.2.1", "192.0.2.2"])
  host           = each.key
  name           = each.key
  profile        = rblmonitor_monitoring_profile.mail.id
  contact_groups = [module.team["${key}"].group]
}
${more}`;
  const open = async (): Promise<RealAccount> => {
    const account = await openReal();
    await account.workspace.write("team/main.tf", team);
    await account.write(base("web", ""));
    await account.workspace.run("get");
    await applied(account, base("web", ""));
    return account;
  };

  it("is named with its users, and with the block that moves its whole module", async () => {
    const account = await open();
    await account.write(base("sales", ""));
    const { warnings, changes } = await reviewed(account);
    const text = (kind: string) => warnings.find((warning) => warning.kind === kind)?.text;
    expect(text("recreated")).toContain(
      'The plan recreates 1 contact and 1 contact group at other addresses: the SIDs change and 1 contact must be confirmed again (active → pending). To keep what exists, add moved blocks: module.team["web"] to module.team["sales"].',
    );
    expect(text("destroyed_in_use")).toContain(
      'It is destroyed before the plan updates rblmonitor_host.mx["192.0.2.1"], rblmonitor_host.mx["192.0.2.2"], unless it had create_before_destroy = true in the last apply',
    );
    expect(text("destroyed_in_use")).toContain("Its contacts are destroyed first");
    // The new contact is still to be confirmed: this holds where the group is created first, too.
    expect(text("group_without_contacts")).toBe(
      'Alerts about 2 hosts will reach no one: contact group "sales team" (1 contact pending).',
    );
    const host = changes.find(({ address }) => address === 'rblmonitor_host.mx["192.0.2.1"]');
    expect(host?.attributes).toMatchObject([
      { name: "contact_groups", after_new: ['module.team["sales"].rblmonitor_contact_group.this'] },
    ]);
  });

  it("causes no warning with that block", async () => {
    const account = await open();
    const moved = 'moved {\n  from = module.team["web"]\n  to   = module.team["sales"]\n}\n';
    await account.write(base("sales", moved));
    const { warnings, changes } = await reviewed(account);
    expect(warnings).toEqual([]);
    expect(changes.map(({ action }) => action).sort()).toEqual(["move", "update"]);
  });
});

it("a host that is handed to another module is named with the address that it then has", async () => {
  const account = await openReal();
  const host = 'resource "rblmonitor_host" "mx" {\n  host = "192.0.2.1"\n  name = "mx"\n';
  const { service } = account;
  const [profile, group] = ["monitoring_profile", "contact_group"].map(
    (kind) => service.account.objects(kind as "contact_group")[0]?.id,
  );
  const body = `${required}${host}  profile = "${profile}"\n  contact_groups = ["${group}"]\n}\n`;
  for (const name of ["a", "b"])
    for (const [folder, text] of [
      ["full", body],
      ["empty", ""],
    ])
      await account.workspace.write(`${name}-${folder}/main.tf`, String(text));
  const both = (a: string, b: string) =>
    `module "a" {\n  source = "./a-${a}"\n}\nmodule "b" {\n  source = "./b-${b}"\n}\n`;
  await account.write(both("full", "empty"));
  await account.workspace.run("get");
  await account.apply();
  await account.write(both("empty", "full"));
  await account.workspace.run("get");
  const [warning] = recreated(await reviewed(account));
  expect(warning?.text).toContain(
    "add moved blocks: module.a.rblmonitor_host.mx to module.b.rblmonitor_host.mx",
  );
});

it("a group whose contacts move to a new one is not called renamed", async () => {
  const account = await openAccount();
  const team = (name: string) =>
    resource("contact_group", name, { name }) +
    resource("contact", "ann", {
      ...{ contact: "ann@example.com", type: "email" },
      contact_groups: [reference(`rblmonitor_contact_group.${name}.id`)],
    });
  await applied(account, team("old"));
  await account.write(team("next"));
  expect(recreated(await reviewed(account))).toEqual([]);
});

/** A plan that recreates a contact, whose groups no expression shows, and destroys and creates a group. */
function renamedTeam(keys: readonly [old: string, next: string], providers: readonly [string, string]) {
  const [old, next] = keys;
  const ids = { group: `CG${"1".repeat(32)}`, contact: `CO${"2".repeat(32)}` };
  const contact = { contact: "ann@example.com", type: "email", paused: false };
  const change = (
    type: string,
    key: string,
    before: object | null,
    after: object | null,
    open: object = {},
  ) => ({
    ...{ address: `rblmonitor_${type}.${key}`, mode: "managed", type: `rblmonitor_${type}` },
    change: { actions: [before ? "delete" : "create"], before, after, after_unknown: open },
  });
  const isNew = { id: true, contact_groups: true };
  const [ours, theirs] = providers;
  const configured = (name: string, key: string) =>
    ["contact", "contact_group"].map((type) => ({
      ...{ mode: "managed", type: `rblmonitor_${type}`, name, provider_config_key: key },
    }));
  return {
    format_version: "1.2",
    resource_changes: [
      change("contact_group", old, { id: ids.group, name: "Mail" }, null),
      change("contact_group", next, null, { name: "Post" }, { id: true }),
      change("contact", old, { ...contact, id: ids.contact, contact_groups: [ids.group] }, null),
      change("contact", next, null, contact, isNew),
    ],
    configuration: {
      provider_config: {
        rblmonitor: { full_name: "registry.terraform.io/rblmonitor/rblmonitor", expressions: {} },
        "rblmonitor.eu": {
          full_name: "registry.terraform.io/rblmonitor/rblmonitor",
          alias: "eu",
          expressions: {},
        },
      },
      root_module: {
        resources: [
          ...configured(old.replace(/\[.*/, ""), ours),
          ...(ours === theirs ? [] : configured(next.replace(/\[.*/, ""), theirs)),
        ],
      },
    },
  };
}

it("the group of a renamed contact is named where its key changes in the same way", async () => {
  const plan = renamedTeam(['of["mail"]', 'of["post"]'], ["rblmonitor", "rblmonitor"]);
  const [warning] = recreated(await reviewOf(plan));
  for (const type of ["contact", "contact_group"])
    expect(warning?.text).toContain(`rblmonitor_${type}.of["mail"] to rblmonitor_${type}.of["post"]`);
});

it("no block moves an object to the configuration of another account", async () => {
  const plan = renamedTeam(["a", "b"], ["rblmonitor", "rblmonitor.eu"]);
  expect(recreated(await reviewOf(plan))).toEqual([]);
});

it("the state of a plan file has the account of an object whose resource was removed", () => {
  const plan = renamedTeam(["a", "b"], ["rblmonitor", "rblmonitor.eu"]);
  plan.configuration.root_module.resources = plan.configuration.root_module.resources.filter(
    ({ name }) => name === "b",
  );
  const provider = 'provider["registry.terraform.io/rblmonitor/rblmonitor"].eu';
  const of = { mode: "managed", type: "rblmonitor_contact_group", name: "a", provider };
  const state = { version: 4, resources: [{ ...of, instances: [{ attributes: {} }] }] };
  const providerIn = (text?: string) =>
    partsOf(readPlan("plan.json", JSON.stringify(plan), text)).changes[0]?.provider;
  expect([providerIn(), providerIn(JSON.stringify(state))]).toEqual(["unknown", "eu"]);
});

describe("an object that others use", () => {
  const text =
    resource("contact_group", "web", { name: "Web" }) +
    resource("monitoring_profile", "mail", { name: "Mail", frequency: "weekly" }) +
    resource("certificate_profile", "tls", { name: "TLS", expiration_thresholds: [14] }) +
    resource("source", "bl", { host: "bl.example.net", type: "rbl" });

  it("from elsewhere is not destroyed in silence: the review names what uses it", async () => {
    const account = await openAccount();
    await applied(account, text);
    const { account: stored } = account.service;
    const [group, profile, certificates, source] = await Promise.all(
      ["contact_group.web", "monitoring_profile.mail", "certificate_profile.tls", "source.bl"].map(
        async (address) => String((await account.values(`rblmonitor_${address}`)).id),
      ),
    );
    const groups = { contact_group: [String(group)] };
    stored.add("host", { host: "192.0.2.9", name: "Theirs", profile: String(profile), ...groups });
    stored.add("monitoring_profile", { name: "Other", frequency: "weekly", entries: [String(source)] });
    stored.add("certificate_monitor", {
      ...{ hostname: "www.example.com", protocol: "https", name: "www" },
      ...{ profile: String(certificates), ...groups },
    });
    await account.write(resource("contact_group", "other", { name: "Other" }));
    const { warnings } = await reviewed(account);
    const found = warnings.filter(({ kind }) => kind === "destroyed_in_use");
    expect(found.map(({ addresses, text }) => [...addresses, text.split(". ")[0]]).sort()).toEqual([
      [
        "rblmonitor_certificate_profile.tls",
        'It is in use by 1 certificate monitor that this plan does not change (www.example.com "www"): the service refuses to delete a certificate profile in use',
      ],
      [
        "rblmonitor_contact_group.web",
        'It is in use by 1 host and 1 certificate monitor that this plan does not change (192.0.2.9 "Theirs", www.example.com "www"): the service refuses to delete a contact group in use',
      ],
      [
        "rblmonitor_monitoring_profile.mail",
        'It is in use by 1 host that this plan does not change (192.0.2.9 "Theirs"): the service refuses to delete a monitoring profile in use',
      ],
      [
        "rblmonitor_source.bl",
        'It is in use by 1 monitoring profile that this plan does not change ("Other"): the service may refuse to delete a source in use',
      ],
    ]);
  });

  it("and that no one uses is destroyed without a warning", async () => {
    const account = await openAccount();
    await applied(account, text);
    await account.write(resource("contact_group", "other", { name: "Other" }));
    const { warnings } = await reviewed(account);
    expect(warnings.map(({ kind }) => kind)).not.toContain("destroyed_in_use");
  });
});

it.each([true, false])("a group to be replaced is judged by the order in the plan: %s", async (isFirst) => {
  const account = await openReal();
  const group = resource("contact_group", "ops", { name: "Ops" }).replace(
    /}\s*$/,
    isFirst ? "  lifecycle {\n    create_before_destroy = true\n  }\n}\n" : "}\n",
  );
  const contact = resource("contact", "ann", {
    ...{ contact: "ann@example.com", type: "email" },
    contact_groups: [reference("rblmonitor_contact_group.ops.id")],
  });
  await applied(account, group + contact);
  const kept = () => account.keptPlan("-replace=rblmonitor_contact_group.ops");
  const { warnings } = await reviewed({ ...account, keptPlan: kept });
  expect(warnings.some(({ kind }) => kind === "destroyed_in_use")).toBe(!isFirst);
});
