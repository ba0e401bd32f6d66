import { closeAccounts, openAccount, patience } from "../account";
import { reference, resource } from "../resource-block";
import { running } from "../running-plugin";
import { needing } from "../spoken-version";

jest.setTimeout(patience);
afterEach(closeAccounts);

const kinds = [
  { type: "contact_group", plural: "contact groups", required: {} },
  { type: "monitoring_profile", plural: "monitoring profiles", required: { frequency: "weekly" } },
  { type: "certificate_profile", plural: "certificate profiles", required: { expiration_thresholds: [30] } },
] as const;

for (const { type, plural, required } of kinds) {
  needing(type, () => {
    const block = (name: string, isDefault?: boolean) =>
      resource(type, name, { name, ...required, is_default: isDefault });
    const tooMany = expect.objectContaining({
      severity: "error",
      summary: `Several default ${plural}`,
      detail: expect.stringMatching(/"(one|two)".*Keep is_default = true on one of them/s),
      code: expect.stringContaining("is_default"),
    });

    it(`12: is_default = true on two ${plural} is an error in the plan, new or not`, async () => {
      const account = await openAccount({}, running);
      await account.write(resource(type, "one", { name: "one", ...required, count: 2, is_default: true }));
      expect((await account.plan()).diagnostics).toEqual([tooMany]);

      await account.write(block("one", true) + block("two"));
      await account.apply();
      await account.write(block("one", true) + block("two", true));
      expect((await account.plan()).diagnostics).toEqual([tooMany]);
      // Terraform plans the configuration before it plans to destroy, unless that is told not to refresh.
      await account.apply("-destroy", "-refresh=false");
    });

    it(`12: two ${plural} that turn out to be the default while applying are an error then`, async () => {
      const account = await openAccount({}, running);
      const unknown = reference("terraform_data.later.output");
      await account.write(
        `resource "terraform_data" "later" {\n  input = true\n}\n${["one", "two"]
          .map((name) => resource(type, name, { name, ...required, is_default: unknown }))
          .join("")}`,
      );
      expect((await account.plan()).diagnostics).toEqual([]);
      expect((await account.tryApply()).diagnostics).toEqual([tooMany]);
    });

    it(`12: a replaced default among ${plural} is not taken for two`, async () => {
      const account = await openAccount({}, running);
      await account.write(block("one", true));
      await account.apply();
      const { diagnostics } = await account.apply(`-replace=rblmonitor_${type}.one`);
      expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
      expect((await account.plan()).planned).toEqual({});
    });

    it(`12: two configurations that take the flag of ${plural} from each other are warned in each plan`, async () => {
      const account = await openAccount({}, running);
      const other = await account.another();
      await account.write(block("one", true));
      await other.write(block("two", true));
      await account.apply();
      await other.apply();
      const two = account.named(type, "two").id;
      expect((await account.plan()).diagnostics).toEqual([
        expect.objectContaining({
          severity: "warning",
          summary: expect.stringMatching(/^Another .* took the default flag$/),
          detail: expect.stringContaining(two),
        }),
      ]);
      await account.apply();
      const { planned, diagnostics } = await account.plan();
      expect([planned, diagnostics]).toEqual([{}, []]);
    });
  });
}
