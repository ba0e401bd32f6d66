import { describeWith } from "../real-core";
import { contact, kept, ops } from "./contact-block";
import { closeAccounts, openAccount, type TestAccount } from "./driven/account";
import { changesOf } from "./planned-changes";

afterEach(closeAccounts);

describe("a new contact", () => {
  it("can be pending, which blocks nothing and plans no change", async () => {
    const account = await openAccount();
    await account.write(contact(account));
    expect((await account.apply()).diagnostics).toEqual([]);
    expect(kept(account).confirmed).toBe(false);
    expect((await account.plan()).planned).toEqual({});
    expect(account.service.requests.filter(({ path }) => /resend|confirm/.test(path))).toEqual([]);
  });

  it("has the default schedule of the service, without a warning", async () => {
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

describeWith("write-only attributes")("the confirmation of a contact", () => {
  const code = (value: string, version?: number) => ({
    confirmation_code_wo: value,
    confirmation_code_wo_version: version,
  });
  const another = ({ service }: TestAccount) => service.account.add("contact_group", { name: "Another" }).id;
  const confirmations = ({ service }: TestAccount) =>
    service.requests.filter(({ path }) => /confirm/.test(path)).length;

  it("is done with the code that it received, once for each version", async () => {
    const account = await openAccount();
    await account.write(contact(account));
    await account.apply();
    const { authcode } = kept(account);
    await account.write(contact(account, code(authcode, 1)));
    expect(changesOf(await account.keptPlan())).toEqual({
      [ops]: {
        actions: "update",
        attributes: ["confirmation_code_wo_version", "confirmed_code_version"],
      },
    });
    await account.applyKept();
    expect(kept(account).confirmed).toBe(true);
    await account.write(contact(account, { ...code("other", 1), contact_groups: [another(account)] }));
    expect((await account.apply()).planned).toEqual({ [ops]: "update" });
    expect((await account.plan()).planned).toEqual({});
    expect(confirmations(account)).toBe(1);
  });

  it("that fails on create is a warning, and the contact stays", async () => {
    const account = await openAccount();
    await account.write(contact(account, code("WRONG1", 1)));
    expect((await account.apply()).diagnostics).toEqual([
      expect.objectContaining({
        severity: "warning",
        summary: "Created, but not confirmed",
        detail: expect.stringMatching(/correct confirmation_code_wo.*is not the one that was sent/s),
      }),
    ]);
    const { id, authcode } = kept(account);
    await account.write(contact(account, code(authcode, 1)));
    expect((await account.apply()).planned).toEqual({ [ops]: "update" });
    expect(kept(account)).toMatchObject({ id, confirmed: true });
  });

  it("that fails on update is an error, and is tried again with the right code", async () => {
    const account = await openAccount();
    await account.write(contact(account));
    await account.apply();
    const contact_groups = [another(account)];
    await account.write(contact(account, { ...code("WRONG1", 1), contact_groups }));
    expect((await account.tryApply()).diagnostics).toEqual([
      expect.objectContaining({
        severity: "error",
        address: ops,
        detail: expect.stringContaining("is not the one that was sent"),
        code: expect.stringContaining("confirmation_code_wo"),
      }),
    ]);
    expect(await account.values(ops)).toMatchObject({
      contact_groups,
      confirmed_code_version: null,
    });
    await account.write(contact(account, { ...code(kept(account).authcode, 1), contact_groups }));
    expect(changesOf(await account.keptPlan())).toEqual({
      [ops]: { actions: "update", attributes: ["confirmed_code_version"] },
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
        summary: "Confirmation code not sent",
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
