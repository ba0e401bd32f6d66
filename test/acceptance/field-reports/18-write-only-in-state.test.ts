import { closeAccounts, openAccount } from "../account";
import { contact, ops } from "../contact-block";

afterEach(closeAccounts);

describe("a state that was edited by hand", () => {
  it.each([[[]], [["-refresh=false"]]])(
    "loses its write-only values, and nothing is planned (%j)",
    async (args) => {
      const account = await openAccount();
      await account.write(contact(account));
      await account.apply();
      await account.rewrite(ops, (attributes) => ({
        ...attributes,
        args_wo: { key: "k" },
        confirmation_code_wo: "ABCDEF",
      }));
      const { planned, diagnostics } = await account.plan(...args);
      expect([planned, diagnostics]).toEqual([{}, []]);
      await account.write(contact(account, { paused: true }));
      await account.apply(...args);
      expect(await account.values(ops)).toMatchObject({ args_wo: null, confirmation_code_wo: null });
    },
  );
});
