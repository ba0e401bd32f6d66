import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { closeAccounts, openAccount, patience } from "../../../acceptance/account";
import { running } from "../../../acceptance/running-plugin";
import { adopted, removeAdopted } from "./adopted";

jest.setTimeout(patience);
afterEach(closeAccounts);
afterAll(removeAdopted);

const address = "rblmonitor_contact.hooks_example_com";
const variable = "contact_args_hooks_example_com";

describe("the args of an adopted contact", () => {
  it.each([
    ["without", {}],
    ["with", { [`TF_VAR_${variable}`]: '{ key = "k-3c9a" }' }],
  ])("are no change %s a value for their variable, and reach no file", async (_, environment) => {
    const account = await openAccount({ argsReturned: "whole" });
    const { account: desk } = account.service;
    const { id } = desk.add("contact", {
      contact: "hooks.example.com",
      type: "endpoint",
      args: { key: "k-3c9a" },
    });
    const { folder, files, stdout } = await adopted(account.service, { kind: ["contact"] });
    const told = JSON.stringify([files, stdout]);
    expect(told).toContain(variable);
    for (const secret of ["k-3c9a", account.service.authToken]) expect(told).not.toContain(secret);

    const configuration = await account.another({ ...running, folder, environment });
    const plan = await configuration.plan();
    expect([plan.planned, plan.diagnostics]).toEqual([{ [address]: "import" }, []]);
    await configuration.apply();
    expect((await configuration.plan()).planned).toEqual({});
    expect(await readFile(join(folder, "terraform.tfstate"), "utf8")).not.toContain("k-3c9a");
    expect(desk.find(id)).toMatchObject({ args: { key: "k-3c9a" } });
  });

  it("are sent with the value of the variable when the contact is made anew", async () => {
    const environment = { [`TF_VAR_${variable}`]: '{ key = "new" }' };
    const account = await openAccount();
    account.service.account.add("contact", {
      contact: "hooks.example.com",
      type: "endpoint",
      args: { key: "old" },
    });
    const { folder } = await adopted(account.service, { kind: ["contact"] });
    const configuration = await account.another({ ...running, folder, environment });
    await configuration.apply();
    await configuration.apply(`-replace=${address}`);
    expect(account.service.account.objects("contact")).toMatchObject([{ args: { key: "new" } }]);
  });
});

it("an email contact needs no variable", async () => {
  const account = await openAccount();
  account.service.account.add("contact", { contact: "ops@example.com" });
  const { files } = await adopted(account.service);
  expect(Object.keys(files)).not.toContain("variables.tf");
  expect(files["versions.tf"]).toContain('required_version = ">= 1.5"');
});
