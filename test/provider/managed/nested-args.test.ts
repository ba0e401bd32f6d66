import type { OpenPointSettings } from "../../../src/emulator/settings";
import type { Configuration } from "../../core/configuration";
import { closeEmulated, emulatedCore } from "../../core/emulated";

afterEach(closeEmulated);

const address = "rblmonitor_contact.one";
const args = { port: 25, verify: true, headers: { "x-team": "mail" }, recipients: ["a", 1], none: null };

describe.each<Partial<OpenPointSettings>>([
  { argsReturned: "whole" },
  { argsReturned: "masked" },
  { argsReturned: "absent" },
])("a contact whose args hold more than texts, where they are returned as %j", (settings) => {
  it.each([undefined, { port: "25" }])(
    "is imported, read, changed and paused without an error or another plan, with args %j",
    async (declared) => {
      const { service, core } = await emulatedCore(settings);
      const [group] = service.account.objects("contact_group");
      const contact_groups = [group?.id ?? ""];
      const { id } = service.account.add("contact", {
        ...{ contact: "https://hooks.example.com/in", type: "endpoint", contact_group: contact_groups, args },
      });
      const configuration = (more: object): Configuration => ({
        resources: {
          [address]: {
            config: {
              ...{ contact: "https://hooks.example.com/in", type: "endpoint", contact_groups },
              ...(declared && { args: declared }),
              ...more,
            },
          },
        },
        imports: { [address]: id },
      });
      for (const more of [{}, { contact: "https://hooks.example.com/out" }, { paused: true }]) {
        expect((await core.apply(configuration({ schedule: "while_listed", ...more }))).hasFailed).toBe(
          false,
        );
        const { actions, diagnostics } = await core.plan(
          configuration({ schedule: "while_listed", ...more }),
        );
        expect([actions, diagnostics.filter(({ severity }) => severity === "error")]).toEqual([{}, []]);
      }
      expect(service.account.objects("contact")).toMatchObject([{ id, args, paused: true }]);
    },
  );
});
