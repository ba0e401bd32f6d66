import type { Configuration } from "../../core/configuration";
import { closeEmulated, emulatedCore } from "../../core/emulated";
import { attributesAt } from "../../core/state";

afterEach(closeEmulated);

const address = "rblmonitor_source.six";
const source = (version: string, type: string, more: Partial<Configuration> = {}): Configuration => ({
  provider: { api_version: version },
  resources: { [address]: { config: { host: "six.example.net", type } } },
  ...more,
});

describe("a source of a type that version 3.0 does not have", () => {
  it("stays as it is over 3.0, changes its hostname there, and plans nothing over either version", async () => {
    const { service, core } = await emulatedCore();
    await core.apply(source("4.0", "rbl_v6"));
    for (const version of ["3.0", "4.0", "3.0"]) {
      const { plan, diagnostics } = await core.apply(source(version, "rbl_v6"));
      expect([plan?.actions, diagnostics]).toEqual([{}, []]);
    }
    const { resources } = source("3.0", "rbl_v6");
    const renamed = { ...resources[address]?.config, host: "v6.example.net" };
    await core.apply({ ...source("3.0", "rbl_v6"), resources: { [address]: { config: renamed } } });
    const [custom] = service.account.objects("source").filter((one) => one.custom);
    expect(custom).toMatchObject({ host: "v6.example.net", type: "rbl_v6" });
    expect(attributesAt(core.state, address).type).toBe("rbl_v6");
  });

  it("is imported over 3.0 with its type, and plans nothing over either version", async () => {
    const { service, core } = await emulatedCore();
    const { id } = service.account.add("source", { host: "six.example.net", type: "rbl_v6" });
    const { plan, diagnostics } = await core.apply(source("3.0", "rbl_v6", { imports: { [address]: id } }));
    expect([plan?.actions, diagnostics]).toEqual([{}, []]);
    expect((await core.plan(source("4.0", "rbl_v6"))).actions).toEqual({});
    expect((await core.plan(source("3.0", "rbl"))).actions).toEqual({ [address]: "update" });
  });
});
