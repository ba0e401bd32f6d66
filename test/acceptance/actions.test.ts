import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { EmulatorOptions } from "../../src/emulator/emulator";
import { describeWith } from "../real-core";
import { closeAccounts, openAccount, type TestAccount } from "./account";
import { actionLines } from "./action-messages";
import { instances } from "./state-file";

afterEach(closeAccounts);

const listedOn = { "192.0.2.66": ["abuse.bl.example.net"] };

/** An action of the provider. */
const action = (type: string, name: string, config: string) =>
  `action "rblmonitor_${type}" "${name}" {\n  config {\n${config}\n  }\n}\n`;

/** A resource of Terraform's own that triggers actions, as `["before_create"]: ["action.…"]`. */
function triggering(name: string, input: string, triggers: Readonly<Record<string, string>>): string {
  const blocks = Object.entries(triggers).map(
    ([event, actions]) => `action_trigger {\n  events = [${event}]\n  actions = [${actions}]\n}\n`,
  );
  return `resource "terraform_data" "${name}" {\n  input = ${input}\n  lifecycle {\n${blocks.join("")}}\n}\n`;
}

/** A host, and a subnet with a host for each address. */
const hosts = (more = "") =>
  `
resource "rblmonitor_contact_group" "one" {
  name = "Group"
}
resource "rblmonitor_monitoring_profile" "one" {
  name      = "Profile"
  frequency = "1_hour"
}
` +
  Object.entries({ mail: "192.0.2.1", office: "198.51.100.0/30" })
    .map(
      ([name, host]) => `
resource "rblmonitor_host" "${name}" {
  host           = "${host}"
  name           = "${name}"
  profile        = rblmonitor_monitoring_profile.one.id
  contact_groups = [rblmonitor_contact_group.one.id]
  ${more}
}
`,
    )
    .join("");
const objects = "    objects = concat([rblmonitor_host.mail.id], rblmonitor_host.office.members[*].id)";
const maintenance = action("pause", "all", objects) + action("resume", "all", objects);

const pausedHosts = ({ service }: TestAccount) =>
  service.account.objects("host").filter((one) => "paused" in one && one.paused).length;
const addresses = async ({ workspace }: TestAccount) =>
  [...(await instances(workspace.folder)).keys()].sort();

describeWith("actions")("an action", () => {
  describe("that checks a host", () => {
    const gate =
      action("check", "gate", "    host = terraform_data.address.output") +
      'variable "address" {\n  default = "192.0.2.66"\n}\n' +
      'resource "terraform_data" "address" {\n  input = var.address\n}\n';
    const open = async (configuration: string, settings: EmulatorOptions = {}) => {
      const account = await openAccount({ listedOn, checkDuration: 0, ...settings });
      await account.write(configuration);
      return account;
    };

    it("stops what it is triggered before, until the host is no longer listed", async () => {
      const relay = triggering("relay", '"relay"', { before_create: "action.rblmonitor_check.gate" });
      const account = await open(gate + relay);
      const stopped = await account.tryApply();
      expect(stopped.code).toBe(1);
      expect(stopped.text).toContain("192.0.2.66 is listed by 1 source: abuse.bl.example.net (127.0.0.2)");
      expect(await addresses(account)).toEqual(["terraform_data.address"]);
      account.service.configure({ listedOn: {} });
      const passed = await account.apply();
      expect(actionLines(passed)).toEqual([
        "start action.rblmonitor_check.gate",
        expect.stringMatching(/^Started check PP\w+ of 192\.0\.2\.66$/),
        "192.0.2.66 is not listed",
        "complete action.rblmonitor_check.gate",
      ]);
      expect(passed.applied).toEqual({ "terraform_data.relay": "create" });
    });

    it("fails the apply that it is triggered after, which keeps what it created", async () => {
      const check = action("check", "gate", '    host = "192.0.2.66"');
      const account = await open(
        check + triggering("address", '"one"', { after_create: "action.rblmonitor_check.gate" }),
      );
      expect((await account.tryApply()).code).toBe(1);
      expect(await addresses(account)).toEqual(["terraform_data.address"]);
    });

    it("runs by command, alone and once", async () => {
      const account = await open(gate);
      await account.apply("-var=address=192.0.2.1");
      const invoke = ["-invoke=action.rblmonitor_check.gate", "-var=address=192.0.2.1"];
      const passed = await account.apply(...invoke);
      expect([passed.planned, passed.applied]).toEqual([{}, {}]);
      expect(actionLines(passed).at(-2)).toBe("192.0.2.1 is not listed");
      expect(account.service.requestCount).toBe(2);
      account.service.configure({ listedOn: { "192.0.2.1": ["abuse.bl.example.net"] } });
      const failed = await account.tryApply(...invoke);
      expect([failed.code, actionLines(failed).at(-1)]).toEqual([1, "errored action.rblmonitor_check.gate"]);
    });

    it("ends at Ctrl-C, and says that the check continues", async () => {
      const check = action("check", "gate", '    host = "192.0.2.1"');
      const account = await open(
        check + triggering("address", '"one"', { after_create: "action.rblmonitor_check.gate" }),
        { checkDuration: 3_600_000 },
      );
      const { start } = await account.startingPlugins();
      let isInterrupted = false;
      const apply = start(["apply", "-auto-approve"], (output) => {
        if (isInterrupted || !/processing/.test(output)) return;
        isInterrupted = true;
        apply.interrupt();
      });
      const { code, stdout, stderr } = await apply.finished;
      expect(code).toBe(1);
      expect((stdout + stderr).replace(/\s+/g, " ")).toMatch(/The check PP\w+ continues\./);
      expect(stdout + stderr).not.toMatch(/panic|crash|did not respond|continued iteration/i);
    });
  });

  describe("that pauses", () => {
    it("pauses before an update and resumes after it, which leaves no drift", async () => {
      const account = await openAccount();
      const server = triggering("server", "var.release", {
        before_update: "action.rblmonitor_pause.all",
        after_update: "action.rblmonitor_resume.all",
      });
      await account.write(`${hosts()}${maintenance}variable "release" {\n  default = "1"\n}\n${server}`);
      expect(actionLines(await account.apply())).toEqual([]);
      const updated = await account.apply("-var=release=2");
      expect(updated.applied).toEqual({ "terraform_data.server": "update" });
      // A host, and four of the subnet.
      const writes = account.service.requests.filter(({ path }) => /pause|resume/.test(path));
      expect(writes.map(({ path }) => /pause|resume/.exec(path)?.[0])).toEqual([
        ...Array(5).fill("pause"),
        ...Array(5).fill("resume"),
      ]);
      expect(pausedHosts(account)).toBe(0);
      expect((await account.plan("-var=release=2")).planned).toEqual({});
    });

    it("makes drift of paused, even where the resource does not set it", async () => {
      const account = await openAccount();
      await account.write(hosts() + maintenance);
      await account.apply();
      await account.apply("-invoke=action.rblmonitor_pause.all");
      expect(pausedHosts(account)).toBe(5);
      expect((await account.plan()).planned).toEqual({
        "rblmonitor_host.mail": "update",
        "rblmonitor_host.office": "update",
      });
    });

    it("makes no drift with ignore_changes, until another action resumes", async () => {
      const account = await openAccount();
      await account.write(hosts("lifecycle {\n    ignore_changes = [paused]\n  }") + maintenance);
      await account.apply();
      await account.apply("-invoke=action.rblmonitor_pause.all");
      expect((await account.apply()).applied).toEqual({});
      expect(pausedHosts(account)).toBe(5);
      await account.apply("-invoke=action.rblmonitor_resume.all");
      expect(pausedHosts(account)).toBe(0);
      expect((await account.plan()).planned).toEqual({});
    });

    it("is refused in the plan, at its line, for objects that cannot be paused", async () => {
      const account = await openAccount();
      await account.write(
        hosts() +
          action("pause", "all", "    objects = [rblmonitor_host.mail.id, rblmonitor_contact_group.one.id]"),
      );
      await account.apply();
      const { code, text } = await account.plan("-invoke=action.rblmonitor_pause.all");
      expect(code).toBe(1);
      expect(text).toContain("not that of a contact group");
      await account.write(hosts() + action("pause", "all", `    objects = ["CG${"0".repeat(32)}"]`));
      expect((await account.plan()).diagnostics).toMatchObject([
        { summary: "Invalid objects[0]", code: expect.stringContaining("objects = [") },
      ]);
    });

    it("is planned while the configuration of the provider is unknown", async () => {
      const account = await openAccount();
      const { authToken } = account.service;
      const token = `resource "terraform_data" "token" {\n  input = "${authToken}"\n}\n`;
      const id = account.service.account.add("host", { host: "192.0.2.9" }).id;
      const server = triggering("server", '"one"', { after_create: "action.rblmonitor_pause.all" });
      await account.write(
        token + action("pause", "all", `    objects = ["${id}"]`) + server,
        "  auth_token = terraform_data.token.output",
      );
      await account.apply();
      expect(pausedHosts(account)).toBe(1);
    });

    it("ends at Ctrl-C, and names what it did not reach", async () => {
      const account = await openAccount({ latency: ({ path }) => (path.includes("pause") ? 300 : 0) });
      const ids = Array.from(
        { length: 40 },
        (_, last) => account.service.account.add("host", { host: `192.0.2.${last}` }).id,
      );
      await account.write(action("pause", "all", `    objects = ${JSON.stringify(ids)}`));
      await account.apply();
      const { start } = await account.startingPlugins();
      let isInterrupted = false;
      const apply = start(["apply", "-auto-approve", "-invoke=action.rblmonitor_pause.all"], (output) => {
        if (isInterrupted || !/10 of 40 objects/.test(output)) return;
        isInterrupted = true;
        apply.interrupt();
      });
      const { code, stdout, stderr } = await apply.finished;
      expect(code).toBe(1);
      expect(stdout + stderr).toContain("were not tried");
      expect(stdout + stderr).not.toMatch(/panic|crash|did not respond|continued iteration/i);
      expect(pausedHosts(account)).toBeLessThan(40);
    });
  });

  describe("on a contact", () => {
    const contact = `
resource "rblmonitor_contact_group" "one" {
  name = "Group"
}
resource "rblmonitor_contact" "one" {
  contact        = "ops@example.com"
  type           = "email"
  contact_groups = [rblmonitor_contact_group.one.id]
}
`;
    const confirm = action(
      "confirm_contact",
      "one",
      "    contact = rblmonitor_contact.one.id\n    confirmation_code_wo = var.code",
    );
    const variable = (kind: string) => `variable "code" {\n  default = "none"\n  ${kind} = true\n}\n`;

    it("sends its message again", async () => {
      const account = await openAccount();
      await account.write(
        contact + action("resend_confirmation", "one", "    contact = rblmonitor_contact.one.id"),
      );
      await account.apply();
      await account.apply("-invoke=action.rblmonitor_resend_confirmation.one");
      expect(account.service.requests.at(-1)?.path).toMatch(/resend/);
    });

    it("confirms it by an ephemeral code when a resource triggers it, and no plan or state has the code", async () => {
      const account = await openAccount();
      const trigger = `variable "turn" {\n  default = 1\n}\n${triggering("turn", "var.turn", {
        after_update: "action.rblmonitor_confirm_contact.one",
      })}`;
      await account.write(contact + confirm + variable("ephemeral") + trigger);
      await account.apply();
      const [one] = account.service.account.objects("contact");
      const code = account.service.account.authcode(`${one?.id}`);
      const args = ["-var=turn=2", `-var=code=${code}`];
      const plan = await account.keptPlan(...args);
      const applied = await account.workspace.run("apply", "-json", `-var=code=${code}`, "planned");
      expect([applied.code, account.service.account.find(`${one?.id}`)]).toMatchObject([
        0,
        { confirmed: true },
      ]);
      const state = await readFile(join(account.workspace.folder, "terraform.tfstate"), "utf8");
      const log = account.log.join("");
      for (const text of [JSON.stringify(plan), applied.stdout, applied.stderr, state, log])
        expect(text).not.toContain(code);
    });

    it("confirms it by command with a sensitive code, which is shown nowhere", async () => {
      const account = await openAccount();
      await account.write(contact + confirm + variable("sensitive"));
      await account.apply();
      const [one] = account.service.account.objects("contact");
      const code = account.service.account.authcode(`${one?.id}`);
      const args = ["-invoke=action.rblmonitor_confirm_contact.one", `-var=code=${code}`];
      const { text } = await account.apply(...args);
      expect(account.service.account.find(`${one?.id}`)).toMatchObject({ confirmed: true });
      expect(text).not.toContain(code);
    });
  });
});
