import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { closeAccounts, openAccount } from "../../../acceptance/account";
import { running } from "../../../acceptance/running-plugin";
import { adopted, removeAdopted } from "./adopted";
import { synthesised } from "./construct-project";

afterEach(closeAccounts);
afterAll(removeAdopted);

/** Objects with words that only a later version of the service documents. */
async function accountOfTomorrow() {
  const opened = await openAccount();
  const { account } = opened.service;
  account.add("monitoring_profile", { name: "Often", frequency: "30_minutes" });
  account.add("contact", { contact: "https://example.org/hook", type: "msteams" });
  account.add("certificate_monitor", { hostname: "www.example.org", name: "QUIC", protocol: "quic" });
  return opened;
}

describe("adopted code with values that the service added", () => {
  it("plans imports and no change, with a warning for each", async () => {
    const opened = await accountOfTomorrow();
    const { folder, files } = await adopted(opened.service);
    expect(files["contacts.tf"]).toMatch(
      /type += "msteams" # added by the service, for existing objects only\n/,
    );
    const { planned, diagnostics } = await (await opened.another({ ...running, folder })).apply();
    const reported = diagnostics.map(({ severity, summary }) => `${severity}: ${summary}`);
    expect([...new Set(reported)].sort()).toEqual([
      "warning: Unusual frequency",
      "warning: Unusual protocol",
      "warning: Unusual type",
    ]);
    expect(Object.entries(planned).filter(([, action]) => action !== "import")).toEqual([]);
    expect(Object.keys(planned)).toContain("rblmonitor_monitoring_profile.often");
  });

  it("compiles in TypeScript, and leaves their check to Terraform", async () => {
    const { service } = await accountOfTomorrow();
    const { folder, files } = await adopted(service, { template: "cdktn" });
    const expression = `'$${'{"msteams"}'}'`;
    expect(files["contacts.ts"]).toContain(
      `type: ${expression}, // added by the service, for existing objects only\n`,
    );
    const stack = await readFile(join(await synthesised(folder), "cdk.tf.json"), "utf8");
    const contacts = Object.values(JSON.parse(stack).resource.rblmonitor_contact);
    expect(contacts).toEqual([expect.objectContaining({ type: expression.slice(1, -1) })]);
  });
});
