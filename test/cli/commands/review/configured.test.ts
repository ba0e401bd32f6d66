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

  const refer = (...references: string[]) => ({ references });
  const groups = (expression: object) => host({ contact_groups: expression });
  const nested = configurationOf(
    planJson.parse({
      format_version: "1.2",
      configuration: {
        root_module: {
          resources: [
            { ...groups(refer('module.teams["web"].group', "module.teams", "local.more")), name: "a" },
          ],
          module_calls: {
            teams: {
              module: { outputs: { group: { expression: refer("rblmonitor_contact_group.all.id") } } },
            },
            customer: {
              for_each_expression: refer("rblmonitor_contact_group.each"),
              expressions: {
                groups: refer("each.value.id", "each.value"),
                loop: refer("module.customer.loop"),
              },
              module: {
                outputs: { loop: { expression: refer("var.loop") } },
                resources: [{ ...groups(refer("var.loop")), name: "loop" }],
                module_calls: {
                  mail: {
                    expressions: { groups: refer("var.groups", "rblmonitor_contact_group.own") },
                    module: { resources: [groups(refer("var.groups[0]", "var.groups"))] },
                  },
                },
              },
            },
          },
        },
      },
    }),
  );

  it("follows references through the variables of modules to what the caller passes", () => {
    expect(
      nested('module.customer["a"].module.mail.rblmonitor_host.mx').references("contact_groups"),
    ).toEqual(["rblmonitor_contact_group.each", 'module.customer["a"].rblmonitor_contact_group.own']);
  });

  it("follows references through the outputs of modules", () => {
    expect(nested("rblmonitor_host.a").references("contact_groups")).toEqual([
      'module.teams["web"].rblmonitor_contact_group.all',
    ]);
  });

  it("ends for references in a circle, which no Terraform writes", () => {
    expect(nested("module.customer.rblmonitor_host.loop").references("contact_groups")).toEqual([]);
  });
});
