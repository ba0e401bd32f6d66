import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { openPointValues } from "../../../../src/emulator/settings";
import { kindNames, kinds } from "../../../../src/service/kinds";
import { closeAccounts, openAccount, type TestAccount } from "../../../acceptance/account";
import type { Facet, Fixtures, Life } from "../../../acceptance/lives/life";
import { lives, scenery } from "../../../acceptance/lives/lives";
import { reference, resource } from "../../../acceptance/resource-block";
import { planJson, type ResourceChange, type TerraformPlan } from "../../../shown-json";
import { driftReport, driftRun, type ReportJson } from "./command";

type Change = { readonly before: unknown; readonly after: unknown };

let account: TestAccount;
let about: Fixtures;
let folder: string;
let own: ReadonlySet<string>;

const address = (life: Life, name: string) => `rblmonitor_${life.type}.${name}`;
const idOf = async (life: Life, name: string) => String((await account.values(address(life, name))).id);
const facetsOf = (life: Life): [string, Facet][] => Object.entries(life.facets(about.refer));

/** An object for each attribute of each kind, and one more of each kind. */
function everyKind(): string {
  return lives
    .flatMap((life) => [
      ...facetsOf(life).map(([name, facet], index) =>
        resource(life.type, name, {
          ...life.required(index, about.refer),
          [facet.attribute]: facet.second,
        }),
      ),
      resource(life.type, "lost", life.required(90, about.refer)),
    ])
    .join("");
}

/** The changes outside of Terraform that its plan reports, by address: null for a missing object, else the attributes. */
function reportedDrift({ resource_drift = [] }: TerraformPlan): Record<string, unknown> {
  return Object.fromEntries(resource_drift.map((one) => [one.address, differences(one)]));
}

function differences({ change: { before, after } }: ResourceChange): Record<string, Change> | null {
  if (!after) return null;
  const names = Object.keys(after).filter((name) => text(before?.[name]) !== text(after[name]));
  return Object.fromEntries(
    names.map((name) => [name, { before: inOrder(before?.[name]), after: inOrder(after[name]) }]),
  );
}

/** The changes in a drift report, in the same form. */
function driftFound({ findings }: ReportJson): Record<string, unknown> {
  const declared = findings.filter(({ type }) => type !== "undeclared");
  return Object.fromEntries(
    declared.map(({ address = "", type, attributes = [] }) => [
      address,
      type === "gone"
        ? null
        : Object.fromEntries(
            attributes.map(({ name, before, after }) => [
              name,
              { before: inOrder(before), after: inOrder(after) },
            ]),
          ),
    ]),
  );
}

const text = (value: unknown) => JSON.stringify(inOrder(value));

function inOrder(value: unknown): unknown {
  return Array.isArray(value) ? value.map((item) => JSON.stringify(item)).sort() : (value ?? null);
}

const undeclaredIds = ({ findings }: ReportJson) =>
  findings.filter(({ type }) => type === "undeclared").map(({ id }) => id);

/** Every object that no state holds and that the service does not call its own. */
function strangers(): string[] {
  const isOwn = (id: string) => own.has(id);
  return kindNames.flatMap((kind) =>
    account.service.account
      .objects(kind)
      .filter((object) => !isOwn(object.id) && !("custom" in object && !object.custom))
      .map(({ id }) => id),
  );
}

beforeAll(async () => {
  account = await openAccount({ pausedSources: "listed" });
  about = scenery(account);
  folder = account.workspace.folder;
  const before = new Set(account.census());
  await account.write(everyKind());
  await account.apply();
  own = new Set(account.census().filter((id) => !before.has(id)));
});
afterAll(closeAccounts);

// Each step goes on from what the one before left.
describe("rblmonitor drift of a configuration with every attribute of every kind", () => {
  it("finds nothing where nothing was changed, in one reading of each list", async () => {
    const before = account.service.requestCount;
    const report = await driftReport(account.service, ["--no-undeclared"], { cwd: folder });
    expect(report).toMatchObject({ version: 1, code: 0, findings: [], notes: [], states: ["."] });
    expect(report.counts.declared).toBe(own.size);
    const sent = account.service.requestCount - before;
    expect(report.requests.sent).toBe(sent);
    expect(sent).toBe(Object.keys(kinds).length);
  });

  it("finds every unmanaged object, but neither built-in sources nor the built-in certificate profile", async () => {
    const report = await driftReport(account.service, ["--chdir", folder]);
    expect(report.code).toBe(2);
    const profiles = account.service.account.objects("certificate_profile");
    const builtIn = profiles.find(({ name }) => name === "Public Profile");
    expect(builtIn).toMatchObject({ is_default: false });
    const expected = strangers().filter((id) => id !== builtIn?.id);
    expect(undeclaredIds(report).sort()).toEqual(expected.sort());
    expect(report.findings).toHaveLength(expected.length);
  });

  it("finds what a refresh of Terraform finds, with the same values, and nothing else", async () => {
    for (const life of lives) {
      for (const [name, { driftOf, drifted }] of facetsOf(life))
        account.service.account.change(driftOf ?? (await idOf(life, name)), drifted);
      account.service.account.remove(await idOf(life, "lost"));
    }
    // The changes made objects of the service the defaults again.
    const report = await driftReport(account.service, ["--defaults"], { cwd: folder });
    const reported = reportedDrift(await planJson(account.workspace, "-refresh-only"));
    expect(Object.keys(reported).length).toBeGreaterThan(40);
    expect(Object.values(reported).filter((one) => one === null)).toHaveLength(lives.length);
    expect(driftFound(report)).toEqual(reported);
    expect(undeclaredIds(report).sort()).toEqual(strangers().sort());
  });

  it("finds the same in what `terraform show -json` and `terraform state pull` print", async () => {
    const pulled = (await account.workspace.run("state", "pull")).stdout;
    const shown = (await account.workspace.run("show", "-json")).stdout;
    const here = await driftReport(account.service, [], { cwd: folder });
    const ofPulled = await driftReport(account.service, ["-"], { input: pulled });
    const ofShown = await driftReport(account.service, ["-"], { input: shown });
    expect(driftFound(ofPulled)).toEqual(driftFound(here));
    const { "rblmonitor_monitoring_profile.frequency": served, ...others } = driftFound(here);
    expect(served).toBeDefined();
    expect(driftFound(ofShown)).toEqual(others);
    expect(ofShown.notes).toEqual([
      {
        address: "rblmonitor_monitoring_profile.frequency",
        text: expect.stringContaining("This may not be drift"),
      },
    ]);
  });

  it("does not report drift after Terraform put everything back", async () => {
    await account.apply();
    const report = await driftReport(account.service, ["--no-undeclared"], { cwd: folder });
    expect(report).toMatchObject({ code: 0, findings: [] });
  });

  it("says so when the state is locked", async () => {
    const lock = join(folder, ".terraform.tfstate.lock.info");
    await writeFile(lock, '{"ID":"1","Who":"root@ci"}');
    const { notes } = await driftReport(account.service, ["--kind", "host"], { cwd: folder });
    await rm(lock);
    expect(notes).toContainEqual({ text: expect.stringContaining(". is locked by root@ci") });
  });

  it("says so when the state is empty", async () => {
    const { code, stdout } = await driftRun(account.service, ["-"], { input: '{"format_version":"1.0"}' });
    expect(code).toBe(2);
    expect(stdout).toContain("standard input has no objects of this provider");
  });
});

describe.each(openPointValues.subnetCreate)(
  "rblmonitor drift of a subnet for which the service creates %s",
  (subnetCreate) => {
    it("finds nothing, and then each of its hosts that differs or is gone", async () => {
      const { service, workspace, write, apply } = await openAccount({ subnetCreate, names: "canonical" });
      await write(
        resource("host", "net", {
          host: "192.0.2.9/30",
          name: "Net",
          profile: service.account.objects("monitoring_profile")[0]?.id,
          contact_groups: [service.account.objects("contact_group")[0]?.id],
        }),
      );
      await apply();
      const where = { cwd: workspace.folder };
      const args = ["--kind", "host"];
      expect((await driftReport(service, args, where)).findings).toEqual([]);
      const created = service.account.objects("host");
      const [gone, last] = created.slice(-2).map(({ id, host }) => ({ id, member: String(host) }));
      const isOne = created.length === 1;
      const named = (object?: { id: string }) => (isOne ? { id: object?.id } : object);
      // State keeps the value of the resource, but the value of a single host is drift.
      service.account.change((last ?? gone)?.id ?? "", { name: "Mail" });
      const attributes = [{ name: "name", before: "Net", after: "Mail" }];
      expect((await driftReport(service, args, where)).findings).toMatchObject([
        { type: "changed", ...named(last ?? gone), attributes },
      ]);
      service.account.remove(gone?.id ?? "");
      const report = await driftReport(service, args, where);
      expect(report.findings).toMatchObject([
        ...(last === undefined ? [] : [{ type: "changed", ...last, attributes }]),
        { type: "gone", ...named(gone) },
      ]);
      expect(report.counts).toMatchObject({ declared: 1, changed: isOne ? 0 : 1, gone: 1 });
      if (isOne) return;
      // A refresh forgets the SID, and the next plan recreates the host.
      await workspace.run("apply", "-refresh-only", "-auto-approve");
      expect((await driftReport(service, args, where)).findings).toMatchObject([
        { type: "changed", ...last },
        { type: "gone", member: gone?.member },
      ]);
    });

    it("finds one change when all of its hosts share it", async () => {
      const { service, workspace, write, apply } = await openAccount({ subnetCreate });
      const net = {
        host: "192.0.2.8/30",
        name: "Net",
        profile: service.account.objects("monitoring_profile")[0]?.id,
      };
      await write(
        resource("host", "net", {
          ...net,
          contact_groups: [service.account.objects("contact_group")[0]?.id],
        }),
      );
      await apply();
      for (const { id } of service.account.objects("host")) service.account.change(id, { paused: true });
      const report = await driftReport(service, ["--kind", "host"], { cwd: workspace.folder });
      expect(report.findings).toMatchObject([{ type: "changed", address: "rblmonitor_host.net" }]);
    });
  },
);

describe("rblmonitor drift of an account whose plan fixes how often hosts are checked", () => {
  it("finds nothing, and notes a possible difference for a state without private state", async () => {
    const { service, workspace, write, apply } = await openAccount({ plan: "paid" });
    await write(resource("monitoring_profile", "mail", { name: "Mail", frequency: "1_hour" }));
    await apply();
    const args = ["--kind", "monitoring_profile", "--no-undeclared"];
    const known = await driftReport(service, args, { cwd: workspace.folder });
    expect([known.code, known.findings, known.notes]).toEqual([0, [], []]);
    const { stdout: input } = await workspace.run("show", "-json");
    const report = await driftReport(service, [...args, "-"], { input });
    expect(report).toMatchObject({ code: 0, findings: [] });
    expect(report.notes).toEqual([
      {
        address: "rblmonitor_monitoring_profile.mail",
        text: expect.stringContaining("This may not be drift"),
      },
    ]);
  });
});

describe("rblmonitor drift of a host whose tags the service did not clear", () => {
  it("finds nothing, as Terraform does", async () => {
    const { service, workspace, write, apply } = await openAccount({ emptyList: "ignored" });
    const host = (tags: readonly string[] | undefined) =>
      resource("host", "mx", {
        host: "192.0.2.1",
        name: "Mail",
        tags,
        profile: service.account.objects("monitoring_profile")[0]?.id,
        contact_groups: [service.account.objects("contact_group")[0]?.id],
      });
    for (const tags of [["a"], undefined]) {
      await write(host(tags));
      await apply();
    }
    const report = await driftReport(service, ["--kind", "host"], { cwd: workspace.folder });
    expect([report.findings, report.notes]).toEqual([[], []]);
  });
});

describe("rblmonitor drift of contacts", () => {
  it.each(openPointValues.argsReturned)(
    "finds nothing in args, which the service returns %s, pending or not",
    async (argsReturned) => {
      const { service, workspace, write, apply } = await openAccount({ argsReturned });
      const contact = { type: "datadog", contact_groups: [service.account.objects("contact_group")[0]?.id] };
      await write(
        [
          resource("contact", "plain", { ...contact, contact: "a", args: reference('{ key = "k" }') }),
          resource("contact", "written", {
            ...contact,
            contact: "b",
            args_wo_version: 1,
            paused: true,
            args_wo: reference('{ key = "k" }'),
          }),
        ].join(""),
      );
      await apply();
      const args = ["--kind", "contact"];
      expect((await driftReport(service, args, { cwd: workspace.folder })).findings).toEqual([]);
    },
  );
});
