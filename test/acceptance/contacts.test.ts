import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { ContactObject } from "../../src/emulator/account/objects";
import { closeAccounts, openAccount, patience, type TestAccount } from "./account";
import { changesOf } from "./planned-changes";
import { importBlock, reference, resource } from "./resource-block";

jest.setTimeout(patience);

const ops = "rblmonitor_contact.ops";

function contact(account: TestAccount, attributes: Readonly<Record<string, unknown>> = {}): string {
  const group = account.service.account.objects("contact_group")[0]?.id;
  return resource("contact", "ops", {
    contact: "ops@example.com",
    type: "email",
    contact_groups: [group],
    ...attributes,
  });
}

function kept({ service }: TestAccount): ContactObject {
  const [first, ...others] = service.account.objects("contact");
  if (first === undefined || others.length > 0) throw new Error("The account should have one contact.");
  return first;
}

afterEach(closeAccounts);

describe("a new contact", () => {
  it("may be pending, which blocks nothing and is no difference", async () => {
    const account = await openAccount();
    await account.write(contact(account));
    expect((await account.apply()).diagnostics).toEqual([]);
    expect(kept(account).confirmed).toBe(false);
    expect((await account.plan()).planned).toEqual({});
    expect(account.service.requests.filter(({ path }) => /resend|confirm/.test(path))).toEqual([]);
  });

  it("has the schedule that the service has by default, and says nothing of it", async () => {
    const account = await openAccount();
    await account.write(contact(account));
    expect((await account.apply()).diagnostics).toEqual([]);
    expect(kept(account).schedule).toBe("start_and_end");
    account.service.account.change(kept(account).id, { schedule: "every_check" });
    expect((await account.plan()).planned).toEqual({});
  });

  it("has the schedule that the configuration sets, with a warning that it is deprecated", async () => {
    const account = await openAccount();
    await account.write(contact(account, { schedule: "while_listed" }));
    expect((await account.apply()).diagnostics).toContainEqual(
      expect.objectContaining({
        severity: "warning",
        detail: expect.stringContaining("will remove schedule"),
        address: ops,
        code: expect.stringContaining("schedule"),
      }),
    );
    expect(kept(account).schedule).toBe("while_listed");
  });
});

describe("the confirmation of a contact", () => {
  const code = (value: string, version?: number) => ({
    confirmation_code_wo: value,
    confirmation_code_wo_version: version,
  });
  const confirmations = ({ service }: TestAccount) =>
    service.requests.filter(({ path }) => /confirm/.test(path)).length;

  it("is done with the code that it received, once for each version", async () => {
    const account = await openAccount();
    await account.write(contact(account));
    await account.apply();
    const { authcode } = kept(account);
    await account.write(contact(account, code(authcode, 1)));
    expect(changesOf(await account.keptPlan())).toEqual({
      [ops]: { actions: "update", attributes: ["confirmation_code_wo_version"] },
    });
    await account.applyKept();
    expect(kept(account).confirmed).toBe(true);
    await account.write(contact(account, { ...code("other", 1), contact: "post@example.com" }));
    await account.apply();
    expect((await account.plan()).planned).toEqual({});
    expect(confirmations(account)).toBe(1);
  });

  it("that fails on create is a warning, and the contact stays", async () => {
    const account = await openAccount();
    await account.write(contact(account, code("WRONG1", 1)));
    expect((await account.apply()).diagnostics).toEqual([
      expect.objectContaining({
        severity: "warning",
        summary: "Created, but not confirmed yet",
        detail: expect.stringMatching(/is not the one that was sent.*change confirmation_code_wo_version/s),
      }),
    ]);
    const { id, authcode } = kept(account);
    expect((await account.plan()).planned).toEqual({});
    await account.write(contact(account, code(authcode, 2)));
    expect((await account.apply()).planned).toEqual({ [ops]: "update" });
    expect(kept(account)).toMatchObject({ id, confirmed: true });
  });

  it("that fails on update is an error, and is tried again with the right code", async () => {
    const account = await openAccount();
    await account.write(contact(account));
    await account.apply();
    await account.write(contact(account, { ...code("WRONG1", 1), contact: "post@example.com" }));
    expect((await account.tryApply()).diagnostics).toEqual([
      expect.objectContaining({
        severity: "error",
        address: ops,
        detail: expect.stringContaining("is not the one that was sent"),
        code: expect.stringContaining("confirmation_code_wo"),
      }),
    ]);
    expect(await account.values(ops)).toMatchObject({
      contact: "post@example.com",
      confirmation_code_wo_version: null,
    });
    await account.write(
      contact(account, { ...code(kept(account).authcode, 1), contact: "post@example.com" }),
    );
    expect(changesOf(await account.keptPlan())).toEqual({
      [ops]: { actions: "update", attributes: ["confirmation_code_wo_version"] },
    });
    await account.applyKept();
    expect(kept(account).confirmed).toBe(true);
    expect((await account.plan()).planned).toEqual({});
  });

  it("of one that is confirmed already is fine", async () => {
    const account = await openAccount({ newContact: "active" });
    await account.write(contact(account, code("ABCDEF", 1)));
    expect((await account.apply()).diagnostics).toEqual([]);
    await account.write(contact(account, code("GHIJKL", 2)));
    expect((await account.apply()).diagnostics).toEqual([]);
    expect((await account.plan()).planned).toEqual({});
  });

  it("comes before a pause and after the end of one", async () => {
    const account = await openAccount();
    await account.write(contact(account));
    await account.apply();
    await account.write(contact(account, { ...code(kept(account).authcode, 1), paused: true }));
    await account.apply();
    expect(kept(account)).toMatchObject({ confirmed: true, paused: true });
    account.service.account.change(kept(account).id, { confirmed: false });
    await account.write(contact(account, { ...code(kept(account).authcode, 2), paused: false }));
    await account.apply();
    expect(kept(account)).toMatchObject({ confirmed: true, paused: false });
  });

  it("of one that stays paused is an error that says so", async () => {
    const account = await openAccount();
    await account.write(contact(account, { paused: true }));
    await account.apply();
    await account.write(contact(account, { ...code(kept(account).authcode, 1), paused: true }));
    expect((await account.tryApply()).diagnostics).toEqual([
      expect.objectContaining({
        severity: "error",
        detail: expect.stringContaining("The contact is paused"),
      }),
    ]);
  });

  it("without a version comes too late for a contact that exists, which a warning says", async () => {
    const account = await openAccount();
    await account.write(contact(account));
    await account.apply();
    await account.write(contact(account, code(kept(account).authcode)));
    const { planned, diagnostics } = await account.plan();
    expect(planned).toEqual({});
    expect(diagnostics).toEqual([
      expect.objectContaining({
        severity: "warning",
        summary: "The code is not sent",
        detail: expect.stringContaining("Set confirmation_code_wo_version"),
        code: expect.stringContaining("confirmation_code_wo"),
      }),
    ]);
  });

  it("without a version was done with the create, and nothing more is said of it", async () => {
    const account = await openAccount({ newContact: "active" });
    await account.write(contact(account, code("ABCDEF")));
    expect((await account.apply()).diagnostics).toEqual([]);
    const { planned, diagnostics } = await account.plan();
    expect([planned, diagnostics]).toEqual([{}, []]);
  });
});

describe("the args of a contact", () => {
  it.each([
    ["brackets", "args"],
    ["json", "args"],
    ["brackets", "args_wo"],
    ["json", "args_wo"],
  ] as const)("are sent as %s, given as %s", async (encoding, attribute) => {
    const account = await openAccount({ argsEncoding: encoding });
    const args = { key: "a b&c=d", "site eu": 'é"' };
    await account.write(
      contact(account, { type: "datadog", [attribute]: reference(hcl(args)) }),
      encoding === "brackets" ? "" : `contact_args_encoding = "${encoding}"`,
    );
    await account.apply();
    expect(kept(account).args).toEqual(args);
    expect((await account.plan()).planned).toEqual({});
  });

  it.each([
    ["args", { args: reference('{ key = "new" }') }],
    ["args_wo_version", { args_wo: reference('{ key = "new" }'), args_wo_version: 2 }],
  ])("make a new contact when %s changes", async (attribute, second) => {
    const account = await openAccount();
    const first =
      attribute === "args"
        ? { args: reference('{ key = "old" }') }
        : { args_wo: reference('{ key = "old" }'), args_wo_version: 1 };
    await account.write(contact(account, { type: "datadog", ...first }));
    await account.apply();
    const { id } = kept(account);
    await account.write(contact(account, { type: "datadog", ...second }));
    expect((await account.apply()).planned).toEqual({ [ops]: "replace" });
    expect(kept(account)).toMatchObject({ args: { key: "new" } });
    expect(kept(account).id).not.toBe(id);
  });

  it("that a type needs and that are missing are named by the service's words", async () => {
    const account = await openAccount({ requiredArgs: { datadog: ["key"] } });
    await account.write(contact(account, { type: "datadog" }));
    expect((await account.tryApply()).diagnostics).toEqual([
      expect.objectContaining({
        severity: "error",
        address: ops,
        detail: expect.stringContaining("args: key is required"),
      }),
    ]);
    expect(account.service.account.objects("contact")).toEqual([]);
  });
});

describe("the args of a contact that is imported", () => {
  const forms: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
    ["args", { args: reference('{ key = "k" }') }],
    ["args_wo_version", { args_wo: reference('{ key = "k" }'), args_wo_version: 1 }],
  ];
  it.each(forms)("are taken over into %s without a new contact, which a warning says", async (name, args) => {
    const account = await openAccount();
    const [group] = account.service.account.objects("contact_group");
    const there = { type: "datadog", args: { key: "k" }, contact_group: [group?.id] };
    const { id } = account.service.account.add("contact", { ...there, contact: "ops@example.com" });
    await account.write(contact(account, { type: "datadog", ...args }) + importBlock(ops, id));
    expect(changesOf(await account.keptPlan())).toEqual({
      [ops]: { actions: "update", attributes: [name] },
    });
    const { diagnostics } = await account.plan();
    expect(diagnostics).toEqual([
      expect.objectContaining({
        severity: "warning",
        summary: "The args are taken to be what the contact has",
        code: expect.stringContaining(`${name} =`),
      }),
    ]);
    await account.applyKept();
    expect((await account.plan()).planned).toEqual({});
    await account.write(
      contact(account, { type: "datadog", args_wo_version: 9, args_wo: reference('{ key = "new" }') }),
    );
    expect((await account.plan()).planned).toEqual({ [ops]: "replace" });
  });
});

describe("secrets of a contact", () => {
  it("are in no plan, state, output or log, and args are in the state alone", async () => {
    const [args, argsWo, code] = ["args-4f1c7a", "args-wo-9d2e55", "code-83b0aa"];
    const environment = {
      TF_LOG: "TRACE",
      TF_LOG_PATH: "trace.log",
      TF_VAR_args: args,
      TF_VAR_args_wo: argsWo,
      TF_VAR_code: code,
    };
    const account = await openAccount({ argsReturned: "whole" }, { environment });
    const variable = (name: string, kind = "ephemeral") => `variable "${name}" {\n  ${kind} = true\n}\n`;
    const secret = (version: number) => ({
      type: "datadog",
      args_wo: reference("{ key = var.args_wo }"),
      args_wo_version: version,
      confirmation_code_wo: reference("var.code"),
      confirmation_code_wo_version: version,
    });
    const write = (version: number) =>
      account.write(variable("args_wo") + variable("code") + contact(account, secret(version)));

    await write(1);
    account.service.faults.arm({ fault: "500-before", path: "/contact/contacts", times: 3 });
    const told = [await account.tryApply()];
    await account.service.faults.clear();
    told.push(await account.apply());
    const plans = [await account.keptPlan()];
    await write(2);
    plans.push(await account.keptPlan());
    told.push(await account.applyKept(), await account.plan());

    const { folder } = account.workspace;
    const read = (file: string) => readFile(join(folder, file), "utf8");
    const everything = [
      JSON.stringify(plans),
      ...told.map(({ text }) => text),
      await read("terraform.tfstate"),
      await read("trace.log"),
    ].join("\n");
    expect(everything).toContain("/confirm.json");
    for (const text of [argsWo, code]) expect(everything.includes(text)).toBe(false);

    await account.write(
      variable("args", "sensitive") +
        contact(account, { type: "datadog", args: reference("{ key = var.args }") }),
    );
    const { text } = await account.apply();
    expect(text.includes(args)).toBe(false);
    expect((await read("trace.log")).includes(args)).toBe(false);
    expect(await account.values(ops)).toMatchObject({ args: { key: args }, args_wo: null });
  });
});

function hcl(map: Readonly<Record<string, string>>): string {
  return `{ ${Object.entries(map)
    .map(([key, value]) => `${JSON.stringify(key)} = ${JSON.stringify(value)}`)
    .join(", ")} }`;
}
