import type { Emulator } from "../../../src/emulator/emulator";
import type { PausableKind } from "../../../src/service/kinds";
import { unknown } from "../../../src/terraform/values/value";
import { actionsOf, closeAll, emulated } from "./run";

afterEach(closeAll);

const host = ({ account }: Emulator, address: string, fields: Readonly<Record<string, unknown>> = {}) =>
  account.add("host", { host: address, ...fields }).id;
const isPaused =
  ({ account }: Emulator) =>
  (id: string) =>
    (account.find(id) as { paused?: boolean }).paused;
const paths = ({ requests }: Emulator) => requests.map(({ method, path }) => `${method} ${path}`);
const missing = `HT${"0".repeat(32)}`;

describe.each([
  ["pause", true, "paused"],
  ["resume", false, "resumed"],
] as const)("rblmonitor_%s", (type, paused, done) => {
  it.each<[PausableKind, object]>([
    ["host", { host: "192.0.2.1" }],
    ["certificate_monitor", { hostname: "www.example.com" }],
    ["source", { host: "bl.example.com" }],
    ["contact", { confirmed: true }],
  ])("takes a %s, and leaves one alone that is so already", async (kind, fields) => {
    const service = await emulated();
    const { id } = service.account.add(kind, { ...fields, paused: !paused });
    const actions = await actionsOf(service);
    const first = await actions.invoke(type, { objects: [id] });
    expect(first).toEqual({ progress: [`1 of 1 objects: 1 ${done}`], completed: [] });
    expect([isPaused(service)(id), service.requestCount]).toEqual([paused, 1]);
    const second = await actions.invoke(type, { objects: [id] });
    expect(second).toEqual({ progress: [`1 of 1 objects: 1 ${done} before`], completed: [] });
    expect(isPaused(service)(id)).toBe(paused);
  });

  it("takes every member of a subnet, each with one request", async () => {
    const service = await emulated();
    const ids = Array.from({ length: 16 }, (_, last) =>
      host(service, `192.0.2.${last}`, { paused: !paused }),
    );
    const { progress, completed } = await (await actionsOf(service)).invoke(type, { objects: ids });
    expect(completed).toEqual([]);
    expect(progress).toEqual([`10 of 16 objects: 10 ${done}`, `16 of 16 objects: 16 ${done}`]);
    expect(ids.map(isPaused(service))).toEqual(ids.map(() => paused));
    expect(service.requestCount).toBe(16);
  });

  it("takes each object once, in either letter case, and nothing of an empty list", async () => {
    const service = await emulated();
    const id = host(service, "192.0.2.1", { paused: !paused });
    const actions = await actionsOf(service);
    await actions.invoke(type, { objects: [id, id.toLowerCase(), id.toUpperCase()] });
    expect([isPaused(service)(id), service.requestCount]).toEqual([paused, 1]);
    expect(await actions.invoke(type, { objects: [] })).toEqual({ progress: [], completed: [] });
    expect(service.requestCount).toBe(1);
  });

  it("goes on after an unknown SID, and fails at its place with the number of both", async () => {
    const service = await emulated();
    // More than are sent together.
    const ids = Array.from({ length: 12 }, (_, last) =>
      host(service, `192.0.2.${last}`, { paused: !paused }),
    );
    const objects = ids.toSpliced(1, 0, missing);
    const { progress, completed } = await (await actionsOf(service)).invoke(type, { objects });
    expect(completed).toEqual([expect.stringMatching(/^error at objects\/1: Object not found: /)]);
    expect(completed[0]).toContain(`12 of 13 objects are ${done}. 1 failed: ${missing}.`);
    expect(progress).toEqual([
      `10 of 13 objects: 9 ${done}, 1 failed`,
      `13 of 13 objects: 12 ${done}, 1 failed`,
    ]);
    expect(ids.map(isPaused(service))).toEqual(ids.map(() => paused));
  });

  it("refuses kinds that have no such state, at their place, in validation and plan", async () => {
    const actions = await actionsOf(await emulated());
    const config = { objects: [missing, `CG${"0".repeat(32)}`, "no SID at all"] };
    const words = [
      expect.stringMatching(
        /^error at objects\/1: Invalid objects\[1\]: objects\[1\] must be the SID of a host \(HT and 32 hexadecimal digits\), .* or an? [\w ]+ \(\w\w and 32 hexadecimal digits\), not that of a contact group\.$/,
      ),
      expect.stringMatching(/^error at objects\/2: Invalid objects\[2\]: .*digits\)\.$/),
    ];
    expect(await actions.validate(type, config)).toEqual(words);
    expect(await actions.plan(type, config)).toEqual(words);
  });

  it.each([
    ["all objects", { objects: unknown }],
    ["one object", { objects: [missing, unknown] }],
  ])("is planned while %s are unknown, without a request", async (_, config) => {
    const service = await emulated();
    const actions = await actionsOf(service);
    expect([await actions.validate(type, config), await actions.plan(type, config)]).toEqual([[], []]);
    expect(service.requestCount).toBe(0);
  });

  it("refuses certificate monitors with API version 3.0, in plan and invocation, and takes the others", async () => {
    const service = await emulated();
    const actions = await actionsOf(service, { env: { RBLMONITOR_API_VERSION: "3.0" } });
    const id = host(service, "192.0.2.1", { paused: !paused });
    const config = { objects: [id, `CM${"0".repeat(32)}`] };
    const words = [
      expect.stringMatching(
        /^error at objects\/1: API version 3\.0 has no certificate monitors: .* use version 4\.0/,
      ),
    ];
    // Validation knows no version.
    expect(await actions.validate(type, config)).toEqual([]);
    expect(await actions.plan(type, config)).toEqual(words);
    expect((await actions.invoke(type, config)).completed).toEqual(words);
    expect(service.requestCount).toBe(0);
    expect((await actions.invoke(type, { objects: [id] })).completed).toEqual([]);
    expect(paths(service)).toEqual([`POST /host/${type}/${id}`]);
  });

  it("tries no more after an error that concerns all objects", async () => {
    const service = await emulated();
    const ids = Array.from({ length: 25 }, (_, last) => host(service, `192.0.2.${last}`));
    const actions = await actionsOf({ ...service, url: service.url, authToken: "wrong" });
    const { completed } = await actions.invoke(type, { objects: ids });
    expect(completed).toEqual([
      expect.stringMatching(/^error at : Authentication failed: .*were not tried/s),
    ]);
    expect(service.requestCount).toBeLessThanOrEqual(10);
  });

  it("ends at a request to stop, and tries no more", async () => {
    let stop = () => {};
    const service = await emulated({
      latency: () => {
        stop();
        return 0;
      },
    });
    const ids = Array.from({ length: 25 }, (_, last) =>
      host(service, `192.0.2.${last}`, { paused: !paused }),
    );
    const actions = await actionsOf(service);
    stop = () => void actions.stop();
    const { progress, completed } = await actions.invoke(type, { objects: ids });
    expect(completed).toEqual([expect.stringMatching(/^error at .*of 25 objects are .*were not tried/s)]);
    expect(progress.length).toBeLessThanOrEqual(1);
    expect(service.requestCount).toBeLessThanOrEqual(10);
  });

  it.each(["500-after", "drop-after", "cut-body", "empty", "slow", "429"] as const)(
    "ends in the asked state after the fault %s",
    async (fault) => {
      const service = await emulated();
      const id = host(service, "192.0.2.1", { paused: !paused });
      service.faults.arm({ fault, delay: 1 });
      const { completed } = await (await actionsOf(service)).invoke(type, { objects: [id] });
      expect([completed, isPaused(service)(id)]).toEqual([[], paused]);
    },
  );

  it("completes with an error when the service keeps failing", async () => {
    const service = await emulated();
    service.faults.arm({ fault: "500-before", times: 100 });
    const { completed } = await (await actionsOf(service)).invoke(type, {
      objects: [host(service, "192.0.2.1", { paused: !paused })],
    });
    expect(completed).toEqual([expect.stringMatching(/^error at : Service error: .*Run the action again/s)]);
  });
});

describe("rblmonitor_pause", () => {
  it("fails where a conflict has another cause than that the object is paused already", async () => {
    const service = await emulated();
    const builtIn = service.account.objects("source")[0]?.id ?? "";
    const { completed } = await (await actionsOf(service)).invoke("pause", { objects: [builtIn] });
    expect(completed).toEqual([
      expect.stringMatching(/^error at objects\/0: .*A built-in data source is read-only\./s),
    ]);
  });

  it("needs the SIDs: without a config block it is not planned", async () => {
    const actions = await actionsOf(await emulated());
    expect(await actions.plan("pause", {})).toEqual([
      expect.stringContaining("error at objects: Missing objects"),
    ]);
  });
});
