import { closeAccounts, openAccount } from "../driven/account";
import { reference, resource } from "../resource-block";

afterEach(closeAccounts);

const errors = (diagnostics: readonly { readonly severity: string }[]) =>
  diagnostics.filter(({ severity }) => severity === "error");

describe.each([409, 422] as const)("a deletion that the service refuses with %d", (inUseStatus) => {
  it("of a contact group in use, in a replacement, says to add create_before_destroy, and then it succeeds", async () => {
    const account = await openAccount({ inUseStatus });
    const write = (lifecycle = "", provider = "") =>
      account.write(
        resource("contact_group", "ops", { name: "Ops" }).replace("}\n", `${lifecycle}}\n`) +
          resource("host", "mx", {
            ...{ host: "192.0.2.1", name: "Mail" },
            profile: account.service.account.objects("monitoring_profile")[0]?.id,
            contact_groups: [reference("rblmonitor_contact_group.ops.id")],
          }),
        provider,
      );
    await write();
    await account.apply();
    const replace = "-replace=rblmonitor_contact_group.ops";
    const { id } = account.named("host", "Mail");
    const failed = errors((await account.tryApply(replace)).diagnostics);
    expect(failed).toEqual([
      expect.objectContaining({
        summary: "Contact group not deleted",
        detail: expect.stringMatching(
          new RegExp(
            `still use it: host ${id} "Mail".*lifecycle \\{\\s+create_before_destroy = true.*RBLMONITOR_ALLOW_DUPLICATES=true`,
            "s",
          ),
        ),
      }),
    ]);
    expect(JSON.stringify(failed)).not.toMatch(/Put its resource back|moved \{/);
    await write("  lifecycle {\n    create_before_destroy = true\n  }\n", "  allow_duplicates = true");
    await account.apply(replace);
    expect((await account.plan()).planned).toEqual({});
  });

  it("of the last monitoring profile says nothing of values, and how to forget it", async () => {
    const account = await openAccount({ inUseStatus });
    const [builtIn] = account.service.account.objects("monitoring_profile");
    await account.write(resource("monitoring_profile", "one", { name: "One", frequency: "1_hour" }));
    await account.apply();
    account.service.account.remove(builtIn?.id ?? "");
    const found = errors((await account.tryApply("-destroy")).diagnostics);
    expect(found).toEqual([
      expect.objectContaining({
        summary: "Monitoring profile not deleted",
        detail: expect.stringMatching(/cannot be deleted.*terraform state rm/s),
      }),
    ]);
    expect(JSON.stringify(found)).not.toContain("Correct the value");
  });
});

it("is_default = false says what moves the flag, or nothing if another resource takes it", async () => {
  const account = await openAccount();
  const group = (name: string, isDefault?: boolean) =>
    resource("contact_group", name, { name, is_default: isDefault });
  await account.write(group("one", true));
  await account.apply();
  await account.write(group("one", false) + group("two", true));
  const { diagnostics } = await account.apply();
  // Terraform plans the two in any order: the first may be planned while the second is not known yet.
  for (const { detail } of diagnostics)
    expect(detail).toContain("If this plan sets is_default = true on another one, nothing else is needed");
  expect((await account.plan()).diagnostics).toEqual([]);
});
