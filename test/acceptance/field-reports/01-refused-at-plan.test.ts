import { itForEach, itWith } from "../../real-core";
import { openAccount as openReal } from "../account";
import { needing } from "../api-version";
import { contact, kept, ops } from "../contact-block";
import { closeAccounts, openAccount, type TestAccount } from "../driven/account";
import { reference, resource } from "../resource-block";

afterEach(closeAccounts);

const variable = (name: string, mark: string) =>
  `variable "${name}" {\n  type    = string\n  default = null\n  ${mark} = true\n}\n`;
const datadog = { type: "datadog", args_wo: reference('{ key = "old" }'), args_wo_version: 1 };

/** Writes a contact, applies it and confirms it. */
async function confirmed(
  attributes: Readonly<Record<string, unknown>>,
  open: typeof openAccount = openAccount,
): Promise<TestAccount> {
  const account = await open();
  await account.write(contact(account, attributes));
  await account.apply();
  account.service.account.change(kept(account).id, { confirmed: true });
  return account;
}

/** Asserts that an apply ends while it plans, with that error, and touches nothing. */
async function expectRefusal(account: TestAccount, detail: string, code: string): Promise<void> {
  const { id } = kept(account);
  const { applied, diagnostics } = await account.tryApply();
  expect(applied).toEqual({});
  expect(diagnostics).toEqual([
    expect.objectContaining({
      severity: "error",
      address: ops,
      detail: expect.stringContaining(detail),
      code: expect.stringContaining(code),
    }),
  ]);
  expect(kept(account)).toMatchObject({ id, confirmed: true });
}

needing("contact.args", () =>
  describe("a confirmed contact survives", () => {
    it("a null in its args, which the plan refuses", async () => {
      const account = await confirmed({ type: "datadog", args: reference('{ key = "old" }') });
      const args = reference("{ key = var.key, site = var.key }");
      await account.write(variable("key", "sensitive") + contact(account, { type: "datadog", args }));
      await expectRefusal(account, "{ for k, v in … : k => v if v != null }", "args =");
    });

    itWith("write-only attributes")(
      "a null in its args_wo with another version, which the plan refuses",
      async () => {
        const account = await confirmed(datadog);
        const args_wo = reference("{ key = var.key }");
        const write = (version: number) =>
          account.write(
            variable("key", "ephemeral") +
              contact(account, { ...datadog, args_wo, args_wo_version: version }),
          );
        await write(1);
        expect((await account.plan()).planned).toEqual({});
        await write(2);
        await expectRefusal(account, "1 of 1 elements of args_wo is null", "args_wo");
      },
    );

    itWith("write-only attributes")(
      "another version of args_wo that are not set, which the plan refuses",
      async () => {
        const account = await confirmed(datadog);
        await account.write(contact(account, { type: "datadog", args_wo_version: 2 }));
        await expectRefusal(account, "args_wo is null", "args_wo_version");
      },
    );

    const isWriteOnly = (name: string) => name === "args_wo";
    itForEach(
      "write-only attributes",
      ["args", "args_wo"],
      isWriteOnly,
    )("an element of %s that is named __proto__", async (name) => {
      const account = await confirmed({ type: "datadog" });
      const value = reference('{ "__proto__" = "x" }');
      await account.write(
        contact(account, {
          type: "datadog",
          [name]: value,
          ...(name === "args_wo" && { args_wo_version: 2 }),
        }),
      );
      await expectRefusal(account, "must not have the name __proto__", name);
    });

    itWith("write-only attributes")(
      "a replacement whose args_wo are known only after the old contact is deleted",
      async () => {
        const account = await confirmed(datadog, openReal);
        const source = 'resource "terraform_data" "key" {\n  input = "new"\n}\n';
        const args_wo = reference("{ key = terraform_data.key.output }");
        await account.write(source + contact(account, { ...datadog, args_wo, args_wo_version: 2 }));
        await expectRefusal(account, "-target", "args_wo");
        await account.apply("-target=terraform_data.key");
        expect((await account.apply()).applied).toEqual({ [ops]: "create" });
        expect(kept(account).args).toEqual({ key: "new" });
      },
    );
  }),
);

describe("a null in a set", () => {
  it("is refused when it is planned, with how to leave it out", async () => {
    const account = await openAccount();
    const [group] = account.service.account.objects("contact_group");
    await account.write(
      variable("group", "nullable") +
        resource("contact", "ops", {
          contact: "ops@example.com",
          type: "email",
          contact_groups: reference(`["${group?.id}", var.group]`),
        }),
    );
    expect((await account.plan()).diagnostics).toEqual([
      expect.objectContaining({
        address: ops,
        summary: "Null in contact_groups",
        detail: expect.stringContaining("contact_groups = compact([…])"),
      }),
    ]);
  });
});
