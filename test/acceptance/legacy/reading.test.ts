import type { Kind } from "../../../src/service/kinds";
import { itForEach } from "../../real-core";
import { closeAccounts, openAccount } from "../driven/account";
import { generatingImportBlock, importBlock, resource } from "../resource-block";
import { data, furnished, read } from "../seeded-account";
import { speaking } from "./every-kind";

afterEach(closeAccounts);

describe("over version 3.0", () => {
  it("data sources find and list what it knows, with SIDs that are those of version 4.0", async () => {
    const account = await furnished();
    const blocks = [
      data("host", "one", { host: "MX-2.example.com." }),
      data("hosts", "all", { name_pattern: "MX*" }),
      data("listings", "all"),
      data("monitoring_profile", "mail", { name: "Mail" }),
      data("sources", "own", { custom: true, host_pattern: "bl.*" }),
      data("contact", "sms", { contact: "+15550100" }),
      data("contact_group", "ops", { name: "Operations" }),
    ].join("");
    await account.write(blocks, speaking("4.0"));
    await account.apply();
    const types = ["host", "hosts", "listings", "monitoring_profile", "contact", "contact_group"];
    const readAll = async () =>
      Object.fromEntries(await Promise.all(types.map(async (type) => [type, await read(account, type)])));
    const current = idsIn(await readAll());
    await account.write(blocks, speaking("3.0"));
    await account.apply();
    const legacy = await readAll();
    expect(current.length).toBeGreaterThan(5);
    expect(idsIn(legacy)).toEqual(current);
    expect(legacy.host.one).toMatchObject({
      name: "MX two",
      type: "uribl",
      status: "active",
      listed: true,
      listed_count: 2,
      tags: null,
    });
    expect(legacy.listings.all).toMatchObject({ total_listed: 1 });
  });

  const named: readonly (readonly [Kind, string])[] = [
    ["host", "mx-1.example.com"],
    ["source", "own.example.net"],
    ["contact", "+15550100"],
    ["contact_group", "Operations"],
  ];
  const isHost = ([kind]: readonly [Kind, string]) => kind === "host";
  itForEach(
    "generated configuration of hosts",
    named,
    isHost,
  )("an object of the kind %s is imported by its natural key (%s)", async (kind, given) => {
    const account = await furnished();
    account.service.account.add("source", { host: "own.example.net", type: "rbl" });
    const address = `rblmonitor_${kind}.one`;
    await account.write(generatingImportBlock(address, given), speaking("3.0"));
    await account.plan("-generate-config-out=generated.tf");
    await account.write(importBlock(address, given), speaking("3.0"));
    expect((await account.apply()).planned).toEqual({ [address]: "import" });
    expect((await account.plan()).planned).toEqual({});
  });

  it("an object is imported by its SID in either letter case, as old programs have it", async () => {
    const account = await furnished();
    const { id } = account.named("contact_group", "Operations");
    const address = "rblmonitor_contact_group.one";
    const shouted = id.slice(0, 2) + id.slice(2).toUpperCase();
    const block = resource("contact_group", "one", { name: "Operations" });
    await account.write(block + importBlock(address, shouted), speaking("3.0"));
    expect((await account.apply()).planned).toEqual({ [address]: "import" });
    expect((await account.values(address)).id).toBe(id);
  });

  it("a certificate monitor is not imported, and the error says why", async () => {
    const account = await furnished();
    const { id = "" } = account.service.account.objects("certificate_monitor")[0] ?? {};
    const address = "rblmonitor_certificate_monitor.one";
    await account.write(generatingImportBlock(address, id), speaking("3.0"));
    const { diagnostics } = await account.plan("-generate-config-out=generated.tf");
    expect(diagnostics).toContainEqual(
      expect.objectContaining({
        severity: "error",
        detail: expect.stringContaining("API version 3.0 does not support certificate monitors"),
      }),
    );
  });

  it("a manual check returns the result of each source", async () => {
    const account = await openAccount({ listedOn: { "192.0.2.10": ["spam.bl.example.net"] } });
    const check = resource("manual_check", "sender", { host: "192.0.2.10", details: true });
    await account.write(check, speaking("3.0"));
    await account.apply();
    const { results, ...found } = await account.values("rblmonitor_manual_check.sender");
    expect(found).toMatchObject({ status: "completed", listed: true, listed_count: 1 });
    expect(results).toContainEqual(expect.objectContaining({ listed: true }));
    expect(account.service.requests.every(({ version }) => version === "3.0")).toBe(true);
    expect((await account.plan()).planned).toEqual({});
  });
});

/** All SIDs in a value, in order. */
function idsIn(value: unknown): string[] {
  return [...JSON.stringify(value).matchAll(/"id":"(\w+)"/g)].map((found) => String(found[1])).sort();
}
