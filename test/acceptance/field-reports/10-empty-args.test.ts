import { itWith } from "../../real-core";
import { contact, kept, ops } from "../contact-block";
import { closeAccounts, openAccount } from "../driven/account";
import { importBlock, reference } from "../resource-block";

afterEach(closeAccounts);

const empty = { args: reference("{}") };

describe("args that are empty and args that are left out", () => {
  it("are null in the plan and state if they are omitted", async () => {
    const account = await openAccount();
    await account.write(contact(account));
    const { resource_changes: changes = [] } = await account.keptPlan();
    expect(changes.map(({ change }) => change.after?.args)).toEqual([null]);
    await account.applyKept();
    expect(await account.values(ops)).toMatchObject({ args: null });
    expect((await account.plan()).planned).toEqual({});
  });

  it("are the same if {} is removed from the configuration", async () => {
    const account = await openAccount();
    await account.write(contact(account, empty));
    await account.apply();
    await account.write(contact(account));
    expect((await account.plan()).planned).toEqual({});
  });

  it("are the same in a state that holds {}, as earlier versions stored it", async () => {
    const account = await openAccount();
    await account.write(contact(account));
    await account.apply();
    await account.rewrite(ops, (attributes) => ({ ...attributes, args: {} }));
    expect((await account.plan()).planned).toEqual({});
    await account.write(contact(account, { type: "slack" }));
    expect((await account.plan()).planned).toEqual({ [ops]: "replace" });
    await account.write(contact(account, empty));
    expect((await account.plan()).planned).toEqual({});
  });

  // Terraform requires that a configured {} is planned over null.
  it("are the same to the service if {} is added to the configuration: the state changes alone", async () => {
    const account = await openAccount();
    await account.write(contact(account));
    await account.apply();
    await account.write(contact(account, empty));
    const { id } = kept(account);
    const before = account.service.requests.length;
    expect((await account.apply()).applied).toEqual({ [ops]: "update" });
    const writes = account.service.requests.slice(before).filter(({ method }) => method !== "GET");
    expect([writes, kept(account).id]).toEqual([[], id]);
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
