import { describeWith } from "../../real-core";
import { contact, kept, ops } from "../contact-block";
import { closeAccounts, openAccount, type TestAccount } from "../driven/account";
import { changesOf } from "../planned-changes";
import { importBlock, reference } from "../resource-block";

afterEach(closeAccounts);

const confirmations = ({ service }: TestAccount) =>
  service.requests.filter(({ path }) => /confirm/.test(path)).length;

/** The contact of the guide "Getting started", whose code comes from a variable that is null at first. */
const guided = (account: TestAccount, version = 1, more: Readonly<Record<string, unknown>> = {}) =>
  `variable "confirmation_code" {
  type      = string
  sensitive = true
  ephemeral = true
  default   = null
}
${contact(account, {
  confirmation_code_wo: reference("var.confirmation_code"),
  confirmation_code_wo_version: version,
  ...more,
})}`;
const withCode = (account: TestAccount, code = kept(account).authcode) => [`-var=confirmation_code=${code}`];
const unsent = expect.objectContaining({
  severity: "warning",
  summary: "No confirmation code to send",
  address: ops,
  code: expect.stringContaining("confirmation_code_wo_version"),
});

describeWith("write-only attributes")("the confirmation code of the guide", () => {
  it("is sent when it is set after the contact was created, with the same version", async () => {
    const account = await openAccount();
    await account.write(guided(account));
    const created = await account.apply();
    expect(created.diagnostics).toContainEqual(unsent);
    const pending = await account.plan();
    expect([pending.planned, pending.diagnostics]).toEqual([{}, []]);

    expect(changesOf(await account.keptPlan(...withCode(account)))).toEqual({
      [ops]: { actions: "update", attributes: ["confirmed_code_version"] },
    });
    await account.apply(...withCode(account));
    expect(kept(account).confirmed).toBe(true);
    expect(await account.values(ops)).toMatchObject({
      confirmation_code_wo: null,
      confirmed_code_version: 1,
    });
    expect((await account.plan()).planned).toEqual({});
    expect((await account.plan(...withCode(account))).planned).toEqual({});
    expect(confirmations(account)).toBe(1);
  });

  it("is not sent while it is empty, as an unset secret of a pipeline is", async () => {
    const account = await openAccount();
    await account.write(guided(account));
    const created = await account.apply(...withCode(account, ""));
    expect(created.diagnostics).toContainEqual(unsent);
    const pending = await account.plan(...withCode(account, ""));
    expect([pending.planned, pending.diagnostics]).toEqual([{}, []]);
    await account.write(guided(account, 1, { paused: true }));
    await account.apply(...withCode(account, ""));
    expect([confirmations(account), kept(account).confirmed]).toEqual([0, false]);

    await account.write(guided(account));
    await account.apply(...withCode(account));
    expect([confirmations(account), kept(account).confirmed]).toEqual([1, true]);
  });

  it("is not sent while it is empty and has no version, without a warning", async () => {
    const account = await openAccount();
    const block = contact(account, { confirmation_code_wo: "" });
    await account.write(block);
    expect((await account.apply()).diagnostics).toEqual([]);
    const planned = await account.plan();
    expect([planned.planned, planned.diagnostics, confirmations(account)]).toEqual([{}, [], 0]);
  });

  it("is sent for another version that was applied without it", async () => {
    const account = await openAccount();
    await account.write(guided(account));
    await account.apply(...["-var=confirmation_code=WRONG1"]);
    await account.write(guided(account, 2));
    expect((await account.apply()).diagnostics).toContainEqual(unsent);
    expect(kept(account).confirmed).toBe(false);
    await account.apply(...withCode(account));
    expect(kept(account).confirmed).toBe(true);
    expect((await account.plan(...withCode(account))).planned).toEqual({});
  });

  it("is sent again after the service failed, and the error says so each time", async () => {
    const account = await openAccount();
    await account.write(guided(account));
    await account.apply();
    const failed = await account.tryApply("-var=confirmation_code=WRONG1");
    expect(failed.diagnostics).toEqual([
      expect.objectContaining({
        severity: "error",
        detail: expect.stringContaining("not the one that was sent"),
      }),
    ]);
    expect((await account.plan()).planned).toEqual({});
    await account.apply(...withCode(account));
    expect(kept(account).confirmed).toBe(true);
  });

  it("of an imported contact is sent once it is set, and not before", async () => {
    const account = await openAccount();
    const [group] = account.service.account.objects("contact_group");
    const there = { contact: "ops@example.com", type: "email", contact_group: [group?.id] };
    const { id } = account.service.account.add("contact", { ...there, confirmed: false });
    await account.write(guided(account) + importBlock(ops, id));
    expect((await account.apply()).diagnostics).toContainEqual(unsent);
    expect((await account.plan()).planned).toEqual({});
    await account.apply(...withCode(account, account.service.account.authcode(id)));
    expect(kept(account)).toMatchObject({ id, confirmed: true });
    expect((await account.plan(...withCode(account))).planned).toEqual({});
  });
});
