import { setImmediate } from "node:timers/promises";
import { readBaseUrl } from "../../../src/client/base-url";
import { type ErrorKind, failed } from "../../../src/client/errors";
import type { TransportRequest } from "../../../src/client/transport";
import { createUndiciTransport } from "../../../src/client/undici-transport";
import type { Account } from "../../../src/provider/account";
import { handOverFlag, isBuiltInProfile } from "../../../src/provider/managed/default-flag";
import { managedResources } from "../../../src/provider/resources";
import { Diagnostics } from "../../../src/terraform/diagnostics";
import { group } from "./create-fixtures";
import { type Applied, beginRun, closeRuns, emulated, Managed } from "./run";

afterEach(closeRuns);

const profile = (name: string, isDefault: boolean) =>
  new Managed("certificate_profile", { name, expiration_thresholds: [30], is_default: isDefault });

describe("the default certificate profile that is destroyed while another one takes the flag", () => {
  it.each(["destroyed first", "created first"])("leaves the flag to that one, %s", async (order) => {
    const service = await emulated();
    const [old, fresh] = [profile("Old", true), profile("New", true)];
    await (await beginRun(service)).apply(old);
    const run = await beginRun(service);
    const changes = [() => run.apply(old, null), () => run.apply(fresh)];
    if (order === "created first") changes.reverse();
    const applied = await Promise.all(changes.map((change) => change()));
    expect(applied.flatMap(({ errors }) => errors)).toEqual([]);
    const flagged = service.account.objects("certificate_profile").filter((one) => one.is_default);
    expect(flagged.map(({ name }) => name)).toEqual(["New"]);
  });

  it("leaves the flag to one of the same name, which is created while the service refuses the deletion", async () => {
    const service = await emulated();
    const [old, fresh] = [profile("Same", true), profile("Same", true)];
    await (await beginRun(service)).apply(old);
    const inner = createUndiciTransport(readBaseUrl(service.url, true));
    let creating: Promise<Applied> | undefined;
    const transport = {
      ...inner,
      send: async (request: TransportRequest) => {
        if (request.method === "DELETE") creating ??= run.apply(fresh);
        // Until the create waits for the deletion.
        for (let turn = 0; request.method === "DELETE" && turn < 200; turn += 1) await setImmediate();
        return inner.send(request);
      },
    };
    const run = await beginRun(service, { transport }, { allowDuplicates: true });
    await run.apply(old, null);
    await creating;
    const flagged = service.account.objects("certificate_profile").filter((one) => one.is_default);
    expect(flagged.map(({ id }) => id)).toEqual([fresh.state?.id]);
  });

  it("hands the flag to the built-in one rather than to another that is destroyed with it", async () => {
    const service = await emulated();
    const [builtIn] = service.account.objects("certificate_profile");
    service.account.change(builtIn?.id ?? "", { name: "Public Profile" });
    const resources = [profile("A", true), profile("B", false), profile("C", false)];
    for (const one of resources) await (await beginRun(service)).apply(one);
    const run = await beginRun(service);
    const applied = await Promise.all(resources.map((one) => run.apply(one, null)));
    expect(applied.flatMap(({ errors }) => errors)).toEqual([]);
    expect(service.account.objects("certificate_profile")).toEqual([
      expect.objectContaining({ name: "Public Profile", is_default: true }),
    ]);
  });

  it("stays where it is when no other certificate profile can take the flag", async () => {
    const service = await emulated();
    const one = profile("A", true);
    await (await beginRun(service)).apply(one);
    service.faults.arm({ fault: "500-before", method: "PUT", times: 20 });
    const { errors } = await (await beginRun(service)).apply(one, null);
    expect(errors).toEqual([expect.stringContaining("Service error")]);
    expect(service.account.objects("certificate_profile")).toHaveLength(2);
  });
});

describe("a plan of the default flag", () => {
  /** A contact group that exists, with its flag in state. */
  const existing = (name: string, isDefault: boolean) => {
    const managed = group(name);
    managed.state = { id: `CG${name.padStart(32, "0")}`, name, is_default: isDefault };
    return managed;
  };
  const flagged = (name: string, isDefault: boolean | null) => ({ name, is_default: isDefault });
  const begin = async () => beginRun(await emulated());

  it.each([
    ["the default without the flag", true, false, [expect.stringContaining("Default flag not removed")]],
    ["the default that leaves it open", true, null, []],
    ["the default with the flag", true, true, []],
    ["another one without the flag", false, false, []],
  ] as const)("warns only of %s", async (_, isDefault, configured, warnings) => {
    const run = await begin();
    expect(await run.plan(existing("1", isDefault), flagged("1", configured))).toEqual({
      ...{ errors: [], warnings },
    });
  });

  it("keeps the flag of the default that is configured without it", async () => {
    const service = await emulated();
    const managed = new Managed("contact_group", flagged("Operations", true));
    await (await beginRun(service)).apply(managed);
    const { isEmpty, planned } = await (await beginRun(service)).apply(managed, flagged("Operations", false));
    expect([isEmpty, planned?.is_default]).toEqual([true, true]);
  });

  it("does not warn of a default that loses the flag to another resource of the plan, or is destroyed then", async () => {
    const run = await begin();
    await run.plan(group("2"), flagged("2", true));
    expect((await run.plan(existing("1", true), flagged("1", false))).warnings).toEqual([]);
    expect((await run.plan(existing("1", true), null)).warnings).toEqual([]);
  });

  it("warns of a default that is destroyed, and of no other group", async () => {
    const run = await begin();
    expect((await run.plan(existing("1", false), null)).warnings).toEqual([]);
    expect((await run.plan(existing("1", true), null)).warnings).toEqual([
      expect.stringMatching(/Default contact group is destroyed.*at random.*is_default = true/s),
    ]);
  });

  it.each([
    ["two new ones", [group("1"), group("2")], 'a new resource "1"'],
    ["an existing and a new one", [existing("1", true), group("2")], /the resource "1" \(CG0+1\)/],
    ["a new and an existing one", [group("1"), existing("2", true)], 'a new resource "1"'],
    ["two existing ones", [existing("1", true), existing("2", false)], /the resource "1" \(CG0+1\)/],
  ] as const)("refuses to give the flag to %s", async (_, resources, other) => {
    const run = await begin();
    const planned = [];
    for (const each of resources) planned.push(await run.plan(each, flagged(String(each.config.name), true)));
    expect(planned[0]?.errors).toEqual([]);
    expect(planned[1]?.errors).toEqual([expect.stringContaining("Several default contact groups")]);
    expect(planned[1]?.errors[0]).toMatch(other);
  });

  it("counts a resource once that is planned again with its object, or replaced", async () => {
    const run = await begin();
    for (let plan = 1; plan <= 2; plan += 1)
      expect((await run.plan(existing("1", true), flagged("1", true))).errors).toEqual([]);
    const service = await emulated();
    const replaced = profile("A", true);
    await (await beginRun(service)).apply(replaced);
    const fresh = await beginRun(service);
    const second = await fresh.plan(replaced);
    replaced.notes = Buffer.from("{}");
    replaced.state = null;
    expect([second.errors, (await fresh.plan(replaced)).errors]).toEqual([[], []]);
  });
});

describe("a default certificate profile that is deleted", () => {
  const { object } = managedResources.rblmonitor_certificate_profile;
  interface Shown {
    readonly id: string;
    readonly name?: string;
    readonly is_default?: boolean;
  }

  /** Hands the flag of `CP1` over, in an account whose service refuses it for some others, each with a kind of failure. */
  async function handedOver(
    now: Shown | undefined,
    others: readonly string[],
    refusals: Readonly<Record<string, ErrorKind>> = {},
    prior: object = { is_default: true },
  ) {
    const tried: string[] = [];
    const objects = ["CP1", ...others].map((id) => ({ id, name: id === "CP9" ? "Public Profile" : id }));
    const update = async (id: string, body: object) => {
      expect(body).toEqual({ is_default: true });
      tried.push(id);
      const kind = refusals[id];
      if (kind !== undefined) throw failed(kind, "update certificate profile", "not this one");
    };
    const context = {
      reader: async () => ({ readFresh: async () => now, relist: async () => ({ objects }) }),
      client: async () => ({ collection: () => ({ update }) }),
      inTurn: (_: string, act: () => Promise<unknown>) => act(),
    } as unknown as Account;
    const diagnostics = new Diagnostics();
    const call = { context, diagnostics, prior, signal: new AbortController().signal };
    const obstacles = await handOverFlag(object, call as never, "CP1");
    return { tried, obstacles, warnings: diagnostics.list.map(({ detail }) => detail) };
  }

  const flagged = { id: "CP1", is_default: true };
  const gone = [undefined, { id: "CP1", is_default: false }];

  it.each(gone)("hands nothing over if the service shows it as %j", async (now) => {
    expect(await handedOver(now, ["CP2"])).toEqual({ tried: [], obstacles: [], warnings: [] });
  });

  it.each([
    [true, ["CP2"]],
    [false, []],
  ])(
    "counts as the default as in state, %p, if the service does not show the flag",
    async (is_default, tried) => {
      expect(await handedOver({ id: "CP1" }, ["CP2"], {}, { is_default })).toMatchObject({ tried });
    },
  );

  it("hands the flag to the built-in one, or else to the first that the service accepts, and says so", async () => {
    expect(await handedOver(flagged, ["CP2", "CP9"])).toMatchObject({ tried: ["CP9"], obstacles: [] });
    const refusals = { CP2: "conflict", CP3: "not_found" } as const;
    const { tried, obstacles, warnings } = await handedOver(flagged, ["CP2", "CP3", "CP4"], refusals);
    expect([tried, obstacles]).toEqual([["CP2", "CP3", "CP4"], []]);
    expect(warnings).toEqual([expect.stringContaining("CP4 became the default before CP1 was deleted.")]);
  });

  it("tries three others, and then names the obstacle", async () => {
    const all = ["CP2", "CP3", "CP4", "CP5"];
    const refusals = Object.fromEntries(all.map((id) => [id, "validation" as const]));
    const { tried, obstacles, warnings } = await handedOver(flagged, all, refusals);
    expect([tried, warnings]).toEqual([["CP2", "CP3", "CP4"], []]);
    expect(obstacles).toEqual([expect.stringContaining("CP1 is the default certificate profile")]);
  });

  it("ends with the error of a service that fails", async () => {
    await expect(handedOver(flagged, ["CP2", "CP3"], { CP2: "server" })).rejects.toThrow("not this one");
  });
});

it.each([
  ["certificate_profile", { name: "Public Profile" }, true],
  ["certificate_profile", { name: "Web" }, false],
  ["certificate_profile", {}, false],
  ["monitoring_profile", { name: "Public Profile" }, false],
] as const)("the %s %j is the built-in certificate profile: %p", (kind, object, expected) => {
  expect(isBuiltInProfile(kind, object)).toBe(expected);
});
