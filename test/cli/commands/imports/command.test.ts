import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Emulator, startEmulator } from "../../../../src/emulator/emulator";
import { withLackingLists } from "../../lacking-lists";
import { commandRun } from "../drift/command";

let folder: string;
let service: Emulator;
let ids: Readonly<Record<string, string>>;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "imports-"));
  service = await startEmulator({ limits: "off" });
  const add = (name: string) => service.account.add("contact_group", { name }).id;
  ids = { staging: add("Staging"), production: add("Production") };
});
afterEach(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

const own = { full_name: "registry.terraform.io/rblmonitor/rblmonitor" };

/** A plan that creates groups, by the names of their resources, with their provider configurations. */
const planOf = (providers: Readonly<Record<string, string>>, providerConfig: object = {}) => ({
  format_version: "1.2",
  resource_changes: Object.keys(providers).map((name) => ({
    address: `rblmonitor_contact_group.${name}`,
    mode: "managed",
    type: "rblmonitor_contact_group",
    change: {
      actions: ["create"],
      before: null,
      after: { name: name.replace(/^./, (letter) => letter.toUpperCase()) },
      after_unknown: { id: true, is_default: true },
    },
  })),
  configuration: {
    provider_config: providerConfig,
    root_module: {
      resources: Object.entries(providers).map(([name, key]) => ({
        mode: "managed",
        type: "rblmonitor_contact_group",
        name,
        provider_config_key: key,
      })),
    },
  },
});
const twoAccounts = planOf({ staging: "rblmonitor", production: "rblmonitor.production" });

async function imports(plan: object, ...args: string[]) {
  await writeFile(join(folder, "plan.json"), JSON.stringify(plan));
  return commandRun(service, ["imports", "plan.json", ...args], { cwd: folder });
}

const written = (name = "imports.tf") => readFile(join(folder, name), "utf8").catch(() => "");
const block = (name: string) =>
  `import {\n  to = rblmonitor_contact_group.${name}\n  id = "${ids[name]}"\n}\n`;

it("rblmonitor imports finds a contact whose groups are in no state either, and no other one", async () => {
  const fields = { contact: "ops@example.com", type: "email", contact_group: [ids.staging] };
  const contact = service.account.add("contact", fields).id;
  const ofContact = (name: string, destination: string) => {
    const [create] = planOf({ [name]: "rblmonitor" }).resource_changes;
    const after = { contact: destination, type: "email", contact_groups: [null] };
    const change = { ...create?.change, after, after_unknown: { id: true, contact_groups: [true] } };
    return { ...create, address: `rblmonitor_contact.${name}`, type: "rblmonitor_contact", change };
  };
  const plan = planOf({ staging: "rblmonitor" });
  const contacts = [ofContact("ops", "ops@example.com"), ofContact("new", "new@example.com")];
  const { code } = await imports({ ...plan, resource_changes: [...plan.resource_changes, ...contacts] });
  const ofOps = `import {\n  to = rblmonitor_contact.ops\n  id = "${contact}"\n}\n`;
  expect([code, await written()]).toEqual([0, [block("staging"), ofOps].join("\n")]);
});

describe("rblmonitor imports for a plan of two accounts", () => {
  it("refuses what it cannot attribute, and writes nothing", async () => {
    const { code, stderr } = await imports(twoAccounts);
    expect([code, await written()]).toEqual([1, ""]);
    expect(stderr).toContain("several configurations of the provider: default, production.");
    expect(stderr).toContain("--provider default, or --provider '*' if all do");
  });

  it.each([
    ["default", ["staging"]],
    ["production", ["production"]],
    ["prod*", ["production"]],
    ["*", ["staging", "production"]],
  ])("with --provider %s writes the blocks of its resources only", async (provider, names) => {
    const { code, stdout } = await imports(twoAccounts, "--provider", provider);
    expect([code, await written()]).toEqual([0, names.map(block).join("\n")]);
    const others = "Planned objects of other provider configurations, not searched for: 1\n";
    expect(stdout.includes(others)).toBe(names.length === 1);
  });

  it("is an error for a configuration that manages nothing", async () => {
    const { code, stderr } = await imports(twoAccounts, "--provider", "eu");
    expect([code, await written()]).toEqual([1, ""]);
    expect(stderr).toContain("Provider configurations: default, production.");
  });

  it("refuses the instances of a configuration with for_each, which a plan does not distinguish", async () => {
    const config = {
      "rblmonitor.by": { ...own, alias: "by", expressions: { account_sid: { references: ["each.key"] } } },
    };
    const plan = planOf({ staging: "rblmonitor.by", production: "rblmonitor.by" }, config);
    for (const args of [[], ["--provider", 'by["a"]']]) {
      const { code, stderr } = await imports(plan, ...args);
      expect([code, await written()]).toEqual([1, ""]);
      expect(stderr).toContain("by[*]");
    }
    expect((await imports(plan, "--provider", "*")).code).toBe(0);
  });

  it("refuses the credentials of another account than the configuration names", async () => {
    const sid = `AC${"9".repeat(32)}`;
    const config = { rblmonitor: { ...own, expressions: { account_sid: { constant_value: sid } } } };
    const { code, stderr } = await imports(planOf({ staging: "rblmonitor" }, config));
    expect([code, service.requestCount, await written()]).toEqual([1, 0, ""]);
    expect(stderr).toContain(`works on the account ${sid}, and these credentials are those of`);
  });

  it("needs no --provider if all objects have the same configuration", async () => {
    const plan = planOf({ production: "module.a:rblmonitor.eu" }, { rblmonitor: own });
    expect((await imports(plan)).code).toBe(0);
    expect(await written()).toBe(block("production"));
  });
});

describe("rblmonitor imports, repeated with a plan", () => {
  const plan = planOf({ staging: "rblmonitor", production: "rblmonitor" });

  it("adds no block twice", async () => {
    await imports(plan);
    const once = await written();
    expect(once).toBe([block("staging"), block("production")].join("\n"));
    const { code, stdout } = await imports(plan);
    expect([code, await written()]).toEqual([0, once]);
    expect(stdout).toBe("Planned objects that have an import block already: 2\n");
  });

  it("finds the blocks in every file of the folder, and adds those that are missing", async () => {
    await writeFile(join(folder, "other.tofu"), block("staging"));
    const { stdout } = await imports(plan);
    expect(await written()).toBe(block("production"));
    expect(stdout).toContain("Wrote 1 import block to imports.tf.");
    expect(stdout).toContain("If another state manages an object, do not import it, but replace");
    expect(stdout).toContain("Planned objects that have an import block already: 1");
    expect((await imports(plan, "--stdout")).stdout).toBe("");
  });

  it("prints the blocks alone with --stdout, and what is left to do on standard error", async () => {
    service.account.add("contact_group", { name: "Production" });
    const { stdout, stderr } = await imports(plan, "--stdout");
    expect(stdout).toBe(block("staging"));
    expect(stderr).toMatch(/^Wrote 1 import block to standard output\. /);
    expect(stderr).toMatch(
      /\nChoose for rblmonitor_contact_group\.production, of equal objects or resources: CG\w+, CG\w+\n$/,
    );
  });

  it("finds blocks in JSON and behind other arguments, but none in comments", async () => {
    const address = (name: string) => `rblmonitor_contact_group.${name}`;
    const json = { import: [{ to: address("staging"), id: ids.staging }] };
    await writeFile(join(folder, "a.tf.json"), JSON.stringify(json));
    await writeFile(join(folder, "b.tf"), `/*\n${block("production")}*/\n`);
    expect((await imports(plan)).stdout).toContain("import block already: 1");
    expect(await written()).toBe(block("production"));
    await writeFile(
      join(folder, "imports.tf"),
      `import {\n  for_each = { a = "}" }\n  to = ${address("production")} // the same\n  id = each.value\n}\n`,
    );
    expect((await imports(plan)).stdout).toBe("Planned objects that have an import block already: 2\n");
  });
});

it("does not say that no object was found where a list lacks some", async () => {
  await writeFile(
    join(folder, "plan.json"),
    JSON.stringify(planOf({ other: "rblmonitor", staging: "rblmonitor" })),
  );
  const run = (...args: readonly string[]) =>
    withLackingLists(service, "/contact/groups", (lacking) =>
      commandRun(lacking, ["imports", "plan.json", ...args], { cwd: folder }),
    );
  const text =
    "A list lacks objects, so these may exist although they were not found: rblmonitor_contact_group.other. Run the command again.";
  const { code, stdout, stderr } = await run("--stdout");
  expect([code, stdout]).toEqual([1, block("staging")]);
  expect(stderr).toContain(text);
  const json = await run("--json");
  expect([json.code, JSON.parse(json.stdout).imports.length]).toEqual([1, 1]);
  expect(json.stderr).toContain(`rblmonitor: ${text}`);
});

it("ends with 0 where a list lacks objects and all planned ones were found", async () => {
  await writeFile(join(folder, "plan.json"), JSON.stringify(planOf({ staging: "rblmonitor" })));
  const { code } = await withLackingLists(service, "/contact/groups", (lacking) =>
    commandRun(lacking, ["imports", "plan.json"], { cwd: folder }),
  );
  expect(code).toBe(0);
});
