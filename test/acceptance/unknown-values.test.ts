import { openAccount as openReal } from "./account";
import { byApiVersion, lackOf } from "./api-version";
import { closeAccounts, openAccount } from "./driven/account";
import { reference, resource } from "./resource-block";

afterEach(closeAccounts);

const later = (name: string, input: string) =>
  `resource "terraform_data" "${name}" {\n  input = ${input}\n}\n`;

describe("a provider whose configuration is not known when it plans", () => {
  it("plans and applies new objects", async () => {
    const account = await openReal({}, { environment: { RBLMONITOR_AUTH_TOKEN: undefined } });
    const { authToken } = account.service;
    await account.write(
      later("token", JSON.stringify(authToken)) + resource("contact_group", "ops", { name: "Operations" }),
      "auth_token = terraform_data.token.output",
    );
    const { planned, diagnostics } = await account.apply();
    expect(planned).toMatchObject({ "rblmonitor_contact_group.ops": "create" });
    expect(diagnostics).toEqual([]);
    expect(account.named("contact_group", "Operations")).toBeDefined();
    expect((await account.plan()).planned).toEqual({});
  });

  it("shows the state, reports that it was not read, and reads it when the configuration is known again", async () => {
    const account = await openReal({}, { environment: { RBLMONITOR_AUTH_TOKEN: undefined } });
    const { authToken } = account.service;
    const group = resource("contact_group", "ops", { name: "Operations" });
    await account.write(group, `auth_token = "${authToken}"`);
    await account.apply();
    await account.write(
      later("token", JSON.stringify(authToken)) + group,
      "auth_token = terraform_data.token.output",
    );
    const { planned, diagnostics } = await account.apply();
    expect(planned).toEqual({ "terraform_data.token": "create" });
    expect(diagnostics).toEqual([
      expect.objectContaining({ severity: "warning", summary: "Refresh skipped" }),
    ]);
    expect((await account.plan()).diagnostics).toEqual([]);
  });
});

describe("values that are not known when they are planned", () => {
  it("are known after the apply, in every attribute and as parts of texts", async () => {
    const account = await openReal();
    const [source] = account.service.account.objects("source").map(({ id }) => id);
    const { id: profile } = account.service.account.add("monitoring_profile", { name: "Elsewhere" });
    const { id: group } = account.service.account.add("contact_group", { name: "Elsewhere" });
    await account.write(
      [
        later("text", '"text"'),
        later("address", '"192.0.2.1/30"'),
        later("profile", JSON.stringify(profile)),
        later("group", JSON.stringify(group)),
        later("source", JSON.stringify(source)),
        later("frequency", '"weekly"'),
        later("flag", "true"),
        resource("contact_group", "ops", {
          name: reference(`"x-\${terraform_data.text.id}"`),
          is_default: reference("terraform_data.flag.output"),
        }),
        resource("monitoring_profile", "mail", {
          name: reference(`"\${terraform_data.text.output} of \${rblmonitor_contact_group.ops.id}"`),
          frequency: reference("terraform_data.frequency.output"),
          entries: reference("[terraform_data.source.output]"),
        }),
        resource("host", "net", {
          host: reference("terraform_data.address.output"),
          name: reference(`"net \${terraform_data.text.output}"`),
          profile: reference("terraform_data.profile.output"),
          contact_groups: reference(
            // Version 3.0 takes one for a new host.
            byApiVersion({
              "4.0": "[terraform_data.group.output, rblmonitor_contact_group.ops.id]",
              "3.0": "[terraform_data.group.output]",
            }),
          ),
          tags: reference(`["plain", "tag-\${terraform_data.text.output}"]`),
          paused: reference("terraform_data.flag.output"),
        }),
      ].join(""),
    );
    await account.apply();
    const net = await account.values("rblmonitor_host.net");
    expect(net).toMatchObject({
      ...{ host: "192.0.2.1/30", name: "net text" },
      tags: byApiVersion<unknown>({ "4.0": ["plain", "tag-text"], "3.0": null }),
    });
    expect(account.service.account.objects("host")).toHaveLength(4);
    for (const host of account.service.account.objects("host")) expect(host.paused).toBe(true);
    expect((await account.plan()).planned).toEqual({});
  });

  it("of a host that is there are planned as an update, and as a replacement where they name the host", async () => {
    const account = await openReal();
    const common = {
      profile: account.service.account.objects("monitoring_profile")[0]?.id,
      contact_groups: [account.service.account.objects("contact_group")[0]?.id],
    };
    const write = (input: string, name: unknown, host: unknown) =>
      account.write(
        later("text", input) +
          resource("host", "named", { host: "192.0.2.1", name, ...common }) +
          resource("host", "moved", { host, name: "moved", ...common }),
      );
    await write('"a"', "named", "192.0.2.2");
    await account.apply();
    await write(
      '"192.0.2.3"',
      reference("terraform_data.text.output"),
      reference("terraform_data.text.output"),
    );
    const { planned } = await account.apply();
    expect(planned).toEqual({
      "rblmonitor_host.moved": "replace",
      "rblmonitor_host.named": "update",
      "terraform_data.text": "update",
    });
    expect((await account.plan()).planned).toEqual({});
  });
});

describe("a state that another version wrote", () => {
  const net = "rblmonitor_host.net";
  const openNet = async () => {
    const account = await openAccount();
    const [group] = account.service.account.objects("contact_group").map(({ id }) => id);
    const [profile] = account.service.account.objects("monitoring_profile").map(({ id }) => id);
    await account.write(
      resource("host", "net", {
        host: "mail.example.com",
        name: "Net",
        profile,
        contact_groups: [group],
        tags: ["a"],
        paused: false,
      }) + resource("monitoring_profile", "mail", { name: "Mail", frequency: "weekly" }),
    );
    await account.apply();
    return account;
  };

  it.each(["paused", "members", "tags", "name"])(
    "from before %s existed plans no change",
    async (missing) => {
      const account = await openNet();
      await account.rewrite(net, ({ [missing]: _, ...rest }) => rest);
      expect((await account.plan()).planned).toEqual({});
    },
  );

  it.each([
    "is_default",
    "sync_method",
    ...(lackOf("reported frequency") === undefined ? ["frequency"] : []),
  ])("of a profile from before %s existed plans no change", async (missing) => {
    const account = await openNet();
    await account.rewrite("rblmonitor_monitoring_profile.mail", ({ [missing]: _, ...rest }) => rest);
    expect((await account.plan()).planned).toEqual({});
  });

  it("from before members existed can be destroyed", async () => {
    const account = await openNet();
    await account.rewrite(net, ({ members: _, paused: __, ...rest }) => rest);
    await account.destroy();
    expect(account.service.account.objects("host")).toEqual([]);
  });

  it("with a removed attribute loses it, and plans no change", async () => {
    const account = await openNet();
    await account.rewrite(net, (attributes) => ({ ...attributes, colour: "green" }));
    expect((await account.plan()).planned).toEqual({});
    await account.apply("-refresh-only");
    expect(await account.values(net)).not.toHaveProperty("colour");
  });
});
