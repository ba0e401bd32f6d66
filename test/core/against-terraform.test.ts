import type { Emulator } from "../../src/emulator/emulator";
import { kindNames } from "../../src/service/kinds";
import { closeAccounts, openAccount, type TestAccount } from "../acceptance/account";
import { instances } from "../acceptance/state-file";
import { realCore } from "../real-core";
import { type Configuration, type Declared, Reference, ref } from "./configuration";
import { Core } from "./core";
import { hcl } from "./hcl";
import type { PlanOptions } from "./planning";
import type { Diagnostic } from "./plugin";
import { RblmonitorPlugin } from "./rblmonitor";
import { versionFor } from "./version";

afterEach(closeAccounts);

/** What one command did, with each SID of the account replaced by the name of its object. */
interface Done {
  readonly planned: Readonly<Record<string, string>>;
  readonly state: unknown;
  readonly diagnostics: readonly string[];
  readonly requests: readonly string[];
}

/** A step of a story. What it does by hand comes first, then the import or `state rm`, then the apply. */
interface Step {
  readonly title: string;
  readonly resources: Readonly<Record<string, Declared>>;
  readonly options?: PlanOptions;
  readonly byHand?: (service: Emulator) => void;
  readonly forget?: readonly string[];
  readonly imports?: readonly (readonly [address: string, id: string])[];
}

const group = (name: string): Declared => ({ config: { name } });
const day = ref("rblmonitor_contact_group.day");
const night = ref("rblmonitor_contact_group.night");
const watched = { profile: ref("rblmonitor_monitoring_profile.mail"), contact_groups: [day] };

const everything: Readonly<Record<string, Declared>> = {
  "rblmonitor_contact_group.day": { ...group("Day"), createBeforeDestroy: true },
  "rblmonitor_contact_group.night": group("Night"),
  "rblmonitor_source.own": { config: { host: "bl.example.net", type: "rbl", custom_codes: ["127.0.0.2"] } },
  "rblmonitor_monitoring_profile.mail": {
    config: { name: "Mail", frequency: "weekly", entries: [ref("rblmonitor_source.own")] },
  },
  "rblmonitor_certificate_profile.strict": { config: { name: "Strict", expiration_thresholds: [30, 5] } },
  "rblmonitor_certificate_monitor.shop": {
    config: {
      ...{ hostname: "shop.example.com", protocol: "https", name: "Shop", contact_groups: [day, night] },
      profile: ref("rblmonitor_certificate_profile.strict"),
    },
  },
  "rblmonitor_contact.ops": {
    config: {
      contact: "ops@example.com",
      type: "email",
      contact_groups: [day],
      args: { key: "k" },
      paused: true,
    },
  },
  "rblmonitor_host.mail": { config: { host: "Mail.Example.com.", name: "Mail", tags: ["mx"], ...watched } },
  "rblmonitor_host.net": {
    config: {
      host: "192.0.2.8/30",
      name: new Reference("rblmonitor_contact_group.day", "id", "of "),
      ...watched,
    },
  },
};

const changed: Readonly<Record<string, Declared>> = {
  ...everything,
  "rblmonitor_contact_group.night": { config: { name: "Nights", is_default: true } },
  "rblmonitor_monitoring_profile.mail": { config: { name: "Mail", frequency: "1_hour" } },
  "rblmonitor_contact.ops": {
    config: { contact: "ops@example.com", type: "slack", contact_groups: [night] },
  },
  "rblmonitor_host.mail": {
    config: { host: "mx.example.com", name: "Mail", tags: [], ...watched },
    createBeforeDestroy: true,
  },
  "rblmonitor_host.net": { config: { host: "192.0.2.8/30", name: "Net", paused: true, ...watched } },
};

const { "rblmonitor_contact.ops": _, ...withoutContact } = changed;

const story: readonly Step[] = [
  { title: "everything is created", resources: everything },
  { title: "nothing is to do", resources: everything },
  { title: "updates, replacements in both orders, the default moves", resources: changed },
  {
    title: "drift, and an object that is gone",
    resources: changed,
    byHand({ account }) {
      const [host] = account.objects("host");
      account.change(host?.id ?? "", { name: "By hand" });
      account.remove(account.objects("certificate_monitor")[0]?.id ?? "");
    },
  },
  {
    title: "an error in the middle, after which what depends on it is left",
    resources: {
      ...withoutContact,
      "rblmonitor_host.first": { config: { host: "taken.example.com", name: "First", ...watched } },
      "rblmonitor_host.second": {
        config: { host: "free.example.com", name: "Second", ...watched },
        dependsOn: ["rblmonitor_host.first"],
      },
      "rblmonitor_contact_group.third": group("Third"),
    },
    byHand: ({ account }) => void account.add("host", { host: "taken.example.com", name: "Theirs" }),
  },
  {
    title: "an import by name, one that fails, and a target",
    resources: {
      ...withoutContact,
      "rblmonitor_host.first": { config: { host: "taken.example.com", name: "First", ...watched } },
      "rblmonitor_contact_group.fourth": group("Fourth"),
    },
    imports: [
      ["rblmonitor_host.first", "TAKEN.example.com"],
      ["rblmonitor_contact_group.fourth", "CG00000000000000000000000000000000"],
    ],
    options: { targets: ["rblmonitor_host.first"] },
  },
  {
    title: "state rm, and a requested replacement",
    resources: withoutContact,
    forget: ["rblmonitor_host.first"],
    options: { replace: ["rblmonitor_certificate_monitor.shop"] },
  },
  { title: "everything is destroyed", resources: withoutContact, options: { destroy: true } },
];

const forms = ["flat", "parent-and-children"] as const;

describe.each(forms)("the driver, compared with the real program, with subnets %s", (subnetCreate) => {
  it("plans, sends, reports and stores the same, step by step", async () => {
    const [real, ours] = [await openAccount({ subnetCreate }), await openAccount({ subnetCreate })];
    const plugin = new RblmonitorPlugin(ours.service);
    const { program, version } = realCore();
    const core = new Core({ start: plugin.start, version: versionFor(program, version) });
    const names = { real: new Map<string, string>(), ours: new Map<string, string>() };
    for (const step of story) {
      for (const { service } of [real, ours]) step.byHand?.(service);
      const done = [
        await byTerraform(real, step, names.real),
        await byDriver(core, ours.service, step, names.ours),
      ];
      expect({ step: step.title, ...done[1] }).toEqual({ step: step.title, ...done[0] });
    }
    await plugin.close();
  });
});

async function byTerraform(account: TestAccount, step: Step, names: Map<string, string>): Promise<Done> {
  const { workspace, service } = account;
  const { targets = [], replace = [], destroy = false } = step.options ?? {};
  const first = service.requestCount;
  await account.write(hcl({ resources: step.resources }));
  const texts: string[] = [];
  for (const address of step.forget ?? []) await workspace.succeed("state", "rm", address);
  for (const [address, id] of step.imports ?? []) {
    const { stderr } = await workspace.run("import", address, id);
    texts.push(
      ...[...stderr.matchAll(/^.*Error: (.*)$/gm)].map(([, summary]) => `error ${address}: ${summary}`),
    );
  }
  const { planned, diagnostics } = await account.tryApply(
    ...(destroy ? ["-destroy"] : []),
    ...targets.map((one) => `-target=${one}`),
    ...replace.map((one) => `-replace=${one}`),
  );
  const stored = [...(await instances(workspace.folder))].map(([address, { attributes, identity }]) => [
    address,
    { attributes, identity },
  ]);
  return named(service, names, {
    planned,
    state: Object.fromEntries(stored),
    diagnostics: [
      ...texts,
      ...diagnostics
        .filter((one) => !ofTheCommandLine.includes(one.summary) && !dependsOnOrder(one))
        .map((one) => line(one, destroy)),
    ].sort(),
    requests: sent(service, first),
  });
}

/** What terraform says about its own options, whatever the provider does. */
const ofTheCommandLine = ["Resource targeting is in effect", "Applied changes may be incomplete"];

async function byDriver(
  core: Core,
  service: Emulator,
  step: Step,
  names: Map<string, string>,
): Promise<Done> {
  const configuration: Configuration = { resources: step.resources };
  const first = service.requestCount;
  for (const address of step.forget ?? []) core.forget(address);
  const imports = [];
  for (const [address, id] of step.imports ?? []) imports.push(await core.import(configuration, address, id));
  const { plan, diagnostics } = await core.apply(configuration, step.options);
  const stored = Object.entries(core.state).map(([address, { current }]) => [
    address,
    { attributes: parsed(current?.attributes), identity: parsed(current?.identity) },
  ]);
  return named(service, names, {
    planned: Object.fromEntries(
      Object.entries(plan?.actions ?? {}).map(([address, action]) => [
        address,
        action.includes(",") ? "replace" : action,
      ]),
    ),
    state: Object.fromEntries(stored),
    diagnostics: [...imports.flatMap((one) => one.diagnostics), ...diagnostics]
      .filter((one) => !dependsOnOrder(one))
      .map((one) => line(one, step.options?.destroy))
      .sort(),
    requests: sent(service, first),
  });
}

function parsed(text: string | undefined): unknown {
  return text === undefined ? undefined : JSON.parse(text);
}

/** A plan warns of an object that exists only if another resource has read the list by then. */
function dependsOnOrder({ severity, summary }: Pick<Diagnostic, "severity" | "summary">): boolean {
  return severity === "warning" && summary.endsWith("already exists");
}

/** A diagnostic in a line. Terraform knows no address for what is destroyed, and the driver does. */
function line({ severity, address, summary }: Diagnostic, isDestroyed = false): string {
  return `${severity} ${isDestroyed ? "" : address}: ${summary}`;
}

function sent(service: Emulator, first: number): string[] {
  return (
    service.requests
      .slice(first)
      .map(({ method, path, status, form = {} }) => `${method} ${path} ${JSON.stringify(form)} → ${status}`)
      // The first deletion of a kind is confirmed, whichever comes first.
      .map((line) => (line.endsWith(" → 404") ? line.replace(sid, "<gone>") : line))
      .sort()
  );
}

const sid = /[A-Z]{2}[0-9a-f]{32}/g;

/** The same with names for SIDs, which differ from account to account. */
function named(service: Emulator, names: Map<string, string>, done: Done): Done {
  for (const kind of kindNames) {
    for (const object of service.account.objects(kind)) {
      const { host, hostname, contact, name } = object as unknown as Record<string, string | undefined>;
      if (!names.has(object.id)) names.set(object.id, `<${kind} ${host ?? hostname ?? contact ?? name}>`);
    }
  }
  names.set(service.accountSid, "<account>");
  const text = JSON.stringify(done).replace(sid, (id) => names.get(id) ?? id);
  const { state, diagnostics, requests, planned } = JSON.parse(text, inOrder) as Done;
  return { planned, state, diagnostics, requests: [...requests].sort() };
}

/** Sets have no order, and lists that are sent as texts have that of their SIDs. */
function inOrder(_key: string, value: unknown): unknown {
  if (Array.isArray(value))
    return [...value].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  if (typeof value !== "string") return value;
  return value.replace(/(<[^>]*>)(,<[^>]*>)+/g, (list) => list.split(",").sort().join());
}
