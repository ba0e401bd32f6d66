import { symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Emulator, startEmulator } from "../../../../src/emulator/emulator";
import { startRblmonitor } from "../../rblmonitor";
import { adopted, filesIn, newFolder, removeAdopted } from "./adopted";

let service: Emulator;
beforeAll(async () => {
  service = await startEmulator({ limits: "off" });
});
afterAll(async () => {
  await service.close();
  await removeAdopted();
});

/** Runs the built command in a new folder. */
async function run(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>> = {},
  spawned = false,
) {
  const folder = await newFolder();
  const env = {
    ...process.env,
    RBLMONITOR_BASE_URL: service.url,
    RBLMONITOR_ACCOUNT_SID: service.accountSid,
    RBLMONITOR_AUTH_TOKEN: service.authToken,
    ...environment,
  };
  return { folder, ...(await startRblmonitor(["adopt", ...args], { cwd: folder, env, spawned }).ended) };
}

describe("rblmonitor adopt", () => {
  it("writes a CDK Terrain application with a copy of this package, and says what was done and what to do next", async () => {
    const { folder, code, stdout, stderr } = await run([], {}, true);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toContain("Adopted 1 contact group, 1 monitoring profile, 1 certificate profile.");
    expect(stdout).toContain("  cd adopted\n  npm install\n  npx rblmonitor install\n  npm run synth\n");
    const files = await filesIn(join(folder, "adopted"));
    expect(files["main.ts"]).toContain('from "rblmonitor/cdktn"');
    const [tarball = ""] = Object.keys(files).filter((name) => name.endsWith(".tgz"));
    expect(JSON.parse(`${files["package.json"]}`).dependencies).toMatchObject({
      cdktn: expect.any(String),
      rblmonitor: `file:${tarball}`,
    });
  });

  it("writes HCL into the folder that is named", async () => {
    const { folder, code } = await run(["--template", "hcl", "--output", "."]);
    expect(code).toBe(0);
    expect((await filesIn(folder))["contact_groups.tf"]).toContain(
      'resource "rblmonitor_contact_group" "default"',
    );
  });

  it.each(["hcl", "cdktn"] as const)(
    "does not read the account for a folder that has %s",
    async (template) => {
      const { folder } = await adopted(service, { template });
      const files = await filesIn(folder);
      const before = service.requestCount;
      const { code, stderr } = await run(["--template", template, "--output", folder]);
      expect([code, stderr]).toEqual([1, expect.stringMatching(/ has .* already\. Choose another folder/)]);
      expect(service.requestCount).toBe(before);
      expect(await filesIn(folder)).toEqual(files);
    },
  );

  const requires =
    'terraform {\n  required_providers {\n    rblmonitor = { source = "rblmonitor/rblmonitor" }\n  }\n}\n';
  const aliased = 'provider "rblmonitor" {\n  alias = "eu"\n}\n';
  const both = ["provider.tf", "versions.tf"];
  it.each<[string, string, string[], string?]>([
    ["provider and version", `${requires}provider "rblmonitor" {}\n`, []],
    ["a provider of several lines", 'provider "rblmonitor" {\n  max_wait = 5\n}\n', ["versions.tf"]],
    ["a provider with an alias", `${requires}${aliased}`, ["provider.tf"]],
    ["two providers", `${aliased}provider "rblmonitor" {}\n`, ["versions.tf"]],
    ["a provider that is indented", `  provider "rblmonitor" {\n  }\n${aliased}`, ["versions.tf"]],
    ["a provider of one line with an alias", 'provider "rblmonitor" { alias = "eu" }\n', both],
    ["comments", `# ${requires.replaceAll("\n", "\n# ")}\n`, both],
    ["comments of several lines", `/*\n${requires}provider "rblmonitor" {}\n*/\n`, both],
    ["a heredoc", `locals {\n  x = <<-EOT\n${requires}provider "rblmonitor" {}\n  EOT\n}\n`, both],
    ["braces in a text", `locals {\n  x = "{\${"/*"}"\n}\n${requires}`, ["provider.tf"]],
    ["a file of an override", 'provider "rblmonitor" {}\n', both, "my_override.tf"],
    ["a backup that Terraform ignores", requires, both, ".main.tf"],
    [
      "JSON",
      '{"terraform": {"required_providers": {"rblmonitor": {"source": "rblmonitor/rblmonitor"}}}}',
      ["provider.tf"],
      "main.tf.json",
    ],
    [
      "JSON with providers",
      '{"provider": {"rblmonitor": [{"alias": "eu"}, {}]}}',
      ["versions.tf"],
      "main.tf.json",
    ],
    ["JSON with an alias", '{"provider": [{"rblmonitor": {"alias": "eu"}}]}', both, "main.tf.json"],
  ])("does not repeat what the folder has: %s", async (_, text, written, name = "main.tf") => {
    const folder = await newFolder();
    await writeFile(join(folder, name), text);
    await symlink("nowhere", join(folder, ".#main.tf"));
    const { code, stderr } = await run(["--template", "hcl", "--output", folder]);
    expect([code, stderr]).toEqual([0, ""]);
    const names = Object.keys(await filesIn(folder));
    expect(names.filter((name) => /^(provider|versions)\.tf$/.test(name)).sort()).toEqual(written);
  });

  it("refuses a folder whose required_providers lack the provider, before it reads the account", async () => {
    const folder = await newFolder();
    await writeFile(join(folder, "terraform.tf"), requires.replaceAll("rblmonitor", "null"));
    const before = service.requestCount;
    const { code, stderr } = await run(["--template", "hcl", "--output", folder]);
    expect([code, service.requestCount]).toEqual([1, before]);
    expect(stderr).toContain("terraform.tf has required_providers without rblmonitor/rblmonitor");
    expect(Object.keys(await filesIn(folder))).toEqual(["terraform.tf"]);
  });

  it("says how unmanaged objects get into the configuration, and writes nothing if there are none", async () => {
    const report = join(await newFolder(), "drift.json");
    const adoptUndeclared = async (findings: readonly object[]) => {
      await writeFile(report, JSON.stringify({ version: 1, findings }));
      return run(["--template", "hcl", "--undeclared", report]);
    };
    const [group] = service.account.objects("contact_group");
    const some = await adoptUndeclared([{ type: "undeclared", kind: "contact_group", id: group?.id }]);
    expect(Object.keys(await filesIn(join(some.folder, "adopted")))).toContain("contact_groups.tf");
    expect(some.stdout).toMatch(
      /\nNext, in the folder of your configuration:\n {2}cat \/\S+ >> \.gitignore\n {2}mv -i \/\S+ .* \.\n {2}\w+ plan\n {2}\w+ apply\n$/,
    );
    const none = await adoptUndeclared([]);
    expect([none.code, await filesIn(none.folder)]).toEqual([0, {}]);
    expect(none.stdout).toContain("Adopted nothing");
    expect(none.stdout).not.toContain("Next");
  });

  it.each(["hcl", "cdktn"])("writes nothing as %s if it adopts nothing", async (template) => {
    const { folder, code, stdout } = await run(["--template", template, "--kind", "contact"]);
    expect([code, await filesIn(folder)]).toEqual([0, {}]);
    expect(stdout).toContain("Adopted nothing: no object needs a declaration.\nNo files were written.\n");
    expect(stdout).toContain("The account has no contacts.");
    expect(stdout).not.toContain("Next");
  });

  it("over version 3.0 leaves out what that does not have, and says so", async () => {
    const { folder, code, stdout } = await run(["--template", "hcl", "--output", "."], {
      RBLMONITOR_API_VERSION: "3.0",
      RBLMONITOR_BASE_URL: undefined,
      RBLMONITOR_LEGACY_BASE_URL: service.legacyUrl,
    });
    const files = await filesIn(folder);
    expect([code, "certificate_profiles.tf" in files]).toEqual([0, false]);
    expect(stdout).toContain(
      "Skipped certificate profiles: API version 3.0 does not support certificate profiles; use version 4.0.",
    );
    expect(stdout).toContain("The API does not return frequency of 1 monitoring profile");
    expect(files["provider.tf"]).toMatch(
      /# The account is not written here: RBLMONITOR_LEGACY_BASE_URL, .*\nprovider "rblmonitor" \{\n {2}api_version = "3\.0"\n\}\n/,
    );
    expect(service.requests.at(-1)?.version).toBe("3.0");
  });

  it.each([
    [
      ["--kind", "host,hosts"],
      {},
      'Unknown kind "hosts". Did you mean host? Kinds: host, monitoring_profile',
    ],
    [["--template", "cobol"], {}, "Allowed choices are cdktn, cdktf, hcl"],
    [["--undeclared", "none.json"], {}, "Cannot read the file none.json: no such file or directory."],
    [
      ["--api-version", "3.0"],
      { RBLMONITOR_LEGACY_BASE_URL: undefined },
      "No account is configured. Set RBLMONITOR_LEGACY_BASE_URL.",
    ],
    [["--api-version", "3"], {}, "Allowed choices are 4.0, 3.0"],
    [[], { RBLMONITOR_AUTH_TOKEN: undefined }, "No account is configured. Set RBLMONITOR_AUTH_TOKEN."],
    [[], { RBLMONITOR_AUTH_TOKEN: "0".repeat(64) }, "The service refused these credentials (401)."],
  ])("refuses %j with %j", async (args, environment, words) => {
    const { folder, code, stdout, stderr } = await run(args, environment);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toContain(words);
    expect(await filesIn(folder)).toEqual({});
  });
});
