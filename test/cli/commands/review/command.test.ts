import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { builtPlugin } from "../../../../src/tasks/real-terraform/workspace";
import { closeAccounts, openAccount, type TestAccount } from "../../../acceptance/account";
import { reference, resource } from "../../../acceptance/resource-block";
import { describeWith, namingVariable } from "../../../real-core";
import type { CommandRun } from "../../rblmonitor";
import { commandRun } from "../drift/command";

let account: TestAccount;
let folder: string;
let listed: string;
/** The plan in Terraform's JSON, as the file plan.json has it, too: reading the plan file takes a start of the plugin. */
let planJson: string;

const offline = { RBLMONITOR_BASE_URL: "", RBLMONITOR_ACCOUNT_SID: "", RBLMONITOR_AUTH_TOKEN: "" };
const groupOf = ({ service }: TestAccount) => service.account.objects("contact_group")[0]?.id;
const host = (name: string, profile: unknown, group: unknown) =>
  resource("host", name, { host: `${name}.example.com`, name, profile, contact_groups: [group] });

/** Terraform finds the plugin through its own variables; users have it installed. */
async function environment(): Promise<Record<string, string>> {
  const rc = join(folder, "terraform.rc");
  await writeFile(
    rc,
    `provider_installation {\n  dev_overrides {\n    "rblmonitor/rblmonitor" = ${JSON.stringify(resolve(builtPlugin()))}\n  }\n}\n`,
  );
  return { TF_CLI_CONFIG_FILE: rc, ...namingVariable() };
}

async function run(
  args: readonly string[],
  where: Parameters<typeof commandRun>[2] = {},
): Promise<CommandRun> {
  const more = { ...(await environment()), ...where.environment };
  return commandRun(account.service, ["review", ...args], { cwd: folder, ...where, environment: more });
}

beforeAll(async () => {
  account = await openAccount({ limits: { hour: 40 } });
  folder = account.workspace.folder;
  const { service } = account;
  const profile = service.account.add("monitoring_profile", { name: "Mail" }).id;
  await account.write(host("mx", profile, groupOf(account)) + host("old", profile, groupOf(account)));
  await account.apply();
  listed = String((await account.values("rblmonitor_host.old")).id);
  service.account.change(listed, { listed: true });
  await account.write(host("mx", profile, groupOf(account)).replace('name = "mx"', 'name = "MX"'));
  await account.keptPlan();
  planJson = (await account.workspace.run("show", "-json", "planned")).stdout;
  await writeFile(join(folder, "plan.json"), planJson);
});
afterAll(closeAccounts);

describe("rblmonitor review", () => {
  it("reads a plan file, queries the account, and reports the cost", async () => {
    const before = account.service.requestCount;
    const { code, stdout, stderr } = await run(["planned", "--format", "json"]);
    expect([code, stderr]).toEqual([0, ""]);
    const review = JSON.parse(stdout);
    expect(review).toMatchObject({
      version: 1,
      changes: [{ action: "destroy" }, { action: "update" }],
      warnings: [{ kind: "listed_host", addresses: ["rblmonitor_host.old"] }],
      cost: { hourly_limit: 40, left: expect.any(Number), writes: { least: 2, most: 2 } },
      requests_sent: 1,
    });
    expect(account.service.requestCount - before).toBe(1);
    expect(review.cost.left).toBe(40 - account.service.requestCount);
  });

  it("reads the same from a plan file elsewhere, from Terraform's JSON and from standard input", async () => {
    const expected = (await run(["planned", "--offline"])).stdout;
    expect(expected).toContain("1 changed, 1 destroyed");
    const elsewhere = join(folder, "artifacts");
    await mkdir(elsewhere, { recursive: true });
    await copyFile(join(folder, "planned"), join(elsewhere, "plan.bin"));
    await writeFile(join(elsewhere, "plan.json"), planJson);
    for (const args of [["artifacts/plan.bin", "--chdir", "."], ["artifacts/plan.json"]])
      expect((await run([...args, "--offline"])).stdout).toBe(expected);
    expect((await run(["-", "--offline"], { input: planJson })).stdout).toBe(expected);
    expect((await run([join(folder, "planned"), "--offline"], { cwd: "/" })).stdout).toBe(expected);
  });

  it("needs no account, and says what it does not know without one", async () => {
    const before = account.service.requestCount;
    const { code, stdout } = await run(["plan.json", "--format", "markdown"], { environment: offline });
    expect(code).toBe(0);
    expect(stdout).toContain("RBLMONITOR&#95;AUTH&#95;TOKEN not set");
    const wanted = await run(["plan.json", "--offline"], { environment: { RBLMONITOR_AUTH_TOKEN: "" } });
    expect(wanted.code).toBe(0);
    expect(stdout).toContain("whether a removed or paused host is listed");
    expect(account.service.requestCount).toBe(before);
  });

  it("fails when the account is configured only in part, as by a misspelt secret", async () => {
    for (const name of ["RBLMONITOR_AUTH_TOKEN", "RBLMONITOR_ACCOUNT_SID", "RBLMONITOR_BASE_URL"]) {
      const { code, stdout, stderr } = await run(["plan.json"], { environment: { [name]: "" } });
      expect([code, stdout]).toEqual([1, ""]);
      expect(stderr).toContain(`The account is configured only in part: ${name} not set.`);
    }
  });

  it("fails when the account refuses to answer, or is not there, and shows what the plan alone says", async () => {
    const wrong = { RBLMONITOR_AUTH_TOKEN: "f".repeat(64) };
    const refused = await run(["plan.json"], { environment: wrong });
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain("The service refused these credentials (401).");
    expect(refused.stdout).toMatch(
      /Listed hosts could not be read from the account: The service refused these credentials \(401\)\./,
    );
    expect(refused.stdout).not.toContain("f".repeat(64));
    const closed = { RBLMONITOR_BASE_URL: "http://127.0.0.1:9/4.0" };
    for (const more of [[], ["--detailed-exitcode"]]) {
      const unreachable = await run(["plan.json", "--format", "markdown", ...more], { environment: closed });
      expect(unreachable.code).toBe(1);
      expect(unreachable.stdout).toMatch(
        /^<!-- rblmonitor review -->\n\n### .*\n\n> \[!WARNING\]\n> .* could not be read from the account/,
      );
      const { stdout } = await run(["plan.json", "--json", ...more], { environment: closed });
      expect(JSON.parse(stdout).failure).toContain("could not be read from the account");
    }
  });

  it("does not review a plan that ended with errors, and exits with 1 in every format", async () => {
    const errored = await account.another();
    const folder = errored.workspace.folder;
    await errored.write(
      `data "rblmonitor_host" "none" {\n  host = "none.example.com"\n}\n${resource("contact_group", "new", { name: "New" })}`,
    );
    await errored.workspace.run("plan", "-out=errored");
    const { requestCount } = account.service;
    const sentence =
      "Planning ended with errors, so the plan is incomplete and was not reviewed. Correct the errors and plan again.";
    const reviewed = (...args: string[]) => run(["errored", "--detailed-exitcode", ...args], { cwd: folder });
    const table = await reviewed();
    expect([table.code, table.stderr]).toEqual([1, `rblmonitor: ${sentence}\n`]);
    expect(table.stdout).toBe(`Not reviewed\n  ${sentence}\n`);
    const markdown = await reviewed("--format", "markdown");
    expect([markdown.code, markdown.stdout]).toEqual([
      1,
      `<!-- rblmonitor review -->\n\n### Monitoring: not reviewed\n\n> [!WARNING]\n> ${sentence}\n`,
    ]);
    const json = await reviewed("--json");
    expect([json.code, JSON.parse(json.stdout)]).toMatchObject([
      1,
      { failure: sentence, changes: [], warnings: [], notes: [] },
    ]);
    expect(account.service.requestCount).toBe(requestCount);
  });

  it.each([true, false])(
    "knows from the state of a plan file whether a group is destroyed after its users are updated: %s",
    async (isFirst) => {
      const { workspace, write, apply, keptPlan } = await account.another();
      const lifecycle = `  lifecycle {\n    create_before_destroy = ${isFirst}\n  }\n}\n`;
      const group = (name: string) => resource("contact_group", name, { name }).replace(/}\s*$/, lifecycle);
      const contact = (name: string) =>
        resource("contact", "ann", {
          ...{ contact: `ann-${isFirst}@example.com`, type: "email" },
          contact_groups: [reference(`rblmonitor_contact_group.${name}.id`)],
        });
      const [one, two] = [`one-${isFirst}`, `two-${isFirst}`];
      account.service.configure({ limits: { hour: 400 } });
      await write(group(one) + contact(one));
      await apply();
      await write(group(two) + contact(two));
      await keptPlan();
      const warning = "It is destroyed before the plan updates rblmonitor_contact.ann: the service refuses";
      const review = async (file: string) =>
        (await run([file, "--offline"], { cwd: workspace.folder })).stdout;
      const fromFile = await review("planned");
      expect(fromFile.includes(warning)).toBe(!isFirst);
      expect(fromFile.includes("destroyed before")).toBe(!isFirst);
      const { stdout } = await workspace.run("show", "-json", "planned");
      await writeFile(join(workspace.folder, "plan.json"), stdout);
      expect(await review("plan.json")).toContain(
        "It is destroyed before the plan updates rblmonitor_contact.ann, unless it had create_before_destroy = true in the last apply: the service refuses",
      );
      account.service.configure({ limits: { hour: 40 } });
    },
  );

  it("says that the account refuses to answer also where only its limits are read", async () => {
    const { resource_changes: changes, ...plan } = JSON.parse(planJson);
    const updates = changes.filter(({ address }: { address: string }) => address === "rblmonitor_host.mx");
    const { code, stdout } = await run(["-"], {
      input: JSON.stringify({ ...plan, resource_changes: updates }),
      environment: { RBLMONITOR_AUTH_TOKEN: "f".repeat(64) },
    });
    expect(code).toBe(1);
    expect(stdout).toMatch(/The remaining requests of the hour could not be read .*\(401\)/);
  });

  it("does not wait for a limit that is used up, and reports that nothing is left", async () => {
    account.service.configure({ limits: { hour: 1 } });
    await run(["plan.json"]);
    const { code, stdout } = await run(["plan.json", "--format", "json"]);
    account.service.configure({ limits: { hour: 40 } });
    const review = JSON.parse(stdout);
    expect(code).toBe(1);
    expect(review).toMatchObject({ cost: { hourly_limit: 1, left: 0 }, requests_sent: 1 });
    expect(review.warnings).toMatchObject([{ kind: "hourly_limit" }]);
    expect(review.failure).toContain("Listed hosts could not be read");
  });

  it("exits with 2 for warnings only if requested", async () => {
    expect((await run(["plan.json", "--detailed-exitcode"])).code).toBe(2);
    expect((await run(["plan.json", "--detailed-exitcode", "--offline"])).code).toBe(0);
  });

  it("writes into a file", async () => {
    const { stdout, code } = await run([
      "plan.json",
      "--format",
      "markdown",
      "--output",
      "review.md",
      "--offline",
    ]);
    expect([code, stdout]).toEqual([0, ""]);
    expect(await readFile(join(folder, "review.md"), "utf8")).toMatch(/^<!-- rblmonitor review -->\n/);
  });

  it.each([
    [["nowhere"], "", /Cannot read the plan nowhere: no such file or directory\./],
    [["-"], "{", /standard input is not JSON/],
    [["-"], "[]", /standard input is not a Terraform plan/],
    [["-"], '{"format_version":"1.0","values":{}}', /standard input is a state, not a plan/],
    [
      ["-"],
      '{"format_version":"9.0","resource_changes":[]}',
      /has format 9\.0, which this version does not support/,
    ],
    [["-"], '{"format_version":"1.2","resource_changes":[{"address":7}]}', /resource_changes\.0\.address/],
    [["-"], "PK\u0003\u0004…", /Standard input holds a plan file/],
    [["planned", "--chdir", "nowhere"], "", /The folder nowhere does not exist/],
    [["main.tf"], "", /main\.tf is not JSON/],
    [[], "", /missing required argument 'plan'/],
  ])("says what is wrong with %j", async (args, input, expected) => {
    const { code, stdout, stderr } = await run(args, { input });
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(expected);
  });

  it("passes on what Terraform says of a plan file that it cannot read", async () => {
    await writeFile(join(folder, "broken"), "PK\u0003\u0004");
    const { code, stderr } = await run(["broken"]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/`\S*(?:terraform|tofu)\S* show -json broken` in \. ended with 1:/);
  });
});

describeWith("write-only attributes")("rblmonitor review of what is secret", () => {
  it("reports its change, without a value in any format", async () => {
    const { service, workspace, write, apply, keptPlan } = await openAccount();
    const group = service.account.objects("contact_group")[0]?.id;
    const blocks = (n: number) => `
variable "secret" {
  default   = "s3cret-name-${n}"
  sensitive = true
}
${resource("contact_group", "hidden", { name: reference("var.secret") })}
${resource("contact", "key", { contact: `a${n}`, type: "pagerduty", contact_groups: [group], args: { key: `s3cret-args-${n}` } })}
${resource("contact", "wo", { contact: "b", type: "pagerduty", contact_groups: [group], args_wo: { key: `s3cret-wo-${n}` }, args_wo_version: n, confirmation_code_wo: `s3cret-code-${n}`, confirmation_code_wo_version: n })}
`;
    await write(blocks(1));
    const plans = [await keptPlan().then(() => workspace.run("show", "-json", "planned"))];
    await apply();
    await write(blocks(2));
    plans.push(await keptPlan().then(() => workspace.run("show", "-json", "planned")));
    for (const { stdout: input } of plans) {
      expect(input).toContain("s3cret-args");
      for (const format of ["table", "markdown", "json"]) {
        const { code, stdout, stderr } = await run(["-", "--offline", "--format", format], { input });
        expect(code).toBe(0);
        expect(stdout + stderr).not.toContain("s3cret");
        expect(stdout).toContain("sensitive");
      }
    }
  });
});
