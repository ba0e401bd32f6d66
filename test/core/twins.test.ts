import { type Emulator, startEmulator } from "../../src/emulator/emulator";
import type { Configuration } from "./configuration";
import { Core } from "./core";
import { isError } from "./plugin";
import { RblmonitorPlugin } from "./rblmonitor";
import { attributesAt } from "./state";

let service: Emulator;
let plugin: RblmonitorPlugin;
let core: Core;

beforeEach(async () => {
  service = await startEmulator({ limits: "off" });
  plugin = new RblmonitorPlugin(service);
  core = new Core({ start: plugin.start });
});
afterEach(async () => {
  await plugin.close();
  await service.close();
});

/** Groups of one name, each at an address of its own. */
const groups = (addresses: string, provider: Configuration["provider"] = {}, name = "Operations"): Configuration => ({
  provider,
  resources: Object.fromEntries(
    [...addresses].map((one) => [`rblmonitor_contact_group.${one}`, { config: { name } }]),
  ),
});
const ids = (addresses: string) =>
  [...addresses].map((one) => attributesAt(core.state, `rblmonitor_contact_group.${one}`).id);
const named = () =>
  service.account.objects("contact_group").filter(({ name }) => name === "Operations");

describe("with adopt_identical", () => {
  const adopting = { adopt_identical: true };

  it.each(["setting", "variable"])("an object is adopted by one of two identical resources, the other creates (%s)", async (by) => {
    const { id } = service.account.add("contact_group", { name: "Operations" });
    if (by === "variable") plugin.env.RBLMONITOR_ADOPT_IDENTICAL = "true";
    const { hasFailed, diagnostics } = await core.apply(groups("ab", by === "setting" ? adopting : {}));
    expect({ hasFailed, summaries: diagnostics.map(({ summary }) => summary) }).toEqual({
      hasFailed: false,
      summaries: ["Adopted instead of created"],
    });
    expect(new Set(ids("ab")).size).toBe(2);
    expect(ids("ab")).toContain(id);
    expect(named()).toHaveLength(2);
  });

  it.each(["ab", "ba"])("a new twin of a managed object is refused in the plan, whichever is planned first (%s)", async (order) => {
    await core.apply(groups("a", adopting));
    const both = groups(order, adopting);
    const { diagnostics, hasFailed } = await new Core({ start: plugin.start, parallelism: 1 }).apply(both);
    expect(hasFailed).toBe(true);
    expect(diagnostics).toHaveLength(1);
  });
});
