import { configurationOf } from "../../../../src/cli/plan/configured";
import { planJson } from "../../../../src/cli/plan/read-plan";
import { reviewOf } from "./reviewed";

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

it("notes a new host whose profile and groups no expression shows", async () => {
  const of = (...references: string[]) => ({ references });
  const block = host({ profile: of("local.profile"), contact_groups: of("local.groups") });
  const { notes } = await reviewOf({
    format_version: "1.2",
    resource_changes: [
      {
        address: "rblmonitor_host.mx",
        mode: "managed",
        type: "rblmonitor_host",
        change: {
          actions: ["create"],
          before: null,
          after: { host: "192.0.2.1", name: "mx" },
          after_unknown: { id: true, profile: true, contact_groups: true },
        },
      },
    ],
    configuration: { root_module: { resources: [block] } },
  });
  expect(notes).toContain(
    "The plan does not show all profiles and groups of 1 host, so their checks or alerts are not known: rblmonitor_host.mx.",
  );
});
