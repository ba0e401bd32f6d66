import { closeAccounts, openAccount, type TestAccount } from "../account";
import { changesOf } from "../planned-changes";
import { importBlock } from "../resource-block";
import { instances } from "../state-file";
import { everyKind, knownKinds, speaking } from "./every-kind";

afterEach(closeAccounts);

/** An account in which every kind was made over version 4.0. The subnets have an id of their own, to be imported by. */
async function filled(): Promise<TestAccount> {
  const account = await openAccount({ subnetCreate: "parent-and-children" });
  await account.write(everyKind(), speaking("4.0"));
  await account.apply();
  return account;
}

/** Import blocks for what the account's own configuration has and this one declares; a check cannot be imported. */
async function importsFor(resources: string, { workspace }: TestAccount): Promise<string> {
  const declared = [...resources.matchAll(/^resource "(\w+)" "(\w+)"/gm)].map(
    ([, type, name]) => `${type}.${name}`,
  );
  return [...(await instances(workspace.folder))]
    .filter(([address]) => declared.includes(address) && !address.includes("manual_check"))
    .map(([address, { attributes }]) => importBlock(address, String(attributes.id)))
    .join("");
}

/** What version 3.0 supports of them: neither tags nor codes nor args. */
function withoutWhatLacks(resources: string): string {
  return resources.replace(/^ {2}(tags|custom_codes|args|args_wo|args_wo_version) = .*\n/gm, "");
}

const update = (...attributes: readonly string[]) => ({ actions: "update", attributes });
const onlyBlocks = (resources: string, wanted: RegExp) =>
  (resources.match(/^resource [\s\S]*?^}\n/gm) ?? []).filter((block) => wanted.test(block)).join("");

describe("objects that are imported over version 3.0", () => {
  it("plan what the API does not return, as configured, and then no change over either version", async () => {
    const account = await filled();
    const imported = await account.another();
    const resources = onlyBlocks(knownKinds(), /^(?!resource "rblmonitor_manual_check")/);
    await imported.write(resources + (await importsFor(resources, account)), speaking("3.0"));
    expect(changesOf(await imported.keptPlan())).toEqual({
      "rblmonitor_monitoring_profile.few": update("frequency", "sync_method"),
      "rblmonitor_monitoring_profile.mail": update("frequency"),
      "rblmonitor_monitoring_profile.none": update("frequency", "sync_method"),
      "rblmonitor_source.paused": update("paused"),
    });
    await imported.applyKept();
    for (const version of ["3.0", "4.0", "3.0"] as const) {
      await imported.write(resources, speaking(version));
      expect((await imported.plan()).planned).toEqual({});
    }
  });

  it("have tags and codes that the configuration lacks: only a plan over version 4.0 shows them", async () => {
    const account = await filled();
    const imported = await account.another();
    const whole = onlyBlocks(everyKind(), /^resource "rblmonitor_(host|source|contact)"/);
    const resources = `${whole}${onlyBlocks(everyKind(), /^resource "rblmonitor_(contact_group|monitoring_profile)"/)}`;
    const lacking = withoutWhatLacks(resources);
    await imported.write(lacking + (await importsFor(lacking, account)), speaking("3.0"));
    await imported.apply();
    await imported.write(lacking, speaking("3.0"));
    expect((await imported.plan()).planned).toEqual({});

    await imported.write(lacking, speaking("4.0"));
    expect(changesOf(await imported.keptPlan())).toEqual({
      "rblmonitor_host.idle": update("tags"),
      "rblmonitor_host.tagged": update("tags"),
      "rblmonitor_source.idle": update("custom_codes"),
      "rblmonitor_source.six": update("custom_codes"),
    });
    // With them in the code, and without the args, which no state has, there is no difference.
    await imported.write(resources.replace(/^ {2}args(_wo|_wo_version)? = .*\n/gm, ""), speaking("4.0"));
    expect((await imported.plan()).planned).toEqual({});
  });
});

it("objects that are imported over version 4.0 plan nothing over 3.0, every kind of them", async () => {
  const account = await filled();
  const imported = await account.another();
  const resources = onlyBlocks(everyKind(), /^(?!resource "rblmonitor_manual_check")/);
  await imported.write(resources + (await importsFor(resources, account)), speaking("4.0"));
  await imported.apply();
  for (const version of ["4.0", "3.0", "4.0"] as const) {
    await imported.write(resources, speaking(version));
    expect((await imported.plan()).planned).toEqual({});
  }
});
