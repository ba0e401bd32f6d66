import type { FaultName } from "../../../src/emulator/faults";
import { type LegacyKind, legacyKinds } from "../../../src/service/legacy/kinds";
import { legacyCollectionOperation } from "../../../src/service/legacy/operations";
import { closeAccounts, openAccount, type TestAccount } from "../driven/account";
import { knownKinds, speaking } from "./every-kind";

afterEach(closeAccounts);

const kinds = Object.keys(legacyKinds) as LegacyKind[];

const countOf = ({ service }: TestAccount, kind: LegacyKind) => service.account.objects(kind).length;

describe("over version 3.0", () => {
  it.each<FaultName>(["500-after", "other-shape"])(
    "a create of each kind whose answer is lost (%s) ends with the object that it made, and no other",
    async (fault) => {
      const account = await openAccount();
      const before = Object.fromEntries(kinds.map((kind) => [kind, countOf(account, kind)]));
      for (const kind of kinds)
        account.service.faults.arm({ fault, path: legacyCollectionOperation("create", kind).path });
      await account.write(knownKinds(), speaking("3.0"));
      const { diagnostics } = await account.apply();
      const adopted = diagnostics.filter(({ summary }) => summary === "Response to a create was lost");
      expect(adopted).toHaveLength(kinds.length);
      const made = kinds.map((kind) => [kind, countOf(account, kind) - (before[kind] ?? 0)]);
      expect(Object.fromEntries(made)).toEqual({
        contact: 2,
        contact_group: 2,
        source: 2,
        monitoring_profile: 3,
        host: 2 + 4,
      });
      expect((await account.plan()).planned).toEqual({});
    },
  );

  it("a pause, an update and a deletion whose answers are lost are sent again", async () => {
    const account = await openAccount();
    await account.write(knownKinds(), speaking("3.0"));
    await account.apply();
    for (const verb of ["pause", "update", "delete"] as const) {
      const { path } = legacyCollectionOperation(verb, "host");
      account.service.faults.arm({ fault: "500-after", path });
    }
    const changed = knownKinds().replace('name = "one"', 'name = "One"\n  paused = true');
    await account.write(changed, speaking("3.0"));
    await account.apply();
    expect(account.named("host", "One")).toMatchObject({ paused: true });
    expect((await account.plan()).planned).toEqual({});
    await account.destroy();
    expect(account.service.account.objects("host")).toEqual([]);
  });
});
