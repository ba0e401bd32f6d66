import type * as cdktf from "cdktf";
import { Construct, type Node } from "constructs";
import { libraries, sid, synthesised } from "./libraries";

describe.each(libraries)("former names for %s", (_, library) => {
  const { Contact, ContactGroup, Contacts, Host, HostFleet, monitorAddresses, movedFrom } =
    library.constructs;
  const { NotificationGroup, TlsEndpoints } = library.constructs;
  const { DataResource, TerraformElement, TerraformStack, Testing } = library.sdk;
  const shared = { profile: sid("RP"), contactGroups: [sid("CG")] };
  const email = Contacts.email;

  /** Where the moves of a stack lead in the end, without the hashes in names. */
  function movesOf(declare: (stack: cdktf.TerraformStack) => void): string[] {
    const { moved = [] } = synthesised(library, declare) as { moved?: { from: string; to: string }[] };
    const next = new Map(moved.map(({ from, to }) => [from, to]));
    const end = (address: string): string => {
      const to = next.get(address);
      return to === undefined ? address : end(to);
    };
    return moved.map(({ from }) => `${from} → ${end(from)}`.replace(/_[0-9A-F]{8}\b/g, "")).sort();
  }

  const group =
    (contacts: unknown, more: object = {}) =>
    (stack: cdktf.TerraformStack) => {
      new NotificationGroup(stack, "ops", { name: "Operators", contacts: contacts as never, ...more });
    };

  it.each([
    ["paths", ({ path, scopes }: Node) => path.slice(`${scopes[1]?.node.path}/`.length)],
    [
      "scopes below the application",
      ({ scopes }: Node) =>
        scopes
          .slice(2)
          .map(({ node }) => node.id)
          .join("/"),
    ],
    [
      "scopes below the stack",
      ({ scopes }: Node) =>
        scopes
          .slice(scopes.findIndex(TerraformStack.isStack) + 1)
          .map(({ node }) => node.id)
          .join("/"),
    ],
    ["ids", ({ id }: Node) => id],
  ])("follow the naming of a stack by %s", (_by, nameOf) => {
    class Named extends TerraformStack {
      protected override allocateLogicalId(element: cdktf.TerraformElement | Node): string {
        return nameOf(TerraformElement.isTerraformElement(element) ? element.node : element).replace(
          /\W+/g,
          "_",
        );
      }
    }
    const stack = new Named(Testing.app(), "named");
    const team = new Construct(stack, "team");
    new Host(team, "mx", { ...shared, host: "192.0.2.1", name: "mx", formerly: "mail/mx1" });
    const before = new Named(Testing.app(), "named");
    new Host(new Construct(before, "mail"), "mx1", { ...shared, host: "192.0.2.1", name: "mx" });
    const [[from], [to]] = [before, stack].map((each) =>
      Object.keys(JSON.parse(Testing.synth(each)).resource.rblmonitor_host),
    ) as [string[], string[]];
    expect(JSON.parse(Testing.synth(stack)).moved).toEqual([
      { from: `rblmonitor_host.${from}`, to: `rblmonitor_host.${to}` },
    ]);
  });

  it("write nothing for a stack without any", () => {
    expect(movesOf(group([email("a@example.com")]))).toEqual([]);
  });

  it("of a construct move every resource in it, also of other providers", () => {
    const moves = movesOf((stack) => {
      const team = movedFrom(new Construct(stack, "team"), "former/place");
      new DataResource(team, "server");
      new HostFleet(new Construct(team, "inner"), "mail", { ...shared, hosts: { mx: "192.0.2.1" } });
    });
    expect(moves).toEqual([
      "rblmonitor_host.former_place_inner_mail_mx → rblmonitor_host.team_inner_mail_mx",
      "terraform_data.former_place_server → terraform_data.team_server",
    ]);
  });

  it("are an argument of every resource", () => {
    expect(
      movesOf((stack) => {
        new Host(stack, "mx", { ...shared, host: "192.0.2.1", name: "mx", formerly: "mail/mx1" });
        new ContactGroup(stack, "ops", { name: "Operators", formerly: "operators" });
      }),
    ).toEqual([
      "rblmonitor_contact_group.operators → rblmonitor_contact_group.ops",
      "rblmonitor_host.mail_mx1 → rblmonitor_host.mx",
    ]);
  });

  it("of an entry are below those of its fleet, and in any spelling", () => {
    const moves = movesOf((stack) => {
      const entry = { host: "192.0.2.1", formerly: "MX.Example.com" };
      const net = { host: "198.51.100.8/29", formerly: "/nets/198.51.100.8/29" };
      new HostFleet(stack, "mail", { ...shared, hosts: { first: entry, net }, formerly: "team/senders" });
      const endpoint = { hostname: "www.example.com", formerly: "WWW.example.com:443 https" };
      new TlsEndpoints(stack, "web", { ...shared, endpoints: { shop: endpoint }, formerly: "tls" });
    });
    expect(moves).toEqual(
      expect.arrayContaining([
        "rblmonitor_certificate_monitor.tls_wwwexamplecom-https → rblmonitor_certificate_monitor.web_wwwexamplecom-https",
        "rblmonitor_host.nets_198511008--29 → rblmonitor_host.mail_net",
        "rblmonitor_host.mail_mxexamplecom → rblmonitor_host.mail_first",
      ]),
    );
  });

  it("of a group are those of its contacts, below it in a list and next to it in a map", () => {
    const moved = { formerly: "team/operators" };
    expect(movesOf(group([email("a@example.com")], moved))).toEqual([
      "rblmonitor_contact.team_operators_email-aexamplecom → rblmonitor_contact.ops_email-aexamplecom",
      "rblmonitor_contact_group.team_operators → rblmonitor_contact_group.ops",
    ]);
    expect(movesOf(group({ lead: email("a@example.com") }, moved))).toContain(
      "rblmonitor_contact.team_lead → rblmonitor_contact.lead",
    );
  });

  it("of a contact are its key, its id, or its destination", () => {
    const former = (formerly: string) => movesOf(group([email("b@example.com", { formerly })])).join("\n");
    expect(former("lead")).toContain("rblmonitor_contact.ops_lead → ");
    expect(former("lead")).toContain("rblmonitor_contact.lead → ");
    expect(former("/lead")).toContain("rblmonitor_contact.lead → ");
    expect(former("a@example.com")).toContain("rblmonitor_contact.ops_email-aexamplecom → ");
    expect(former("/team/night/a@example.com")).toContain(
      "rblmonitor_contact.team_night_email-aexamplecom → ",
    );
  });

  it.each(["", "/night/"])("never show a destination that may be secret: %s", (path) => {
    const formerly = `${path}https://hooks.example.com/T0/s3cret`;
    const moves = movesOf(group([Contacts.slack("https://hooks.example.com/T1/other", { formerly })])).join();
    expect(moves).not.toMatch(/s3cret/);
    expect(moves).toMatch(
      /^rblmonitor_contact\.(ops|night)_slack-[0-9a-f]{8} → rblmonitor_contact\.ops_slack-[0-9a-f]{8}$/,
    );
  });

  it("do not take the name of another contact that has no stated one", () => {
    const contacts = [email("a@example.com", { id: "x" }), email("a@example.com", { id: "y", paused: true })];
    expect(movesOf(group(contacts)).filter((move) => move.includes("email-"))).toEqual([
      "rblmonitor_contact.ops_email-aexamplecom → rblmonitor_contact.ops_x",
    ]);
  });

  it("are followed by the hosts of monitored addresses", () => {
    const types = { terraform_data: { hosts: ["output.address"] } };
    const moves = movesOf((stack) => {
      const team = movedFrom(new Construct(stack, "team"), "/");
      new DataResource(team, "web", { input: { address: "192.0.2.1" } });
      monitorAddresses(stack, { ...shared, types });
    });
    expect(moves).toContainEqual(
      expect.stringMatching(
        /monitored_terraform_data_web_output_address_\S+ → .*monitored_terraform_data_team_web/,
      ),
    );
  });

  it("are an error while another construct has the name", () => {
    const twice = () =>
      movesOf((stack) => {
        new HostFleet(stack, "mail", {
          ...shared,
          hosts: { mx1: "192.0.2.1", mx2: { host: "192.0.2.2", formerly: "mx1" } },
        });
      });
    expect(twice).toThrow(
      "stack/mail/mx2: its former name mail/mx1 belongs to another construct of the stack. Apply the stack without that one first, or correct the name",
    );
  });

  it("of a key are an error that another construct has", () => {
    const { resource } = synthesised(library, group({ lead: email("a@example.com") }));
    expect(Object.keys(resource.rblmonitor_contact ?? {})).toEqual(["lead"]);
    expect(() =>
      movesOf((stack) => {
        new Contact(stack, "lead", { ...shared, type: "email", contact: "b@example.com" });
        group({ lead: email("a@example.com") })(stack);
      }),
    ).toThrow("There is already a Construct with name 'lead' in TerraformStack [stack]");
  });
});
