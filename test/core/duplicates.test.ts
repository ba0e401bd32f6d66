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
  // One at a time, in the order of the configuration.
  core = new Core({ start: plugin.start, parallelism: 1 });
});
afterEach(async () => {
  await plugin.close();
  await service.close();
});

/** Groups of one name, each at an address of its own. */
const groups = (
  addresses: string,
  provider: Configuration["provider"] = {},
  name = "Operations",
): Configuration => ({
  provider,
  resources: Object.fromEntries(
    [...addresses].map((one) => [`rblmonitor_contact_group.${one}`, { config: { name } }]),
  ),
});
const ids = (addresses: string) =>
  [...addresses].map((one) => attributesAt(core.state, `rblmonitor_contact_group.${one}`).id);
const named = () => service.account.objects("contact_group").filter(({ name }) => name === "Operations");

describe("with adopt_identical", () => {
  const adopting = { adopt_identical: true };

  it.each(["setting", "variable"])(
    "an object is adopted by one of two identical resources, the other creates (%s)",
    async (by) => {
      const { id } = service.account.add("contact_group", { name: "Operations" });
      if (by === "variable") plugin.env.RBLMONITOR_ADOPT_IDENTICAL = "true";
      const { hasFailed, diagnostics } = await core.apply(groups("ab", by === "setting" ? adopting : {}));
      expect({ hasFailed, summaries: diagnostics.map(({ summary }) => summary) }).toEqual({
        hasFailed: false,
        summaries: ["Existing object adopted"],
      });
      expect(new Set(ids("ab")).size).toBe(2);
      expect(ids("ab")).toContain(id);
      expect(named()).toHaveLength(2);
    },
  );

  it.each(["ab", "ba"])(
    "a new twin of a managed object is refused in the plan, whichever is planned first (%s)",
    async (order) => {
      await core.apply(groups("a", adopting));
      const [id] = ids("a");
      const { diagnostics } = await core.apply(groups(order, adopting));
      expect(diagnostics).toEqual([
        expect.objectContaining({
          severity: "error",
          summary: "Two resources for one contact group",
          detail: expect.stringMatching(new RegExp(`${id}.*RBLMONITOR_ALLOW_DUPLICATES=true`, "s")),
        }),
      ]);
      plugin.env.RBLMONITOR_ALLOW_DUPLICATES = "true";
      expect((await core.apply(groups(order, adopting))).diagnostics).toEqual([]);
      expect(new Set(ids("ab")).size).toBe(2);
    },
  );

  it("a new resource with the old name of one that is renamed does not adopt the object of that one", async () => {
    await core.apply(groups("a", adopting));
    const [id] = ids("a");
    const { resources } = groups("b", adopting);
    const renamed = groups("a", adopting, "Operators");
    const { diagnostics } = await core.apply({
      ...renamed,
      resources: { ...resources, ...renamed.resources },
    });
    expect(diagnostics.filter(isError).map(({ summary }) => summary)).toEqual([
      "Two resources for one contact group",
    ]);
    expect(named().map((one) => one.id)).toEqual([id]);
  });

  it("an object that the same apply has deleted is not adopted", async () => {
    await core.apply(groups("a", adopting));
    const [id] = ids("a");
    // The list is read for another group before the deletion.
    const first: Configuration = {
      provider: adopting,
      resources: {
        "rblmonitor_contact_group.first": { config: { name: "First" } },
        "rblmonitor_contact_group.a": { config: { name: "Operations" } },
      },
    };
    const { hasFailed, diagnostics } = await core.apply(first, { replace: ["rblmonitor_contact_group.a"] });
    expect({ hasFailed, diagnostics }).toEqual({ hasFailed: false, diagnostics: [] });
    expect(named().map((one) => one.id)).toEqual(ids("a"));
    expect(ids("a")).not.toEqual([id]);
  });
});

it("a new twin of a managed object is announced in the plan: the apply will refuse it", async () => {
  await core.apply(groups("a"));
  const { diagnostics, hasFailed } = await core.plan(groups("ab"));
  expect({ hasFailed, diagnostics }).toEqual({
    hasFailed: false,
    diagnostics: [
      expect.objectContaining({
        severity: "warning",
        summary: "Contact group already exists",
        detail: expect.stringContaining("RBLMONITOR_ALLOW_DUPLICATES=true"),
      }),
    ],
  });
});

it.each(["ab", "ba"])(
  "a new resource that may be the same as a managed object is announced (%s)",
  async (order) => {
    await core.apply(groups("a"));
    const { resources } = groups("b", {}, "operations ");
    const both = { ...groups("a").resources, ...resources };
    const { diagnostics } = await core.plan({
      provider: {},
      resources: Object.fromEntries(
        [...order].map((one) => [
          `rblmonitor_contact_group.${one}`,
          both[`rblmonitor_contact_group.${one}`] ?? { config: {} },
        ]),
      ),
    });
    expect(diagnostics).toEqual([
      expect.objectContaining({
        severity: "warning",
        summary: "Contact group already exists",
        detail: expect.stringMatching(new RegExp(`${ids("a")[0]}.*may be the same in another form`, "s")),
      }),
    ]);
    expect((await core.apply({ provider: {}, resources: both })).hasFailed).toBe(true);
    expect(
      service.account
        .objects("contact_group")
        .filter(({ name }) => name.trim().toLowerCase() === "operations"),
    ).toHaveLength(1);
  },
);

it("an object that two resources of the state have is reported in the plan", async () => {
  await core.apply(groups("a"));
  const id = String(ids("a")[0]);
  await core.import(groups("ab"), "rblmonitor_contact_group.b", id);
  const { diagnostics } = await core.plan(groups("ab"));
  expect(diagnostics).toEqual([
    expect.objectContaining({
      severity: "warning",
      summary: "Two resources manage one contact group",
      detail: expect.stringMatching(new RegExp(`${id}.*terraform state rm`, "s")),
    }),
  ]);
});

it("-target destroys the object of another resource, which the next plan creates again", async () => {
  const id = String(service.account.add("contact_group", { name: "Operations" }).id);
  const imports = { "rblmonitor_contact_group.a": id, "rblmonitor_contact_group.b": id };
  expect((await core.apply({ ...groups("ab"), imports })).diagnostics).toEqual([
    expect.objectContaining({ summary: "Two resources manage one contact group" }),
  ]);
  const destroyed = await core.apply(groups("a"), { targets: ["rblmonitor_contact_group.b"] });
  expect([destroyed.diagnostics, named()]).toEqual([[], []]);
  expect((await core.plan(groups("a"))).actions).toEqual({ "rblmonitor_contact_group.a": "create" });
});
