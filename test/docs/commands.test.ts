import { readdirSync, readFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { itWith } from "../real-core";
import { openTerminal, type Page, readPage, type Terminal } from "./terminal";

const folder = "docs/guides";

it("a test reads each guide that has commands", () => {
  const guides = readdirSync(folder).filter((name) =>
    /^```(?:shell|sh)$/m.test(readFileSync(join(folder, name), "utf8")),
  );
  const tests = readdirSync("test", { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".test.ts"),
  );
  const code = tests.map((name) => readFileSync(join("test", name), "utf8")).join("\n");
  expect(guides.length).toBeGreaterThan(10);
  expect(guides.filter((name) => !code.includes(name))).toEqual([]);
});

describe("on the account of the example company", () => {
  let terminal: Terminal;
  beforeEach(async () => {
    terminal = await openTerminal("--demo", "--no-limits");
  });
  afterEach(() => terminal.close());

  const guide = (name: string): Promise<Page> => readPage(join(folder, name));

  it("the guide to importing adopts an account, and then only unmanaged objects", async () => {
    const page = await guide("importing-an-account.md");
    const adopt = page.section("A whole account").blocks("shell");
    await terminal.run(adopt.join(""));
    expect(await terminal.read("monitoring-ts/package.json")).toContain("rblmonitor");
    await terminal.run("cd monitoring\nterraform init\nterraform apply -auto-approve\nrm imports.tf");
    await terminal.run("terraform state rm rblmonitor_host.mx2");
    const imports = page.section("Recover objects after a killed apply").block("shell");
    const recovered = await terminal.run(imports.replace("terraform apply", "terraform apply -auto-approve"));
    expect(recovered).toContain("1 imported, 0 added, 0 changed, 0 destroyed");

    await terminal.run(
      "terraform state rm rblmonitor_host.mx2\nsed -i '/rblmonitor_host. .mx2/,/^}/d' hosts.tf",
    );
    const [drift = "", undeclared = ""] = page
      .section("Import only unmanaged objects")
      .block("shell")
      .split("\n");
    await terminal.run(drift, 2);
    await terminal.run(undeclared);
    expect(await terminal.read("adopted/hosts.tf")).toContain("mx2");
  });

  itWith("removed blocks with lifecycle")("the guide to importing splits a state", async () => {
    const split = (await guide("importing-an-account.md")).section("Split a state");
    const [resources = "", removed = "", imported = ""] = split.blocks("hcl");
    const [move = "", drift = ""] = split.blocks("shell");
    const plan = "terraform plan -detailed-exitcode";
    await terminal.run(
      "rblmonitor adopt --template hcl --output old\ncd old\nterraform init\nterraform apply -auto-approve\nrm imports.tf",
    );
    await terminal.run("mkdir ../inbound\ncp versions.tf provider.tf ../inbound");

    await terminal.run(`sed -i '/^resource "rblmonitor_host" "mx[12]"/,/^}/d' hosts.tf\n${move}`);
    await terminal.write("removed.tf", removed);
    expect(await terminal.run("terraform apply -auto-approve")).toContain("0 changed, 0 destroyed");
    await terminal.write("../inbound/main.tf", resources);
    await terminal.write("../inbound/imports.tf", imported);
    expect(await terminal.run("cd ../inbound\nterraform init\nterraform apply -auto-approve")).toContain(
      "1 imported, 0 added, 0 changed, 0 destroyed",
    );

    await terminal.run(`${plan}\ncd ../old\n${plan}`);
    expect(await terminal.run(drift)).toContain("31 declared: 0 changed, 0 missing; 0 unmanaged");
  });

  it("the guide to migrating leads from an account to an empty plan, and finds old calls", async () => {
    const page = await guide("migrating-from-3.0.md");
    await mkdir(join(terminal.folder, "scripts"));
    await terminal.write("scripts/add.sh", 'curl "$ROOT/3.0/host/add/.json" -d rbl_profile=x\n');
    await terminal.run(page.section("2. Import the account").block("shell"));
    const plans = page.section("3. Get to an empty plan").block("shell");
    await terminal.run(plans.replace("terraform apply", "terraform apply -auto-approve"));
    const [migrate = "", scan = ""] = page.section("4. Check before the switch").block("shell").split("\n");
    await terminal.run(migrate);
    expect(await terminal.run(scan, 2)).toContain("/rbl/hosts");
  });

  it("the guide to testing applies to an emulator, plans nothing, and destroys", async () => {
    const page = await guide("testing.md");
    const readme = await readPage("README.md");
    // Only a plugin that Terraform starts has the variables of the script.
    terminal.variables.TF_REATTACH_PROVIDERS = "";
    await terminal.write("main.tf", readme.section("Quick start").block("hcl"));
    const script = page.section("Apply to the emulator").block("shell");
    const command = "node_modules/.bin/rblmonitor emulator --port 4010";
    expect(script).toContain(command);
    // It ends only when the emulator has ended.
    const output = await terminal.run(
      `terraform init\n${script.replace(command, "rblmonitor emulator --port 0")}wait`,
    );
    expect(output).toMatch(/4 added[\s\S]*No changes\.[\s\S]*4 destroyed/);
  });

  itWith("mock providers")("the guide to testing has tests of a module that pass", async () => {
    const page = await guide("testing.md");
    await terminal.write(
      "main.tf",
      `${(await readPage("README.md"))
        .section("Quick start")
        .block("hcl")
        .replace(/^resource "rblmonitor_host"[\s\S]*/m, "")}
variable "senders" {
  type    = set(string)
  default = []
}

resource "rblmonitor_host" "sender" {
  for_each       = var.senders
  host           = each.key
  name           = each.key
  profile        = rblmonitor_monitoring_profile.mail.id
  contact_groups = [rblmonitor_contact_group.mail.id]
}
`,
    );
    const [test = "", values = ""] = page.section("Test a module without a service").blocks("terraform");
    await terminal.write("senders.tftest.hcl", test);
    expect(await terminal.run("terraform init\nterraform test")).toContain("1 passed, 0 failed");
    const [, run = ""] = test.split('mock_provider "rblmonitor" {}\n');
    await terminal.write("senders.tftest.hcl", values + run);
    expect(await terminal.run("terraform test")).toContain("1 passed, 0 failed");
  });

  it("the guide to webhooks listens, sends and verifies", async () => {
    const page = await guide("webhooks.md");
    const [, listen = "", send = "", verify = ""] = page.blocks("shell");
    terminal.variables.RBLMONITOR_WEBHOOK_SECRET = "trial";
    const output = await terminal.run(
      `rblmonitor webhooks listen --port 0 > receiver 2>&1 &
       until url=$(grep -o 'http:[^ ]*' receiver); do sleep 0.1; done
       ${listen.trim().replace("http://127.0.0.1:8080/hook", "$url")} --port 0 > forwarded 2>&1 &
       until first=$(grep -o 'http:[^ ]*' forwarded); do sleep 0.1; done
       rblmonitor webhooks send "$first" rbl.host.listed
       ${send.trim().split("\n")[0]?.replace("http://127.0.0.1:8080/hook", '"$url"')}
       ${send
         .trim()
         .split("\n")
         .slice(1)
         .map((line) => `${line.replace("http://127.0.0.1:8080/hook", '"$url"')} && exit 1 || [ $? = 2 ]`)
         .join("\n")}
       kill %1 %2; cat receiver`,
    );
    expect(output).toContain("rbl.host.listed");
    await terminal.write("body.json", "{}");
    expect(await terminal.run(verify, 2)).not.toBe("");
  });
});
