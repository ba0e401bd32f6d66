import { closeAccounts, openAccount } from "../driven/account";
import { resource } from "../resource-block";

afterEach(closeAccounts);

const group = resource("contact_group", "one", { name: "One" });

describe("the version", () => {
  it("can be set in the environment", async () => {
    const account = await openAccount({}, { environment: { RBLMONITOR_API_VERSION: "3.0" } });
    await account.write(group);
    await account.apply();
    expect(new Set(account.service.requests.map(({ version }) => version))).toEqual(new Set(["3.0"]));
  });

  it("in the configuration overrides the one in the environment", async () => {
    const account = await openAccount({}, { environment: { RBLMONITOR_API_VERSION: "3.0" } });
    await account.write(group, '  api_version = "4.0"');
    await account.apply();
    expect(new Set(account.service.requests.map(({ version }) => version))).toEqual(new Set(["4.0"]));
  });

  it("must be a known version", async () => {
    const account = await openAccount({}, { environment: { RBLMONITOR_API_VERSION: "3" } });
    await account.write(group);
    expect((await account.plan()).diagnostics).toEqual([
      expect.objectContaining({
        summary: "Invalid api_version",
        detail: 'The environment variable RBLMONITOR_API_VERSION is "3". Set it to one of: 4.0, 3.0.',
      }),
    ]);
  });

  it("requires its own root URL, and the error names the setting", async () => {
    const account = await openAccount({}, { environment: { RBLMONITOR_LEGACY_BASE_URL: undefined } });
    await account.write(group, '  api_version = "3.0"');
    expect((await account.plan()).diagnostics).toEqual([
      expect.objectContaining({
        summary: "Missing legacy_base_url",
        detail:
          "The provider uses API version 3.0. Set legacy_base_url in the provider's configuration, or the environment variable RBLMONITOR_LEGACY_BASE_URL.",
      }),
    ]);
  });

  it.each([
    ["4.0", "base_url", "https://api.example.com/3.0", "legacy_base_url"],
    ["3.0", "legacy_base_url", "https://api.example.com/4.0/", "base_url"],
  ])("%s refuses the address of the other one as %s", async (version, attribute, address, other) => {
    const account = await openAccount();
    const line = `${attribute}    = "${address}"`;
    await account.write(group, `  api_version = "${version}"\n  ${line}`);
    expect((await account.plan()).diagnostics).toEqual([
      expect.objectContaining({
        summary: `API version mismatch in ${attribute}`,
        detail: expect.stringContaining(`Set ${other} instead`),
        code: line,
      }),
    ]);
  });
});
