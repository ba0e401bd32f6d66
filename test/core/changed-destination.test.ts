import type { Emulator } from "../../src/emulator/emulator";
import { type Configuration, ref } from "./configuration";
import type { Core } from "./core";
import { closeEmulated, emulatedCore } from "./emulated";
import type { RblmonitorPlugin } from "./rblmonitor";

let service: Emulator;
let core: Core;
let plugin: RblmonitorPlugin;

beforeEach(async () => {
  ({ service, core, plugin } = await emulatedCore());
});
afterEach(closeEmulated);

const webhook = "https://hooks.example.com/services/";

/** Contacts by name, each with the groups that it is in. */
const configuration = (
  contacts: Readonly<Record<string, readonly [string, ...string[]]>>,
): Configuration => ({
  resources: {
    "rblmonitor_contact_group.web": { config: { name: "Web" } },
    "rblmonitor_contact_group.mail": { config: { name: "Mail" } },
    ...Object.fromEntries(
      Object.entries(contacts).map(([name, [secret, ...groups]]) => [
        `rblmonitor_contact.${name}`,
        {
          config: {
            ...{ contact: `${webhook}${secret}`, type: "slack" },
            contact_groups: groups.map((group) => ref(`rblmonitor_contact_group.${group}`)),
          },
        },
      ]),
    ),
  },
});
const confirmAll = () => {
  for (const { id } of service.account.objects("contact")) service.account.change(id, { confirmed: true });
};
const idOf = (name: string) => service.account.objects("contact_group").find((one) => one.name === name)?.id;

describe("A plan that changes the destination of a contact", () => {
  it("names the groups that may reach no one until it is confirmed, and no secret", async () => {
    const deputy = ["of-the-deputy", "mail"] as const;
    await core.apply(configuration({ lead: ["of-the-lead", "web", "mail"], deputy }));
    confirmAll();
    const { diagnostics, hasFailed } = await core.plan(
      configuration({ lead: ["of-another", "web", "mail"], deputy }),
    );
    expect({ diagnostics, hasFailed }).toEqual({
      hasFailed: false,
      diagnostics: [
        expect.objectContaining({
          address: "rblmonitor_contact.lead",
          severity: "warning",
          summary: "Contact may be pending again",
          detail: expect.stringContaining(`known to be active: ${idOf("Web")} "Web". To avoid that`),
        }),
      ],
    });
    expect(diagnostics[0]?.detail).not.toMatch(/of-another|of-the-lead/);
  });

  it("says that others of its groups are active", async () => {
    const deputy = ["of-the-deputy", "web"] as const;
    await core.apply(configuration({ lead: ["of-the-lead", "web"], deputy }));
    confirmAll();
    const { diagnostics } = await core.plan(configuration({ lead: ["of-another", "web"], deputy }));
    expect(diagnostics.map(({ detail }) => detail)).toEqual([
      expect.stringMatching(/after it is confirmed\. Its groups have other active contacts\.$/),
    ]);
  });

  it("says nothing of a contact that is pending already, or with version 3.0, which replaces it", async () => {
    await core.apply(configuration({ lead: ["of-the-lead", "web"] }));
    const after = configuration({ lead: ["of-another", "web"] });
    expect((await core.plan(after)).diagnostics).toEqual([]);
    confirmAll();
    plugin.env.RBLMONITOR_API_VERSION = "3.0";
    expect((await core.plan(after)).diagnostics.map(({ summary }) => summary)).toEqual([
      expect.stringContaining("forces replacement"),
    ]);
  });
});

it("a plan that changes nothing else of a contact reads no list for it", async () => {
  await core.apply(configuration({ lead: ["of-the-lead", "web"] }));
  const count = async (configuration: Configuration) => {
    const before = service.requests.length;
    await core.plan(configuration);
    return service.requests.length - before;
  };
  const unchanged = await count(configuration({ lead: ["of-the-lead", "web"] }));
  expect(await count(configuration({ lead: ["of-the-lead", "mail"] }))).toBe(unchanged);
});
