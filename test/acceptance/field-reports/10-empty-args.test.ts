import { itWith } from "../../real-core";
import { contact, kept, ops } from "../contact-block";
import { closeAccounts, openAccount } from "../driven/account";
import { importBlock, reference } from "../resource-block";

afterEach(closeAccounts);

const empty = { args: reference("{}") };

describe("args that are empty and args that are left out", () => {
  it("are the same, in both directions", async () => {
    const account = await openAccount();
    for (const [before, after] of [
      [{}, empty],
      [empty, {}],
    ]) {
      await account.write(contact(account, before));
      await account.apply();
      await account.write(contact(account, after));
      expect((await account.plan()).planned).toEqual({});
    }
  });

  it("are the same in a state that holds null", async () => {
    const account = await openAccount();
    await account.write(contact(account));
    await account.apply();
    await account.rewrite(ops, (attributes) => ({ ...attributes, args: null }));
    expect((await account.plan()).planned).toEqual({});
    await account.write(contact(account, empty));
    expect((await account.plan()).planned).toEqual({});
  });

  itWith("write-only attributes")("plan no change after an import, with or without args_wo", async () => {
    const account = await openAccount();
    const [group] = account.service.account.objects("contact_group");
    const there = { contact: "ops@example.com", type: "email", contact_group: [group?.id] };
    const { id } = account.service.account.add("contact", there);
    await account.write(contact(account, empty) + importBlock(ops, id));
    await account.apply();
    const [plain, both] = [{}, { ...empty, args_wo: reference("{}") }];
    for (const attributes of [plain, both]) {
      await account.write(contact(account, attributes));
      const { planned, diagnostics } = await account.plan();
      expect([planned, diagnostics]).toEqual([{}, []]);
    }
    expect(kept(account).id).toBe(id);
  });
});
