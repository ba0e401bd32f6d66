import { closeAccounts, openAccount } from "../account";
import { isCallOn } from "../api-version";
import { resource } from "../resource-block";

afterEach(closeAccounts);

const host = (attributes: Readonly<Record<string, unknown>>) =>
  resource("host", "mail", attributes).replace(
    /\}\s*$/,
    "lifecycle {\n create_before_destroy = true\n}\n}\n",
  );

describe("create_before_destroy on a host that keeps its address", () => {
  it("is reported in the plan of a tainted host, and the error names the old host and imports nothing", async () => {
    const account = await openAccount();
    const { service, workspace } = account;
    const mail = (address: string) =>
      host({
        ...{ host: address, name: "Mail" },
        profile: service.account.objects("monitoring_profile")[0]?.id,
        contact_groups: [service.account.objects("contact_group")[0]?.id],
      });
    await account.write(mail("mail.example.com"));
    await account.apply();
    const { id } = account.named("host", "Mail");
    await workspace.succeed("taint", "rblmonitor_host.mail");
    const { diagnostics } = await account.plan();
    expect(diagnostics).toEqual([
      expect.objectContaining({
        severity: "warning",
        summary: "Host already exists",
        detail: expect.stringMatching(new RegExp(`${id}.*create_before_destroy.*terraform untaint`, "s")),
      }),
    ]);
    const sent = service.requests.length;
    const applied = await account.tryApply();
    expect(applied.diagnostics.filter(({ severity }) => severity === "error")).toEqual([
      expect.objectContaining({
        summary: "Host already exists",
        detail: expect.stringMatching(
          new RegExp(`${id}.*terraform state list -id=${id}.*do not import it.*create_before_destroy`, "s"),
        ),
      }),
    ]);
    expect(service.requests.slice(sent).some((request) => isCallOn(request, "create", "host"))).toBe(false);
    await workspace.succeed("untaint", "rblmonitor_host.mail");
    expect((await account.plan()).planned).toEqual({});
    expect(account.named("host", "Mail").id).toBe(id);

    // A forced replacement by another address goes on as before.
    await account.write(mail("other.example.com"));
    expect((await account.apply()).diagnostics).toEqual([]);
    expect(service.account.objects("host")).toHaveLength(1);
  });
});
