import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { RecordedRequest } from "../../../src/emulator/options";
import { builtPlugin } from "../../../src/tasks/real-terraform/workspace";
import { commandRun } from "../../cli/commands/drift/command";
import { namingVariable } from "../../real-core";
import { closeAccounts, openAccount, type TestAccount } from "../account";
import { isCallOn, usedApiVersion } from "../api-version";
import { below, endProcess } from "../processes";
import { reference, resource } from "../resource-block";
import { instances } from "../state-file";
import { type CommandOutput, outputOf } from "../terraform-messages";

afterEach(closeAccounts);

const created = ["contact_group", "monitoring_profile", "contact", "host"] as const;
const isCreate = (request: RecordedRequest) => created.some((kind) => isCallOn(request, "create", kind));
const profile = ({ service }: TestAccount) => service.account.objects("monitoring_profile")[0]?.id;
const group = ({ service }: TestAccount) => service.account.objects("contact_group")[0]?.id;

/**
 * Applies, and kills with SIGKILL once so many creates arrived: the plugins, or terraform and then the plugins. From some
 * creates before that on, what is created is not answered.
 */
async function killedAt(
  account: TestAccount,
  create: number,
  victim: "plugin" | "terraform",
): Promise<CommandOutput> {
  const { faults } = account.service;
  let arrived = 0;
  let killing: Promise<void> | undefined;
  const kill = async (pid: number) => {
    const plugins = await below(pid);
    for (const each of victim === "terraform" ? [pid, ...plugins] : plugins) endProcess(each);
  };
  const { start } = await account.startingPlugins();
  const apply = start(["apply", "-auto-approve", "-json"]);
  faults.arm({
    ...{ fault: "slow", delay: 60_000, times: 1_000 },
    matching(request) {
      if (!isCreate(request)) return false;
      arrived += 1;
      if (arrived === create) killing = kill(apply.child.pid ?? 0);
      return arrived > create - 6;
    },
  });
  const result = outputOf(await apply.finished);
  await killing;
  await faults.clear();
  return result;
}

/** The ids that the state has: none if terraform was killed while it wrote the file, which is empty then. */
async function stored({ workspace }: TestAccount): Promise<string[]> {
  const state = await readFile(join(workspace.folder, "terraform.tfstate"), "utf8").catch(() => "");
  if (state === "") return [];
  return [...(await instances(workspace.folder)).values()].map(({ attributes }) => String(attributes.id));
}

async function imports({ service, workspace }: TestAccount, ...args: string[]) {
  const settings = `provider_installation {\n  dev_overrides {\n    "rblmonitor/rblmonitor" = ${JSON.stringify(resolve(builtPlugin()))}\n  }\n}\n`;
  await workspace.write("terraform.rc", settings);
  const environment = {
    ...namingVariable(),
    RBLMONITOR_API_VERSION: usedApiVersion,
    RBLMONITOR_LEGACY_BASE_URL: service.legacyUrl,
    TF_CLI_CONFIG_FILE: join(workspace.folder, "terraform.rc"),
  };
  return commandRun(service, ["imports", ...args], { cwd: workspace.folder, environment });
}

/** Reports what the state lost, writes all blocks, imports, and has everything once. */
async function recovers(account: TestAccount): Promise<void> {
  const { service } = account;
  const known = new Set(await stored(account));
  const lost = account.census().filter((id) => !known.has(id) && !initial.has(id));
  expect(lost.length).toBeGreaterThan(3);
  const { diagnostics, text } = await account.tryApply();
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  for (const { detail } of errors)
    expect(detail).toMatch(/id = ".*rblmonitor imports|rblmonitor imports.*id = "/s);
  // Terraform skips what depends on a resource that failed, so the plan reports that. Without a state, no list is read in
  // the plan, and only the command finds all.
  const reported = known.size > 0 ? lost : lost.filter((id) => /^(CG|RP)/.test(id));
  expect(reported.filter((id) => !text.includes(id))).toEqual([]);
  const before = service.requests.filter(isCreate).length;
  const { code, stderr, stdout } = await imports(account, "--json");
  expect([code, stderr]).toEqual([0, ""]);
  const written = JSON.parse(stdout) as { imports: { id: string }[]; unclear: unknown[] };
  expect(written.imports.map(({ id }) => id).sort()).toEqual([...lost].sort());
  expect(written.unclear).toEqual([]);
  const { applied } = await account.apply();
  expect(service.requests.filter(isCreate).length - before).toBe(
    Object.values(applied).filter((action) => action === "create").length,
  );
  expect((await account.plan()).planned).toEqual({});
  const now = account.census().filter((id) => !initial.has(id));
  expect((await stored(account)).sort()).toEqual([...now].sort());
}

let initial: ReadonlySet<string>;

describe.each(["flat", "parent-and-children"] as const)(
  "A subnet that is stored as %s and in no state",
  (subnetCreate) => {
    const subnet = (account: TestAccount) =>
      resource("host", "net", {
        ...{ host: "192.0.2.8/30", name: "Net", profile: profile(account), contact_groups: [group(account)] },
      });

    it("is reported as one, and adopted with adopt_identical", async () => {
      const account = await openAccount({ subnetCreate });
      await account.write(subnet(account));
      await account.apply();
      await account.workspace.succeed("state", "rm", "rblmonitor_host.net");
      const before = account.census();
      // The plan warns, and the apply plans again before it refuses the create.
      const { diagnostics: reported } = await account.tryApply();
      expect(reported.map(({ severity }) => severity)).toEqual(["warning", "warning", "error"]);
      for (const { summary, detail } of reported) {
        expect(summary).toBe("Host already exists");
        expect(detail.match(/import \{/g)).toHaveLength(1);
      }
      await account.write(subnet(account), "adopt_identical = true");
      const { diagnostics } = await account.apply();
      expect(diagnostics.map(({ summary }) => summary)).toEqual(["Existing object adopted"]);
      expect((await account.plan()).planned).toEqual({});
      expect(account.census()).toEqual(before);
    });
  },
);

describe("An object that exists and is in no state", () => {
  const hosts = (account: TestAccount, name: string) =>
    resource("host", "mail", {
      for_each: reference('{ "a \\"b\\"" = "mail.example.com", c = "new.example.com" }'),
      host: reference("each.value"),
      ...{ name, profile: profile(account), contact_groups: [group(account)] },
    });
  const existing = (account: TestAccount) =>
    account.service.account.add("host", {
      ...{
        host: "mail.example.com",
        name: "Mail",
        profile: profile(account),
        contact_group: [group(account)],
      },
    } as never).id;

  it("is reported although it differs, is not adopted then, and is imported with the block of a plan file", async () => {
    const account = await openAccount();
    const id = existing(account);
    await account.write(hosts(account, "Post"), "adopt_identical = true");
    const { applied, diagnostics } = await account.tryApply();
    expect(applied).toEqual({ 'rblmonitor_host.mail["c"]': "create" });
    for (const { detail } of diagnostics) expect(detail).toContain(`id = "${id}"`);
    expect(diagnostics.filter(({ severity }) => severity === "error")).toHaveLength(1);
    await account.keptPlan();
    const { code, stderr } = await imports(account, "planned");
    expect([code, stderr]).toEqual([0, ""]);
    expect((await account.apply()).planned).toEqual({ 'rblmonitor_host.mail["a \\"b\\""]': "update" });
    expect((await account.plan()).planned).toEqual({});
    expect(account.service.account.objects("host")).toHaveLength(2);
  });

  it("is created a second time with allow_duplicates, if the service accepts that", async () => {
    const account = await openAccount({ sameHost: "accept" });
    existing(account);
    await account.write(hosts(account, "Mail"));
    expect((await account.tryApply()).code).toBe(1);
    await account.write(hosts(account, "Mail"), "allow_duplicates = true");
    await account.apply();
    expect(account.service.account.objects("host")).toHaveLength(3);
  });

  it("is not reported of two declared objects of one name, which are both new", async () => {
    const account = await openAccount();
    await account.write(resource("contact_group", "twin", { count: 2, name: "Operations" }));
    expect((await account.apply()).diagnostics).toEqual([]);
    expect((await account.plan()).planned).toEqual({});
  });
});

describe("After kill -9", () => {
  it("of the plugin in an apply of 40 hosts, one run reports all lost hosts and imports recover them", async () => {
    const account = await openAccount();
    initial = new Set(account.census());
    await account.write(
      resource("host", "mail", {
        for_each: reference(`toset([for n in range(40) : "mail-\${n}.example.com"])`),
        host: reference("each.key"),
        name: reference("each.key"),
        profile: profile(account),
        contact_groups: [group(account)],
      }),
    );
    await killedAt(account, 20, "plugin");
    await recovers(account);
    expect(account.service.account.objects("host")).toHaveLength(40);
  });

  it.each([8, 18])(
    "of terraform at create %i, one run reports all lost objects and imports recover them",
    async (create) => {
      const account = await openAccount();
      initial = new Set(account.census());
      const many = (type: string, count: number, attributes: Readonly<Record<string, unknown>>) =>
        resource(type, "some", { count, ...attributes });
      const nth = (text: string) => reference(`"${text.replace("#", `\${count.index}`)}"`);
      await account.write(
        many("contact_group", 6, { name: nth("Group #") }) +
          many("monitoring_profile", 6, { name: nth("Profile #"), frequency: "weekly" }) +
          many("contact", 8, {
            contact: nth("ops-#@example.com"),
            type: "email",
            contact_groups: reference("[rblmonitor_contact_group.some[0].id]"),
          }) +
          many("host", 8, {
            host: nth("mail-#.example.com"),
            name: nth("Mail #"),
            profile: reference("rblmonitor_monitoring_profile.some[0].id"),
            contact_groups: reference("[rblmonitor_contact_group.some[0].id]"),
          }),
      );
      await killedAt(account, create, "terraform");
      await recovers(account);
    },
  );
});
