import type { EmulatorOptions } from "../../../../src/emulator/emulator";
import { type Kind, kinds } from "../../../../src/service/kinds";
import {
  type Configuration,
  closeAccounts,
  openAccount,
  type TestAccount,
} from "../../../acceptance/account";
import { openAccount as openDriven } from "../../../acceptance/driven/account";
import { running } from "../../../acceptance/running-plugin";
import { isLong } from "../../../properties";
import { type Adopted, adopted, removeAdopted } from "./adopted";
import { synthesised, unformatted } from "./construct-project";
import { fill, nastyNames } from "./full-account";

afterEach(closeAccounts);
afterAll(removeAdopted);

const templates = ["hcl", "cdktn", "cdktf"] as const;

/** The adopted code as Terraform's configuration. */
async function configured(
  account: TestAccount,
  { folder }: Adopted,
  template: (typeof templates)[number],
  environment: Readonly<Record<string, string>> = {},
): Promise<Configuration> {
  if (template === "hcl") return account.another({ ...running, folder, environment });
  const stack = await synthesised(folder);
  const { workspace } = await account.another({ folder: stack, plugin: { mirror: "dist/mirror" } });
  expect(await workspace.run("init")).toMatchObject({ code: 0 });
  return account.another({ ...running, folder: stack, environment });
}

/** The adopted objects in one file, in which variables default to the credentials. */
function inOneFile(files: Adopted["files"]): string {
  const code = Object.keys(files).flatMap((name) =>
    /^(?!provider|versions).*\.tf$/.test(name) ? [files[name]] : [],
  );
  const credentials = (files["credentials.auto.tfvars"] ?? "").matchAll(/^(\w+) += (.+)$/gm);
  return [...credentials].reduce(
    (text, [, name, value]) =>
      text.replace(`variable "${name}" {`, (block) => `${block}\n  default = ${value}`),
    code.join("\n"),
  );
}

/** Plans only imports, applies, and plans nothing, nor changed outputs, which the driver does not have: the addresses. */
async function importsWithoutChange(
  configuration: Pick<Configuration, "apply" | "plan">,
  args: readonly string[] = ["-detailed-exitcode"],
): Promise<readonly string[]> {
  const { planned, diagnostics } = await configuration.apply();
  expect(diagnostics).toEqual([]);
  expect(Object.entries(planned).filter(([, action]) => action !== "import")).toEqual([]);
  const { code, planned: again } = await configuration.plan(...args);
  expect([code, again]).toEqual([0, {}]);
  return Object.keys(planned);
}

describe.each(templates)("an account with every kind and with nasty names, adopted as %s", (template) => {
  it("is imported without a change", async () => {
    const account = await openAccount({ pausedSources: "listed" });
    fill(account.service.account);
    const before = JSON.stringify(account.census());
    const requests = account.service.requestCount;
    const code = await adopted(account.service, { template });
    // A page of each list.
    expect(account.service.requestCount - requests).toBe(7);
    const addresses = await importsWithoutChange(await configured(account, code, template));
    const count = (kind: Kind) =>
      addresses.filter((address) => address.startsWith(`rblmonitor_${kind}.`)).length;
    const { account: desk } = account.service;
    for (const kind of ["contact_group", "contact", "monitoring_profile", "certificate_monitor"] as const) {
      expect([kind, count(kind)]).toEqual([kind, desk.objects(kind).length]);
    }
    expect(count("source")).toBe(desk.objects("source").filter(({ custom }) => custom).length);
    // One subnet is one resource with four members; the parent of another is left out.
    expect(count("host")).toBe(desk.objects("host").length - 4 - 1);
    expect(JSON.stringify(account.census())).toBe(before);
  });

  it("is laid out as the language's formatter does", async () => {
    const account = await openAccount();
    fill(account.service.account);
    const { folder } = await adopted(account.service, { template });
    if (template !== "hcl") expect(await unformatted(folder)).toBe("");
    else {
      const { workspace } = await account.another({ folder });
      expect(await workspace.run("fmt", "-check", "-diff")).toMatchObject({ code: 0, stdout: "" });
    }
  });

  it("is the same code in whatever order the lists come", async () => {
    const account = await openAccount({ listOrder: "oldest-first", listItemOrder: "as-given" });
    fill(account.service.account);
    const { files } = await adopted(account.service, { template });
    account.service.configure({ listOrder: "newest-first", listItemOrder: "reversed" });
    expect((await adopted(account.service, { template, pageSize: 7 })).files).toEqual(files);
  });
});

it.each(templates)(
  "an account that is adopted over version 3.0 as %s goes on over it, whatever the environment says",
  async (template) => {
    const account = await openAccount();
    const { service } = account;
    service.account.add("monitoring_profile", { name: "Mail", frequency: "weekly" });
    service.account.add("source", { host: "bl.example.net", paused: true });
    const code = await adopted(service, { template, apiVersion: "3.0", legacyBaseUrl: service.legacyUrl });
    const since = service.requestCount;
    const environment = { RBLMONITOR_API_VERSION: "4.0", TF_VAR_monitoring_profile_frequency: "weekly" };
    const configuration = await configured(account, code, template, environment);
    const { planned } = await configuration.apply();
    // The API does not return the frequency of a profile, so it is written.
    const written = Object.keys(planned).filter((address) => planned[address] !== "import");
    expect(written).toEqual(Object.keys(planned).filter((address) => address.includes("monitoring_profile")));
    expect((await configuration.plan()).planned).toEqual({});
    expect(new Set(service.requests.slice(since).map(({ version }) => version))).toEqual(new Set(["3.0"]));
  },
);

it("a paused source that the list leaves out is found through the profile that selects it", async () => {
  const account = await openAccount({ pausedSources: "unlisted" });
  const { account: desk } = account.service;
  const { id } = desk.add("source", { host: "bl.example.net", paused: true });
  desk.add("monitoring_profile", { name: "Mail", sync_method: "use_my_selections", entries: [id] });
  const code = await adopted(account.service, { template: "hcl" });
  expect(code.stdout).toContain(
    "lacks 1 source that monitoring profiles select: it probably leaves out paused sources.",
  );
  const addresses = await importsWithoutChange(await configured(account, code, "hcl"));
  expect(addresses).toContain("rblmonitor_source.bl_example_net");
});

/** Each line is one account. */
const behaviours: readonly EmulatorOptions[] = [
  { lists: "csv", idKey: "sid", booleans: "number", statusWords: "upper", extraFields: "none" },
  { lists: "objects", names: "canonical", booleans: "word-text", statusWords: "capitalised", idKey: "sid" },
  { lists: "null-when-empty", plan: "paid", monitorPort: "present", argsReturned: "whole" },
  { lists: "numbers", frequency: "fixed", plan: "paid", extraFields: "unknown", portalSettings: "shown" },
  { monitorPort: "present", monitorHostnamePort: "split", customFlag: "boolean", sourceTypes: "extended" },
  { customFlag: "absent", pausedSources: "unlisted", newContact: "active", pausedWord: "Paused by user" },
  { plan: "free" },
];

describe("an account", () => {
  it.each(behaviours)("is imported without a change from a service with %j", async (behaviour) => {
    const account = await openDriven(behaviour);
    // In the short form each name with one behaviour.
    const place = behaviours.indexOf(behaviour);
    const isHere = (_: string, index: number) => isLong || index % behaviours.length === place;
    fill(account.service.account, nastyNames.filter(isHere));
    const code = await adopted(account.service, { pageSize: 9 });
    await account.write(inOneFile(code.files));
    const addresses = await importsWithoutChange(account, []);
    expect(addresses.length).toBeGreaterThan(isLong ? 70 : 30);
    const isFree = behaviour.plan === "free";
    expect(code.stdout.includes("refuses the list of monitoring profiles")).toBe(isFree);
    expect(code.files["hosts.tf"]?.includes("# a monitoring profile\n")).toBe(isFree);
  });

  it.each(templates)(
    "whose objects have no lists asks in %s for required values, and reports which are missing",
    async (template) => {
      const account = await openAccount({ lists: "absent", frequency: "absent" });
      const { account: desk } = account.service;
      const group = desk.objects("contact_group")[0]?.id;
      desk.add("host", { host: "192.0.2.1", name: "MX", tags: ["in"] });
      const code = await adopted(account.service, { template });
      const [file, reference] =
        template === "hcl"
          ? ["hosts.tf", "var.host_contact_groups"]
          : ["hosts.ts", "variables.host_contact_groups.value"];
      expect(code.files[file]).toContain(reference);
      expect(code.stdout).toContain(
        "does not return contact_groups of 1 host: set the variable host_contact_groups",
      );
      expect(code.stdout).toContain("does not return tags of 1 host. The code leaves it out");
      const configuration = await configured(account, code, template, {
        TF_VAR_host_contact_groups: JSON.stringify([group]),
        TF_VAR_certificate_profile_expiration_thresholds: "[30, 14, 7, 1, 0]",
        TF_VAR_monitoring_profile_frequency: "24_hours",
      });
      const { planned } = await configuration.apply();
      expect(planned).toMatchObject({
        "rblmonitor_host.mx": "update",
        "rblmonitor_contact_group.default": "import",
      });
      expect((await configuration.plan()).planned).toEqual({});
      expect(desk.objects("host")).toMatchObject([{ contact_group: [group], tags: ["in"] }]);
    },
  );

  it("reads the pages of its lists and nothing else", async () => {
    const account = await openAccount();
    for (let n = 0; n < 250; n += 1)
      account.service.account.add("host", { host: `mx-${n}.example.com`, name: "mx" });
    const before = account.service.requestCount;
    const { stdout } = await adopted(account.service);
    // 3 pages of hosts, and one of each other kind.
    expect(account.service.requestCount - before).toBe(Object.keys(kinds).length - 1 + 3);
    expect(stdout).toContain("Requests sent: 9.");
  });
});
