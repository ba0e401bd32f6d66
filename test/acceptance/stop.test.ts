import { closeAccounts, openAccount } from "./account";
import { isCallOn } from "./api-version";
import { reference, resource } from "./resource-block";
import { instances } from "./state-file";

describe("Ctrl-C in the middle of an apply of 30 hosts", () => {
  afterEach(closeAccounts);

  it("leaves every host that was created in state, and the next apply finishes", async () => {
    const account = await openAccount({
      latency: (request) => (isCallOn(request, "create", "host") ? 150 : 0),
    });
    const { service } = account;
    await account.write(
      resource("contact_group", "ops", { name: "Operations" }) +
        resource("host", "mail", {
          count: reference("30"),
          host: reference(`"mail-\${count.index}.example.com"`),
          name: reference(`"mail \${count.index}"`),
          profile: service.account.objects("monitoring_profile")[0]?.id,
          contact_groups: [reference("rblmonitor_contact_group.ops.id")],
        }),
    );
    let interrupted = false;
    const { start } = await account.startingPlugins();
    const apply = start(["apply", "-auto-approve", "-parallelism=5"], (output) => {
      if (interrupted || !/mail\[\d+\]: Creation complete/.test(output)) return;
      interrupted = true;
      apply.interrupt();
    });
    const { code, stdout, stderr } = await apply.finished;
    expect(stdout + stderr).toContain("Interrupt received");
    expect(stdout + stderr).not.toMatch(
      /plugin (crashed|did not respond)|Plugin did not respond|panic|connection/i,
    );
    expect(code).toBe(1);

    const created = service.account.objects("host").map(({ id }) => id);
    expect(created.length).toBeGreaterThan(0);
    expect(created.length).toBeLessThan(30);
    const stored = [...(await instances(account.workspace.folder))].filter(([address]) =>
      address.startsWith("rblmonitor_host."),
    );
    expect(stored.map(([, { attributes }]) => attributes.id).sort()).toEqual([...created].sort());
    expect(stored.filter(([, { status }]) => status === "tainted")).toEqual([]);

    service.configure({ latency: 0 });
    expect(Object.keys((await account.apply()).applied)).toHaveLength(30 - created.length);
    expect(service.account.objects("host")).toHaveLength(30);
    expect((await account.plan()).planned).toEqual({});
  });
});
