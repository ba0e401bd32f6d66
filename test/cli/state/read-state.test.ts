import { readState, type StoredInstance } from "../../../src/cli/state/read-state";
import { closeAccounts, openAccount } from "../../acceptance/account";

const read = (text: string) => readState({ name: "a.json", text });
const readJson = (json: unknown) => read(JSON.stringify(json));

describe("a state of the real Terraform, with modules, count, for_each and sensitive values", () => {
  afterAll(closeAccounts);

  it("has the same objects in both forms, at the addresses that Terraform shows", async () => {
    const { workspace } = await openAccount();
    const resources = `
      variable "secret" {
        default   = "s"
        sensitive = true
      }
      resource "terraform_data" "one" { input = var.secret }
      resource "terraform_data" "counted" { count = 2 }
      resource "terraform_data" "each" { for_each = toset(["a\\"b", "$\${x}", "%%{y}", "é", "a.b"]) }`;
    await workspace.write(
      "main.tf",
      `${resources}\nmodule "m" {\n source = "./m"\n for_each = toset(["x\\"y", "z"])\n}`,
    );
    await workspace.write("m/main.tf", `${resources}\nmodule "inner" {\n source = "./inner"\n count = 1\n}`);
    await workspace.write("m/inner/main.tf", resources);
    for (const args of [["init"], ["apply", "-auto-approve"]]) await workspace.run(...args);
    const pulled = read((await workspace.run("state", "pull")).stdout);
    const shown = read((await workspace.run("show", "-json")).stdout);
    const addresses = (await workspace.run("state", "list")).stdout.trim().split("\n");
    const inOrder = (all: readonly StoredInstance[]) =>
      all
        .map(({ address, sensitive, type }) => ({ address, sensitive: [...sensitive], type }))
        .sort((a, b) => (a.address < b.address ? -1 : 1));
    expect(pulled).toHaveLength(8 * 5);
    expect(inOrder(pulled)).toEqual(inOrder(shown));
    expect(pulled.map(({ address }) => address).sort()).toEqual(addresses.sort());
    expect(pulled.find(({ address }) => address === "terraform_data.one")?.sensitive).toEqual(
      new Set(["input"]),
    );
  });
});

describe("a raw state", () => {
  const resource = {
    mode: "managed",
    type: "rblmonitor_host",
    name: "mx",
    provider: 'provider["registry.terraform.io/rblmonitor/rblmonitor"]',
  };
  const ofResource = (changes: object, instance: object = {}) =>
    readJson({
      version: 4,
      resources: [{ ...resource, ...changes, instances: [{ attributes: {}, ...instance }] }],
    });

  it("has what the provider stored for an object", () => {
    const [one] = ofResource({}, { private: Buffer.from('{"a":1}').toString("base64"), schema_version: 3 });
    expect(Buffer.from(one?.notes ?? []).toString()).toBe('{"a":1}');
    expect(one?.schemaVersion).toBe(3);
  });

  it.each([
    ['provider["registry.terraform.io/rblmonitor/rblmonitor"]', "default"],
    ['provider["example.com/rblmonitor/rblmonitor"].eu', "eu"],
    ['module.a.provider["registry.terraform.io/rblmonitor/rblmonitor"].eu', "module.a.eu"],
    ["provider.rblmonitor", "default"],
    ["provider.rblmonitor.eu", "eu"],
  ])("reports %s the configuration %s", (provider, name) => {
    expect(ofResource({ provider })[0]?.provider).toBe(name);
  });

  it("has the provider of each instance, where OpenTofu configures it with for_each", () => {
    const source = 'provider["registry.opentofu.org/rblmonitor/rblmonitor"]';
    const [one] = ofResource({ provider: undefined }, { index_key: "a", provider: `${source}.byname["a"]` });
    expect([one?.address, one?.provider]).toEqual(['rblmonitor_host.mx["a"]', 'byname["a"]']);
    const inModule = `module.m["x.y"].${source}.byname[0]`;
    expect(ofResource({ provider: undefined }, { provider: inModule })[0]?.provider).toBe(
      'module.m["x.y"].byname[0]',
    );
  });

  it("has objects that wait to be destroyed, and no data", () => {
    expect(ofResource({}, { deposed: "0a1b2c3d" })[0]?.address).toBe("rblmonitor_host.mx (deposed 0a1b2c3d)");
    expect(ofResource({ mode: "data" })).toEqual([]);
  });
});

describe("a state without objects", () => {
  it.each([
    ["of a configuration that was never applied", ""],
    ["as shown", '{"format_version":"1.0"}'],
    ["as shown after a destroy", '{"format_version":"1.0","values":{"root_module":{}}}'],
    ["as pulled", '{"version":4,"resources":[]}'],
    ["as pulled, without a word of them", '{"version":4,"resources":null}'],
  ])("%s has none", (_, text) => {
    expect(read(text)).toEqual([]);
  });
});

describe("nested modules", () => {
  const nested = (levels: number) => {
    const modules = '{"child_modules":['.repeat(levels);
    return `{"format_version":"1.0","values":{"root_module":${modules}${"]}".repeat(levels)}}}`;
  };

  it("are read up to a limit, above which the state is named", () => {
    expect(read(nested(240))).toEqual([]);
    expect(() => read(nested(8_000))).toThrow("a.json has more than 500 levels of nesting");
  });
});

describe("an unreadable state", () => {
  it.each([
    ["no JSON", "secret: {", "a.json is not JSON. Pass the output of `terraform show -json`"],
    ["no object", "[1]", "a.json is not a Terraform state"],
    ["another object", '{"secret":1}', "a.json is not a Terraform state"],
    ["a plan", '{"format_version":"1.2","planned_values":{}}', "a.json is a plan, not a state"],
    ["encrypted", '{"serial":1,"encrypted_data":"x"}', "a.json is encrypted"],
    ["old", '{"version":3,"modules":[]}', "a.json is a state of version 3"],
    ["newer", '{"version":5}', "a.json has version 5, which this version does not support"],
    [
      "of a newer format",
      '{"format_version":"2.0"}',
      "a.json has format 2.0, which this version does not support",
    ],
    ["of another shape", '{"version":4,"resources":[{"mode":"managed"}]}', "resources.0.type"],
  ])("%s is an error that names it and quotes nothing", (_, text, message) => {
    expect(() => read(text)).toThrow(message);
    expect(() => read(text)).not.toThrow(/secret/);
  });
});
