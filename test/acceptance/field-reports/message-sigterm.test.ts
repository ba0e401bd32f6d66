import { closeAccounts, openAccount } from "../account";
import { isCallOn } from "../api-version";
import { reference, resource } from "../resource-block";
import { instances } from "../state-file";

afterEach(closeAccounts);

describe("SIGTERM to the process group in the middle of an apply of 20 hosts", () => {
  it("reports no plugin that did not respond, saves every host, and the next apply completes the rest", async () => {
    const account = await openAccount({
      latency: (request) => (isCallOn(request, "create", "host") ? 100 : 0),
    });
    const { service, workspace } = account;
    await account.write(
      resource("contact_group", "ops", { name: "Operations" }) +
        resource("host", "mail", {
          count: reference("20"),
          host: reference(`"mail-\${count.index}.example.com"`),
          name: reference(`"mail \${count.index}"`),
          profile: service.account.objects("monitoring_profile")[0]?.id,
          contact_groups: [reference("rblmonitor_contact_group.ops.id")],
        }),
    );
    // One after the other: there is a moment after each answer in which Terraform has not asked for anything yet.
    let started = 0;
    const { start } = await account.startingPlugins();
    const apply = start(["apply", "-auto-approve", "-parallelism=1"], (output) => {
      const before = started;
      started += output.match(/mail\[\d+\]: Creating/g)?.length ?? 0;
      if (before < 2 && started >= 2) process.kill(-(apply.child.pid ?? Number.NaN), "SIGTERM");
    });
    const { code, stdout, stderr } = await apply.finished;
    expect(stdout + stderr).toContain("Interrupt received");
    expect(stdout + stderr).not.toMatch(
      /plugin (crashed|did not respond)|panic|request cancelled|connection|unavailable/i,
    );
    expect(code).toBe(1);

    const created = service.account.objects("host").map(({ id }) => id);
    expect(created.length).toBeLessThan(20);
    const stored = [...(await instances(workspace.folder))].filter(([address]) =>
      address.startsWith("rblmonitor_host."),
    );
    expect(stored.map(([, { attributes }]) => attributes.id).sort()).toEqual([...created].sort());
    expect(stored.filter(([, { status }]) => status === "tainted")).toEqual([]);

    service.configure({ latency: 0 });
    expect(Object.keys((await account.apply()).applied)).toHaveLength(20 - created.length);
    expect((await account.plan()).planned).toEqual({});
  });
});
