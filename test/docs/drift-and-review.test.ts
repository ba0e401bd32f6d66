import { type Emulator, startEmulator } from "../../src/emulator/emulator";
import { expectShown, openTerminal, type Page, readPage, type Terminal } from "./terminal";

/** Each line of a block on its own: every example command is run. */
const lines = (block: string): string[] => block.trim().split("\n");

let terminal: Terminal;

/** The example company as code, after a host was paused. */
beforeAll(async () => {
  terminal = await openTerminal("--demo", "--no-limits");
  await terminal.run(
    "rblmonitor adopt --template hcl --output .\nterraform init\nterraform apply -auto-approve",
  );
  await terminal.run("rm imports.tf\nrblmonitor pause mx1 --kind host --yes");
});
afterAll(() => terminal.close());

describe("the guide to reviews", () => {
  let guide: Page;
  beforeAll(async () => {
    guide = await readPage("docs/guides/reviewing-pull-requests.md");
    const hosts = await terminal.read("hosts.tf");
    const removed = hosts.replace(/^resource "rblmonitor_host" "newsletter" \{\n(?:.*\n)*?\}\n/m, "");
    await terminal.write("hosts.tf", removed);
  });

  it("shows what its commands print, with an account and without one", async () => {
    const [first = "", offline = "", _accounts, markdown = "", limits = "", ...others] =
      guide.blocks("shell");
    expect(others).toEqual([]);
    const shown = await terminal.run(first);
    expectShown(guide.block("text"), shown);
    expect(shown).toContain("No hourly limit");
    for (const line of lines(offline)) await terminal.run(line);
    await terminal.run(markdown);
    expect(await terminal.read("review.md")).toContain("newsletter");
    for (const line of lines(limits)) await terminal.run(line);
    expect(await terminal.run("rblmonitor review change.tfplan --detailed-exitcode", 2)).toContain(
      "Warnings",
    );
    expect(await terminal.run("rblmonitor review change.tfplan --max-destroyed 0", 2)).toContain("destroyed");
  });
});

describe("the guide to drift", () => {
  let guide: Page;
  beforeAll(async () => {
    guide = await readPage("docs/guides/drift-in-ci.md");
    await terminal.run(
      'code() { curl --silent --fail --user "$RBLMONITOR_ACCOUNT_SID:$RBLMONITOR_AUTH_TOKEN" "$@"; }\n' +
        'value() { code "$RBLMONITOR_BASE_URL/$1.json" | grep -o "\\"id\\":\\"$2[0-9a-f]*" | head -1 | cut -d\'"\' -f4; }\n' +
        'code "$RBLMONITOR_BASE_URL/rbl/hosts.json" --data "host=192.0.2.66&name=forgotten&profile=$(value rbl/profiles RP)&contact_group=$(value contact/groups CG)"',
    );
  });

  it("shows what its commands print, and exits as it says", async () => {
    const [first = "", states = "", _accounts, reports = "", ...others] = guide.blocks("shell");
    expect(others).toEqual([]);
    expectShown(`${guide.blocks("text")[0]}`, await terminal.run(first, 2));
    const [show = "", ...compared] = lines(states);
    await terminal.run(show);
    for (const line of compared) await terminal.run(line, 2);
    for (const line of lines(reports)) await terminal.run(line, 2);
    expect(await terminal.read("drift.md")).toContain("192.0.2.66");
    expect(await terminal.read("drift.xml")).toContain("192.0.2.66");
  });

  it("ignores what an ignore file names", async () => {
    await terminal.write(".rblmonitorignore", `${guide.blocks("text")[1]}host 192.0.2.66\nhost.paused *\n`);
    expect(await terminal.run("rblmonitor drift")).toContain("0 changed");
  });
});

describe("the guides with two accounts", () => {
  let eu: Emulator;
  afterAll(() => eu.close());

  it("compare each account, and review the objects of each", async () => {
    const drift = (await readPage("docs/guides/drift-in-ci.md")).section("Several accounts");
    const review = (await readPage("docs/guides/reviewing-pull-requests.md")).section("Several accounts");
    eu = await startEmulator({ limits: "off" });
    // Terraform starts a plugin for each configuration, since one that runs already has but one account.
    Object.assign(terminal.variables, {
      TF_REATTACH_PROVIDERS: "",
      TF_VAR_eu_account_sid: eu.accountSid,
      TF_VAR_eu_auth_token: eu.authToken,
      EU_ACCOUNT_SID: eu.accountSid,
      EU_AUTH_TOKEN: eu.authToken,
      EU_URL: eu.url,
    });
    // In reality, both accounts have the same URL.
    const providers = drift.block("terraform").replace('= "eu"', `= "eu"\n  base_url = "${eu.url}"`);
    const group = (name: string, more = "") =>
      `resource "rblmonitor_contact_group" "${name}" {\n  name = "${name}"\n${more}}\n`;
    const variables = 'variable "eu_account_sid" {}\nvariable "eu_auth_token" {}\n';
    const required = `terraform {\n  required_providers {\n    rblmonitor = {\n      source = "rblmonitor/rblmonitor"\n    }\n  }\n}\n`;
    await terminal.run("mkdir two\ncd two");
    await terminal.write(
      "main.tf",
      `${required}${variables}${providers}${group("here")}${group("there", "  provider = rblmonitor.eu\n")}`,
    );
    await terminal.run("terraform init\nterraform apply -auto-approve");
    expect(await terminal.run("rblmonitor drift", 1)).toContain(
      "configurations of the provider: default, eu.",
    );
    const atUrl = (line: string) =>
      line.replace("RBLMONITOR_ACCOUNT_SID=", 'RBLMONITOR_BASE_URL="$EU_URL" $&');
    for (const line of lines(drift.block("shell")))
      expect(await terminal.run(`${atUrl(line)} --no-undeclared`)).toContain(
        "1 declared: 0 changed, 0 missing",
      );
    await terminal.run("terraform plan -destroy -out=change.tfplan");
    for (const [index, line] of lines(review.block("shell")).entries())
      expect(await terminal.run(atUrl(line))).toContain(
        `The cost leaves out 1 change in other accounts: ${["eu", "default"][index]}.`,
      );
  });
});
