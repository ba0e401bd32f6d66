import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Emulator } from "../../src/emulator/emulator";
import type { TerraformWorkspace } from "../../src/tasks/real-terraform/workspace";
import { closeAccounts, openAccount } from "../acceptance/account";
import { actionLines } from "../acceptance/action-messages";
import { outputOf } from "../acceptance/terraform-messages";
import { describeWith } from "../real-core";

const folder = "examples/actions";
const required =
  'terraform {\n  required_providers {\n    rblmonitor = {\n      source = "rblmonitor/rblmonitor"\n    }\n  }\n}\n';

/** An address that an example's comment says to invoke: the type, and the name. */
const invoked = /terraform apply -invoke=action\.(\w+)\.(\w+)/g;

describe("the examples of actions", () => {
  it("trigger their action, and show how to invoke it", async () => {
    for (const type of await readdir(folder)) {
      const code = await readFile(join(folder, type, "action.tf"), "utf8");
      const names = [...code.matchAll(invoked)]
        .filter(([, named]) => named === type)
        .map(([, , name]) => name);
      expect([type, names.length]).toEqual([type, 1]);
      const [, blocks = ""] = code.split("action_trigger {", 2);
      expect(code).toContain(`action "${type}" "${names[0]}"`);
      expect(code.slice(code.indexOf("action_trigger {"))).toContain(`action.${type}.${names[0]}`);
      expect(blocks).not.toBe("");
    }
  });
});

// In one account, in this order.
describeWith("actions")("the examples of actions, in one account", () => {
  let service: Emulator;
  let workspace: TerraformWorkspace;
  const apply = async (...args: string[]) => {
    const result = outputOf(await workspace.run("apply", "-auto-approve", "-json", ...args));
    expect({ code: result.code, diagnostics: result.diagnostics }).toEqual({ code: 0, diagnostics: [] });
    return actionLines(result);
  };
  const contact = (destination: string) =>
    service.account.objects("contact").find((one) => "contact" in one && one.contact === destination);
  const paused = () => service.account.objects("host").filter((one) => "paused" in one && one.paused).length;

  beforeAll(async () => {
    const types = await readdir(folder);
    const code = types.map(async (type) => [
      `${type}.tf`,
      await readFile(join(folder, type, "action.tf"), "utf8"),
    ]);
    const files = { ...Object.fromEntries(await Promise.all(code)), "required.tf": required };
    const account = await openAccount({ checkDuration: 0 }, { files });
    ({ service, workspace } = account);
  });
  afterAll(closeAccounts);

  it("are formatted as terraform fmt formats them", async () => {
    expect(await workspace.run("fmt", "-check", "-diff")).toMatchObject({ code: 0, stdout: "" });
  });

  it("are applied, which checks the address and resumes what a migration ends", async () => {
    const lines = await apply();
    expect(lines.filter((line) => line.startsWith("complete"))).toEqual([
      expect.stringMatching(/rblmonitor_(check\.sender|resume\.maintenance)$/),
      expect.stringMatching(/rblmonitor_(check\.sender|resume\.maintenance)$/),
    ]);
  });

  it("pause during an update, and resume", async () => {
    const lines = await apply("-var=release=2.0.0");
    expect(lines.filter((line) => line.includes("objects"))).toEqual([
      "9 of 9 objects: 9 paused",
      "9 of 9 objects: 9 resumed",
    ]);
    expect(paused()).toBe(0);
  });

  it("pause until a command resumes", async () => {
    const rest = ["-var=release=2.0.0"];
    await apply("-invoke=action.rblmonitor_pause.maintenance", ...rest);
    await apply(...rest);
    expect(paused()).toBe(1);
    await apply("-invoke=action.rblmonitor_resume.maintenance", ...rest);
    expect(paused()).toBe(0);
  });

  it("send the message to a pending contact, and to no other", async () => {
    const rest = ["-var=release=2.0.0"];
    expect(await apply("-var=reminder=2", ...rest)).toHaveLength(3);
    service.account.change(`${contact("on-call@example.com")?.id}`, { confirmed: true });
    expect(await apply("-var=reminder=3", ...rest)).toEqual([]);
  });

  it("confirm a contact, and leave nothing to plan", async () => {
    const { id = "" } = contact("duty@example.com") ?? {};
    const code = service.account.authcode(id);
    const rest = ["-var=release=2.0.0", "-var=reminder=3", `-var=code=${code}`, "-var=confirmation=2"];
    await apply(...rest);
    expect(service.account.find(id)).toMatchObject({ confirmed: true });
    expect(await workspace.run("plan", "-detailed-exitcode", ...rest)).toMatchObject({ code: 0 });
  });
});
