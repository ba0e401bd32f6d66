import fc from "fast-check";
import { type OpenPointSettings, openPointValues } from "../../../../src/emulator/settings";
import { closeAccounts, openAccount } from "../../../acceptance/account";
import { running } from "../../../acceptance/running-plugin";
import { commandRun } from "../drift/command";
import { furnish, references } from "../drift/random-account";
import { plannedObjects } from "../drift/random-changes";
import { adopted, removeAdopted } from "./adopted";

afterEach(closeAccounts);
afterAll(removeAdopted);

/** Values with which an account does not show all that its code must have, or shows it only after a time. */
const lacking = new Set([
  ...["lists absent", "frequency absent", "plan free"],
  ...["statusWords unknown", "pausedWord hibernating", "readLag 2", "listLag 3"],
]);

/** A service: each setting is as the emulator's default, or another one. */
const services = fc.record(
  Object.fromEntries(
    Object.entries<readonly unknown[]>(openPointValues).map(([name, values]) => {
      const [usual, ...others] = values.filter((value) => !lacking.has(`${name} ${value}`));
      const other = fc.constantFrom(usual, ...others);
      return [name, fc.oneof({ weight: 3, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: other })];
    }),
  ),
) as fc.Arbitrary<Partial<OpenPointSettings>>;

it("any account of any service is adopted, imported without a change, and then has no drift", async () => {
  const property = fc.asyncProperty(services, fc.gen(), async (settings, gen) => {
    const account = await openAccount({ limits: "off", ...settings });
    furnish(account.service, gen(plannedObjects, references(account.service)));
    const before = account.census();
    const { folder } = await adopted(account.service);
    const configuration = await account.another({ ...running, folder });
    const { planned, diagnostics } = await configuration.apply();
    expect(Object.entries(planned).filter(([, action]) => action !== "import")).toEqual([]);
    // Random texts are not codes of blocklists.
    expect(diagnostics.filter(({ summary }) => !summary.startsWith("Unusual "))).toEqual([]);
    expect((await configuration.plan()).planned).toEqual({});
    expect(account.census()).toEqual(before);
    const run = (command: string) =>
      commandRun(account.service, [command, "--chdir", configuration.workspace.folder]);
    expect(await run("drift")).toMatchObject({ code: 0, stderr: "" });
    expect((await run("report")).stdout).toContain("✓ Every object in the account is managed.");
    await closeAccounts();
  });
  // Each case takes a service and a Terraform, so that shrinking a failure would take minutes.
  await fc.assert(property, { numRuns: 4, endOnFailure: true });
});
