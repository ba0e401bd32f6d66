import { configurationOf } from "../../../../src/cli/plan/configured";
import { planJson } from "../../../../src/cli/plan/read-plan";

const host = (expressions: object) => ({ mode: "managed", type: "rblmonitor_host", name: "mx", expressions });

const plan = planJson.parse({
  format_version: "1.2",
  configuration: {
    root_module: {
      resources: [host({ name: { constant_value: "secret" }, tags: { constant_value: null } })],
      module_calls: {
        mail: {
          module: {
            resources: [
              host({
                profile: {
                  references: [
                    "rblmonitor_monitoring_profile.own[0].id",
                    "rblmonitor_monitoring_profile.own[0]",
                  ],
                },
                contact_groups: { references: ["var.groups"] },
              }),
            ],
          },
        },
      },
    },
  },
});

describe("the configuration of a plan", () => {
  const of = configurationOf(plan);
  const inModule = of('module.mail["a.b[0]\\"]"].rblmonitor_host.mx["x"]');

  it("says what an attribute is given, and never the value", () => {
    const root = of("rblmonitor_host.mx[3]");
    expect(["name", "tags", "host"].map(root.configured)).toEqual(["value", "nothing", "nothing"]);
    expect(inModule.configured("profile")).toBe("expression");
    expect(of("rblmonitor_host.unknown").configured("name")).toBe("unreported");
    expect(JSON.stringify(Object.values(root))).not.toContain("secret");
  });

  it("follows references within a module, whatever the keys", () => {
    expect(inModule.references("profile")).toEqual([
      'module.mail["a.b[0]\\"]"].rblmonitor_monitoring_profile.own[0]',
    ]);
    expect(inModule.references("contact_groups")).toEqual([]);
    expect(inModule.references("tags")).toEqual([]);
  });
});
