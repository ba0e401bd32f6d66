import type { TerraformStack } from "cdktf";
import { closeAccounts, openAccount } from "../acceptance/account";
import { libraries, synthesised } from "./libraries";
import { synthesise } from "./synthesise";

afterEach(closeAccounts);

const shared = { profile: `RP${"0".repeat(32)}`, contactGroups: [`CG${"0".repeat(32)}`] };

describe.each(libraries)("tokens in constructs for %s", (_, library) => {
  const { CertificateMonitor, Contact, ContactGroup, Contacts, Host, HostFleet, NotificationGroup } =
    library.constructs;
  const { RblmonitorProvider, TlsEndpoints, tagAll } = library.constructs;
  const { Aspects, Fn, Lazy, TerraformHclModule, TerraformLocal, TerraformVariable, Token } = library.sdk;
  type Hosts = ConstructorParameters<typeof HostFleet>[2]["hosts"];

  /** The hosts of a form: a provider refuses two resources for one host. */
  const names = (form: string) => [`a.${form}.example`, `b.${form}.example`];
  const labels = (form: string) => ({ first: `a.${form}.example`, second: `b.${form}.example` });

  /** How the hosts are given, when only Terraform knows them. */
  const forms: Readonly<Record<string, (stack: TerraformStack, form: string) => unknown>> = {
    "list-value": (stack, form) => variable(stack, form, "list(string)", names(form)).listValue,
    "list-variable": (stack, form) => variable(stack, form, "list(string)", names(form)).value,
    "list-with-duplicates": (stack, form) =>
      variable(stack, form, "list(string)", [...names(form), ...names(form)]).value,
    "set-variable": (stack, form) => variable(stack, form, "set(string)", names(form)).value,
    "map-variable": (stack, form) => variable(stack, form, "map(string)", labels(form)).value,
    "map-value": (stack, form) => Token.asStringMap(variable(stack, form, "map(string)", labels(form)).value),
    "any-variable": (stack, form) => variable(stack, form, "any", labels(form)).value,
    "list-local": (stack, form) => new TerraformLocal(stack, form, names(form)).expression,
    "list-local-value": (stack, form) => new TerraformLocal(stack, form, names(form)).asList,
    "module-output": (stack, form) => {
      const module = new TerraformHclModule(stack, form, { source: "git::https://example.com/servers.git" });
      module.addOverride("source", "./servers");
      return module.get("hosts");
    },
    concatenation: (stack, form) => {
      const { listValue } = variable(stack, form, "list(string)", [`a.${form}.example`]);
      return Fn.concat([listValue, [`b.${form}.example`]]);
    },
    "nested-attribute": (stack, form) => {
      const { value } = variable(stack, form, "object({ hosts = list(string) })", { hosts: names(form) });
      return Fn.lookupNested(value, ["hosts"]);
    },
    "map-with-unknown-values": (stack, form) => {
      const group = new ContactGroup(stack, "late", { name: "Late" });
      return new TerraformLocal(stack, form, { first: group.id, second: `b.${form}.example` }).expression;
    },
  };
  const variable = (stack: TerraformStack, form: string, type: string, value: unknown) =>
    new TerraformVariable(stack, `given-${form}`, { type, default: value });

  it("make a fleet of a list, a set or a map in every form, as Terraform plans it", async () => {
    const account = await openAccount();
    const { workspace } = account;
    const [a, b] = names("module-output");
    await workspace.write("servers/main.tf", `output "hosts" {\n  value = ["${a}", "${b}"]\n}\n`);
    await synthesise(library, workspace, (stack) => {
      new RblmonitorProvider(stack, "rblmonitor");
      for (const [form, hostsOf] of Object.entries(forms)) {
        const hosts = hostsOf(stack, form) as Hosts;
        const fleet = new HostFleet(stack, `fleet-${form}`, { ...shared, hosts });
        expect(Object.keys(fleet.hosts)).toEqual(["each"]);
      }
    });
    const { workspace: real, keptPlan } = await account.another({
      plugin: { mirror: "dist/mirror" },
      folder: workspace.folder,
    });
    expect(await real.run("init")).toMatchObject({ code: 0 });
    const planned: Record<string, unknown[]> = {};
    for (const { address, type, change } of (await keptPlan()).resource_changes ?? []) {
      if (type !== "rblmonitor_host") continue;
      const [, form = "", key = ""] = /\.fleet-([\w-]+)_each_\w+\["(.*)"\]$/.exec(address) ?? [];
      planned[form] = [...(planned[form] ?? []), [key, change.after?.name, change.after?.host]];
    }
    const expected = (form: string): unknown[] => {
      if (!/map|any/.test(form)) return names(form).map((name) => [name, name, name]);
      const { first, second } = labels(form);
      return [
        ["first", "first", /unknown/.test(form) ? undefined : first],
        ["second", "second", second],
      ];
    };
    expect(planned).toEqual(Object.fromEntries(Object.keys(forms).map((form) => [form, expected(form)])));
  });

  describe("in lists that are merged", () => {
    const monitor = { hostname: "www.example.com", protocol: "https", name: "www" } as const;
    const list = (stack: TerraformStack) =>
      new TerraformVariable(stack, "tags", { type: "list(string)" }).listValue;
    const lazy = () => Lazy.listValue({ produce: () => ["late"] });
    const firstOf = (type: string, declare: (stack: TerraformStack) => void) =>
      Object.values(synthesised(library, declare).resource[type] ?? {})[0];

    it("may replace the tags of a fleet or of its host", () => {
      const tags = (fleet: (stack: TerraformStack) => string[], own: (stack: TerraformStack) => string[]) =>
        firstOf("rblmonitor_host", (stack) => {
          const hosts = { a: { host: "192.0.2.1", tags: own(stack) } };
          new HostFleet(stack, "fleet", { ...shared, tags: fleet(stack), hosts });
        })?.tags;
      expect(tags(list, () => ["own"])).toBe(`\${distinct(concat(var.tags, ["own"]))}`);
      expect(tags(() => ["all"], list)).toBe(`\${distinct(concat(["all"], var.tags))}`);
      expect(tags(lazy, () => ["own"])).toEqual(["late", "own"]);
      expect(tags(list, () => [])).toBe(`\${var.tags}`);
      expect(tags(() => [], lazy)).toEqual(["late"]);
    });

    it("may replace the tags of endpoints or of one of them", () => {
      const tags = (all: (stack: TerraformStack) => string[], own: (stack: TerraformStack) => string[]) =>
        firstOf("rblmonitor_certificate_monitor", (stack) => {
          const endpoints = [{ hostname: "www.example.com", tags: own(stack) }];
          new TlsEndpoints(stack, "tls", { ...shared, profile: "CP", tags: all(stack), endpoints });
        })?.tags;
      expect(tags(list, () => ["own"])).toBe(`\${distinct(concat(var.tags, ["own"]))}`);
      expect(tags(() => ["all"], lazy)).toEqual(["all", "late"]);
    });

    it("may replace tags that an aspect adds, or adds to", () => {
      const tags = (own: (stack: TerraformStack) => string[], added: (stack: TerraformStack) => string[]) =>
        firstOf("rblmonitor_certificate_monitor", (stack) => {
          new CertificateMonitor(stack, "www", { ...shared, ...monitor, profile: "CP", tags: own(stack) });
          Aspects.of(stack).add(tagAll(...added(stack)));
        })?.tags;
      expect(tags(() => ["own"], list)).toBe(`\${distinct(concat(["own"], var.tags))}`);
      expect(tags(lazy, () => ["added"])).toEqual(["late", "added"]);
    });

    it("may replace tags that are not a JavaScript list at all", () => {
      const tags = firstOf("rblmonitor_host", (stack) => {
        const { value } = new TerraformVariable(stack, "tags", { type: "set(string)" });
        new Host(stack, "mx", { ...shared, host: "192.0.2.1", name: "mx", tags: value });
        Aspects.of(stack).add(tagAll("added"));
      })?.tags;
      expect(tags).toBe(`\${distinct(concat(var.tags, ["added"]))}`);
    });

    it("may replace the groups of a contact", () => {
      const groups = firstOf("rblmonitor_contact", (stack) => {
        const contactGroups = list(stack);
        const contacts = [Contacts.email("a@example.com", { contactGroups })];
        new NotificationGroup(stack, "ops", { name: "Operators", contacts });
      })?.contact_groups;
      expect(groups).toBe(`\${distinct(concat([rblmonitor_contact_group.ops.id], var.tags))}`);
    });

    it("may replace the groups of a resource", () => {
      const contact = firstOf("rblmonitor_contact", (stack) => {
        const { value } = new TerraformVariable(stack, "groups", { type: "list(string)" });
        new Contact(stack, "a", { contact: "a@example.com", type: "email", contactGroups: value });
      });
      expect(contact?.contact_groups).toBe(`\${var.groups}`);
    });
  });
});
