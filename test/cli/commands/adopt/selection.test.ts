import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Kind } from "../../../../src/service/kinds";
import { closeAccounts, openAccount, type TestAccount } from "../../../acceptance/account";
import { running } from "../../../acceptance/running-plugin";
import { adopted, filesIn, newFolder, removeAdopted } from "./adopted";

afterEach(closeAccounts);
afterAll(removeAdopted);

/** An account with two groups, two hosts, one tagged, and a subnet of the form of a parent with children. */
async function someAccount(): Promise<TestAccount> {
  const account = await openAccount({ subnetCreate: "parent-and-children" });
  const { account: desk } = account.service;
  const ops = desk.add("contact_group", { name: "Ops */ # {" }).id;
  desk.add("host", { host: "192.0.2.1", name: "one", contact_group: [ops], tags: ["mail", "x"] });
  desk.add("host", { host: "192.0.2.2", name: "two", contact_group: [ops] });
  const parent = desk.add("host", { host: "198.51.100.0/31", name: "net", type: "ip_range" }).id;
  for (const host of ["198.51.100.0", "198.51.100.1"]) desk.add("host", { host, name: "net", parent });
  return account;
}

/** A file with that content. */
async function fileOf(content: string): Promise<string> {
  const file = join(await newFolder(), "given.json");
  await writeFile(file, content);
  return file;
}

/** The addresses that the adopted code imports. */
function imported(files: Readonly<Record<string, string>>): readonly string[] {
  return [...(files["imports.tf"] ?? "").matchAll(/to = rblmonitor_(\S+)/g)].map(
    ([, address]) => `${address}`,
  );
}

const everything = [
  "contact_group.default",
  "contact_group.ops",
  "monitoring_profile.default",
  "host.net",
  "host.one",
  "host.two",
  "certificate_profile.public_profile",
];

describe("what is adopted", () => {
  it("is everything, a subnet with its members as one", async () => {
    expect(imported((await adopted((await someAccount()).service)).files)).toEqual(everything);
  });

  it.each<[readonly Kind[], readonly string[]]>([
    [["host"], ["host.net", "host.one", "host.two"]],
    [
      ["contact_group", "certificate_profile"],
      ["contact_group.default", "contact_group.ops", "certificate_profile.public_profile"],
    ],
  ])("are the kinds %j", async (kind, addresses) => {
    expect(imported((await adopted((await someAccount()).service, { kind })).files)).toEqual(addresses);
  });

  it("are the objects with a tag, which refer to others by SID and say what they are", async () => {
    const account = await someAccount();
    const { files, folder } = await adopted(account.service, { tag: ["mail"] });
    expect(imported(files)).toEqual(["host.one"]);
    const { id } = account.named("contact_group", "Ops */ # {");
    expect(files["hosts.tf"]).toContain(`"${id}", # Ops */ # {\n`);
    const configuration = await account.another({ ...running, folder });
    expect((await configuration.workspace.run("fmt", "-check")).code).toBe(0);
    expect((await configuration.apply()).planned).toEqual({ "rblmonitor_host.one": "import" });
    expect((await configuration.plan()).planned).toEqual({});
  });

  it.each(["terraform show -json", "terraform state pull"])(
    "leaves out what %s says is declared, members of subnets too",
    async (command) => {
      const account = await someAccount();
      const { folder } = await adopted(account.service);
      const { workspace, apply } = await account.another({ ...running, folder });
      await apply();
      account.service.account.add("host", { host: "192.0.2.3", name: "new" });
      const { parent } = account.service.account.objects("host").find(({ parent }) => parent !== null) ?? {};
      account.service.account.add("host", { host: "198.51.100.2", name: "late", parent });
      const state = await fileOf((await workspace.run(...command.split(" ").slice(1))).stdout);
      const { files } = await adopted(account.service, { state: [state] });
      expect(imported(files)).toEqual(["host.new"]);
      expect(files["hosts.tf"]).toMatch(/profile += "RP[0-9a-f]{32}" # Default\n/);
    },
  );

  it("does not import a member that is declared by itself", async () => {
    const account = await someAccount();
    const child = account.service.account.objects("host").find(({ host }) => host === "198.51.100.1")?.id;
    const resources = [
      {
        mode: "managed",
        type: "rblmonitor_host",
        name: "child",
        provider: 'provider["registry.terraform.io/rblmonitor/rblmonitor"]',
        instances: [{ schema_version: 0, attributes: { id: child } }],
      },
    ];
    const state = await fileOf(JSON.stringify({ version: 4, resources }));
    const { files, stdout } = await adopted(account.service, { state: [state], kind: ["host"] });
    expect(imported(files)).toEqual(["host.net", "host.one", "host.two"]);
    expect(files["hosts.tf"]).toContain('"198.51.100.0"');
    expect(files["hosts.tf"]).not.toContain("/31");
    expect(stdout).toContain(`${child}, one of its members, is declared.`);
  });

  it("are, next to a state, not the default objects of every account unless their kind is named", async () => {
    const account = await someAccount();
    const one = account.service.account.objects("host").find(({ name }) => name === "one")?.id;
    const provider = 'provider["registry.terraform.io/rblmonitor/rblmonitor"]';
    const instances = [{ schema_version: 0, attributes: { id: one } }];
    const resources = [{ mode: "managed", type: "rblmonitor_host", name: "one", provider, instances }];
    const state = [await fileOf(JSON.stringify({ version: 4, resources }))];
    const { files, stdout } = await adopted(account.service, { state });
    expect(imported(files)).toEqual(["contact_group.ops", "host.net", "host.two"]);
    expect(stdout).toContain(
      "Left out 1 monitoring profile, 1 certificate profile, 1 contact group: defaults, which every account has. To write them, name their kinds with --kind.\n",
    );
    const named = await adopted(account.service, { state, kind: ["contact_group"] });
    expect(imported(named.files)).toEqual(["contact_group.default", "contact_group.ops"]);
    expect(named.stdout).not.toContain("defaults");
  });

  it("is what a report of drift calls undeclared", async () => {
    const account = await someAccount();
    const [, two] = account.service.account.objects("host");
    const [, ops] = account.service.account.objects("contact_group");
    const findings = [
      { type: "undeclared", kind: "host", id: two?.id },
      { type: "changed", kind: "contact_group", id: ops?.id },
    ];
    const report = await fileOf(JSON.stringify({ version: 1, findings }));
    expect(imported((await adopted(account.service, { undeclared: report })).files)).toEqual(["host.two"]);
  });

  it.each([
    ["no JSON", "{", "is not JSON"],
    ["another document", '{"findings":1}', "is not a Terraform state"],
    ["an old state", '{"version":3}', "is a state of version 3"],
    ["a plan", '{"format_version":"1.2","planned_values":{}}', "is a plan, not a state"],
  ])("cannot be read from %s, which is named", async (_, content, words) => {
    const account = await someAccount();
    const before = account.service.requestCount;
    const file = await fileOf(content);
    await expect(adopted(account.service, { state: [file] })).rejects.toThrow(`${file} ${words}`);
    await expect(adopted(account.service, { undeclared: file })).rejects.toThrow(
      `${file} is not the output of \`rblmonitor drift --json\`.`,
    );
    expect(account.service.requestCount).toBe(before);
  });

  it("is noted if it has no objects of the provider", async () => {
    const account = await someAccount();
    const file = await fileOf('{"version":4,"resources":[]}');
    const { stdout } = await adopted(account.service, { state: [file] });
    expect(stdout).toContain(`${file} has no objects of this provider.`);
  });
});

describe("in the folder of a configuration", () => {
  /** A configuration that manages the whole account in one file, and an object that it does not manage. */
  async function managedAccount() {
    const account = await someAccount();
    const { folder, files } = await adopted(account.service);
    const configuration = await account.another({ ...running, folder });
    await configuration.apply();
    const code = Object.keys(files).filter((name) => name.endsWith(".tf"));
    for (const name of code) await rm(join(folder, name));
    await writeFile(join(folder, "main.tf"), code.map((name) => files[name]).join("\n"));
    await rm(join(folder, "imports.tf"), { force: true });
    account.service.account.add("host", { host: "192.0.2.3", name: "new" });
    return { account, folder, configuration };
  }

  it("the objects that its state manages are left out, and the next plan only imports", async () => {
    const { account, folder, configuration } = await managedAccount();
    const { files, stdout } = await adopted(account.service, { output: folder });
    expect(imported(files)).toEqual(["host.new"]);
    expect(stdout).toContain(`Left out 7 objects that the state of ${folder} manages.`);
    expect((await configuration.plan()).planned).toEqual({ "rblmonitor_host.new": "import" });
  });

  it("and into another folder, a note says how to leave out what its state manages", async () => {
    const { account, folder } = await managedAccount();
    const cwd = process.cwd();
    process.chdir(folder);
    try {
      const advice = "To leave out the objects that its state manages, add --chdir .";
      const { files, stdout } = await adopted(account.service, { output: "adopted" });
      expect([imported(files).length, stdout.includes(advice)]).toEqual([8, true]);
      const options = { output: "adopted", force: true, chdir: ["."] } as const;
      const other = await adopted(account.service, options);
      expect([imported(other.files), other.stdout.includes(advice)]).toEqual([["host.new"], false]);
    } finally {
      process.chdir(cwd);
    }
  });

  it("--force refuses to declare objects of its state at other addresses", async () => {
    const { account, folder, configuration } = await managedAccount();
    await configuration.workspace.run("state", "mv", "rblmonitor_host.one", "rblmonitor_host.first");
    const before = await filesIn(folder);
    await expect(adopted(account.service, { output: folder, force: true })).rejects.toThrow(
      /^The state of \S+ manages rblmonitor_host\.first, and the new files would not declare HT[0-9a-f]{32} at that address\. Omit --force, or/,
    );
    expect(await filesIn(folder)).toEqual(before);
  });

  it("--force replaces files by those that declare the objects of its state again, and more", async () => {
    const { account, folder, configuration } = await managedAccount();
    await rm(join(folder, "main.tf"));
    const { files } = await adopted(account.service, { output: folder, force: true });
    expect(imported(files)).toEqual([...everything.slice(0, 4), "host.new", ...everything.slice(4)]);
    expect((await configuration.plan()).planned).toEqual({ "rblmonitor_host.new": "import" });
  });

  it("several workspaces are refused, since each has a state, until the states are selected", async () => {
    const { account, folder, configuration } = await managedAccount();
    await configuration.workspace.run("workspace", "new", "eu");
    const before = account.service.requestCount;
    await expect(adopted(account.service, { output: folder })).rejects.toThrow(
      /has several workspaces, and each has a state: default, eu\. Select the states of this account: --chdir \S+ reads that of the selected workspace/,
    );
    expect(account.service.requestCount).toBe(before);
    await configuration.workspace.run("workspace", "select", "default");
    const { files } = await adopted(account.service, { output: folder, chdir: [folder] });
    expect(imported(files)).toEqual(["host.new"]);
  });

  it("a state in a backend that is not initialized is an error that says so", async () => {
    const account = await someAccount();
    const folder = await newFolder();
    const backend = 'terraform {\n  backend "http" {\n    address = "http://127.0.0.1:1/"\n  }\n}\n';
    await writeFile(join(folder, "main.tf"), backend);
    await expect(adopted(account.service, { output: folder })).rejects.toThrow("initialization required");
    expect(Object.keys(await filesIn(folder))).toEqual(["main.tf"]);
  });
});

describe("an object that cannot be managed", () => {
  it("is skipped and reported with the reason", async () => {
    const account = await someAccount();
    const { account: desk } = account.service;
    const long = desk.add("host", { host: "192.0.2.9", name: "x".repeat(256) }).id;
    const v6 = desk.add("host", { host: "2001:db8::/64", name: "v6" }).id;
    const lonely = desk.add("contact", { contact: "a@example.com\u001b[31m", contact_group: [] }).id;
    const { files, stdout } = await adopted(account.service);
    expect(imported(files)).toEqual(everything);
    expect(stdout).toContain("name must have 1 to 255 characters; it has 256.");
    expect(stdout).toMatch(new RegExp(`Skipped 1 host: v6 \\(${v6}\\)\\. host must be an IPv4 address`));
    expect(stdout).toContain("contact_groups must have at least one contact group.");
    for (const id of [long, v6, lonely]) expect(JSON.stringify(files)).not.toContain(id);
    expect(stdout).not.toContain("\u001b");
  });

  it("has no name that a pipeline's runner takes as a command", async () => {
    const account = await someAccount();
    account.service.account.add("host", {
      host: "2001:db8::/64",
      name: "##vso[task.complete result=Failed]",
    });
    const { stdout } = await adopted(account.service);
    expect(stdout).toContain("Skipped 1 host: ");
    expect(stdout).not.toContain("##vso[");
  });

  it("is left out without a word if it is a built-in source", async () => {
    const { service } = await someAccount();
    expect(service.account.objects("source").some(({ custom }) => !custom)).toBe(true);
    const { stdout } = await adopted(service);
    expect(stdout).toContain("Adopted");
    expect(stdout).not.toMatch(/Skipped|read-only/);
  });
});
