import { chmod, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { closeAccounts, openAccount } from "../../../acceptance/account";
import { running } from "../../../acceptance/running-plugin";
import { adopted, removeAdopted } from "./adopted";

afterEach(closeAccounts);
afterAll(removeAdopted);

/** A SID of a contact, by which the code names it. */
const id = `CO${"5".repeat(32)}`;
const name = `endpoint_${id.toLowerCase()}`;
const address = `rblmonitor_contact.${name}`;
const destination = "https://hooks.example.com/T0/B1/Xq7w9Zr4";

it("the args of an adopted contact stay as they are, and reach no file", async () => {
  const account = await openAccount({ argsReturned: "whole" });
  const { account: desk } = account.service;
  desk.add("contact", { id, contact: destination, type: "endpoint", args: { key: "k-3c9a" } });
  const { folder, files, stdout } = await adopted(account.service, { kind: ["contact"] });
  expect(stdout).toContain("The API does not return the args of 1 contact");
  const reported = JSON.stringify([files, stdout]);
  for (const secret of ["k-3c9a", account.service.authToken]) expect(reported).not.toContain(secret);

  const configuration = await account.another({ ...running, folder });
  const plan = await configuration.plan();
  expect([plan.planned, plan.diagnostics]).toEqual([{ [address]: "import" }, []]);
  await configuration.apply();
  expect((await configuration.plan()).planned).toEqual({});
  expect(await readFile(join(folder, "terraform.tfstate"), "utf8")).not.toContain("k-3c9a");
  expect(desk.find(id)).toMatchObject({ args: { key: "k-3c9a" } });
});

describe("a destination that is a credential", () => {
  it.each(["hcl", "cdktn", "cdktf"] as const)(
    "is only in a file of %s that no other user may read",
    async (template) => {
      const account = await openAccount();
      const { account: desk } = account.service;
      desk.add("contact", { id, contact: destination, type: "slack" });
      desk.add("contact", { contact: "ops@example.com" });
      const { folder, files, stdout, stderr } = await adopted(account.service, {
        template,
        kind: ["contact"],
      });
      const file = "credentials.auto.tfvars";
      const { [file]: credentials, ...code } = files;
      expect(files[".gitignore"]).toMatch(/^credentials\.auto\.tfvars$/m);
      expect(credentials).toContain(`contact_slack_${id.toLowerCase()} = "${destination}"`);
      expect((await stat(join(folder, file))).mode & 0o777).toBe(0o600);
      const shared = JSON.stringify([code, stdout, stderr]);
      expect(shared).toContain("ops@example.com");
      for (const part of ["hooks", "T0/B1", "Xq7w9Zr4"]) expect(shared).not.toContain(part);
    },
  );

  it("replaces a file of credentials that others could read by one that they cannot", async () => {
    const account = await openAccount();
    account.service.account.add("contact", { id, contact: destination, type: "slack" });
    const { folder } = await adopted(account.service);
    const file = join(folder, "credentials.auto.tfvars");
    await chmod(file, 0o644);
    await adopted(account.service, { output: folder, force: true });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });
});

it("an email contact needs no variable", async () => {
  const account = await openAccount();
  account.service.account.add("contact", { contact: "ops@example.com" });
  const { files } = await adopted(account.service);
  expect(Object.keys(files)).not.toContain("variables.tf");
  expect(files["versions.tf"]).toContain('required_version = ">= 1.5"');
});

it("adopt leaves a .gitignore as it is", async () => {
  const account = await openAccount();
  account.service.account.add("contact", { id, contact: destination, type: "slack" });
  const first = await adopted(account.service, { kind: ["contact"] });
  await writeFile(join(first.folder, ".gitignore"), "mine\n");
  await adopted(account.service, { kind: ["contact"], output: first.folder, force: true });
  expect(await readFile(join(first.folder, ".gitignore"), "utf8")).toBe("mine\n");
});
