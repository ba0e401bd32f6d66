import type { Emulator, EmulatorOptions } from "../../../src/emulator/emulator";
import type { ObjectValue } from "../../../src/terraform/values/object-value";
import { beginRun, closeRuns, emulated, Managed } from "./run";

afterEach(closeRuns);

const addresses = ["192.0.2.8", "192.0.2.9", "192.0.2.10", "192.0.2.11"];

const subnet = ({ account }: Emulator, more = {}) =>
  new Managed("host", {
    host: "192.0.2.8/30",
    name: "Net",
    profile: account.objects("monitoring_profile")[0]?.id ?? "",
    contact_groups: [account.objects("contact_group")[0]?.id ?? ""],
    paused: false,
    ...more,
  });
const hosts = ({ account }: Emulator) => account.objects("host");
const names = (service: Emulator) => hosts(service).map(({ name }) => name);
const count = (service: Emulator, wanted: object) =>
  hosts(service).filter((host) => Object.entries(wanted).every(([name, value]) => host[name] === value))
    .length;
const writes = (service: Emulator) => service.requests.filter(({ method }) => method !== "GET").length;
const membersOf = (of: ObjectValue | null) =>
  (Array.isArray(of?.members) ? of.members : []) as unknown as readonly { id: unknown; host: unknown }[];

/** Applies in a run of its own, which may send so many requests. */
async function applied(
  service: Emulator,
  managed: Managed,
  {
    config = managed.config,
    ignored = [] as readonly string[],
    maxRequestsPerHour = undefined as number | undefined,
  } = {} as { config?: ObjectValue | null; ignored?: readonly string[]; maxRequestsPerHour?: number },
) {
  const run = await beginRun(service, maxRequestsPerHour === undefined ? {} : { maxRequestsPerHour });
  return run.apply(managed, config, ignored);
}

async function created(settings: EmulatorOptions = {}, more = {}) {
  const service = await emulated(settings);
  const managed = subnet(service, more);
  expect((await applied(service, managed)).errors).toEqual([]);
  return { service, managed };
}

describe("a member with another value than the others", () => {
  const odd = { paused: true, name: "Mail", tags: ["x"] };

  it.each(Object.entries(odd))("in %s is named, and gives it to no other member", async (name, value) => {
    const { service, managed } = await created();
    service.account.change(hosts(service)[1]?.id ?? "", { [name]: value });
    const { warnings, planned } = await applied(service, managed, { ignored: [name] });
    expect(managed.state).toMatchObject({ paused: false, name: "Net", tags: null });
    expect(warnings[0]).toContain(`State keeps ${name} = ${JSON.stringify(managed.state?.[name])}, as last`);
    expect(warnings).toEqual([
      expect.stringMatching(
        new RegExp(
          `Members differ in ${name}.*${JSON.stringify(value).replace(/[[\]]/g, ".")} .192\\.0\\.2\\.9\\)`,
          "s",
        ),
      ),
    ]);
    expect(membersOf(planned).map(({ id }) => typeof id === "string")).toEqual([true, false, true, true]);
    expect(count(service, { paused: true })).toBe(0);
    expect(names(service)).toEqual(["Net", "Net", "Net", "Net"]);
    expect(hosts(service).map(({ tags }) => tags)).toEqual([[], [], [], []]);
    expect(await applied(service, managed)).toMatchObject({ isEmpty: true, warnings: [] });
  });

  it("is repaired with one request", async () => {
    const { service, managed } = await created();
    service.account.change(hosts(service)[2]?.id ?? "", { name: "Mail" });
    const before = writes(service);
    await applied(service, managed);
    expect(names(service)).toEqual(["Net", "Net", "Net", "Net"]);
    expect(writes(service) - before).toBe(1);
  });

  it("that is the only one left does not change its resource either", async () => {
    const { service, managed } = await created();
    const [first, ...others] = hosts(service).map(({ id }) => id);
    for (const id of others) service.account.remove(id);
    service.account.change(first ?? "", { name: "Mail" });
    await applied(service, managed, { ignored: ["name"] });
    expect(names(service)).toEqual(["Net", "Net", "Net", "Net"]);
  });

  it("has no effect on a value that all members share", async () => {
    const { service, managed } = await created();
    for (const { id } of hosts(service)) service.account.change(id, { paused: true });
    service.account.change(hosts(service)[0]?.id ?? "", { name: "Mail" });
    await applied(service, managed, { ignored: ["paused"] });
    expect(managed.state).toMatchObject({ paused: true, name: "Net" });
    expect(count(service, { paused: true, name: "Net" })).toBe(4);
  });

  it("is repaired with a change of the same attribute, which writes it once", async () => {
    const { service, managed } = await created();
    service.account.change(hosts(service)[0]?.id ?? "", { name: "New" });
    const before = writes(service);
    await applied(service, managed, { config: { ...managed.config, name: "New" } });
    expect(names(service)).toEqual(["New", "New", "New", "New"]);
    expect(writes(service) - before).toBe(3);
    expect((await applied(service, managed, { config: { ...managed.config, name: "New" } })).isEmpty).toBe(
      true,
    );
  });
});

describe.each(["flat", "parent-and-children"] as const)("a subnet created as %s", (subnetCreate) => {
  it.each(["whole", "id"] as const)(
    "has the hosts that the answer to its create did not name (%s)",
    async (createReturns) => {
      const settings = { subnetCreate, createReturns, createdHosts: "first" } as const;
      const { service, managed } = await created(settings, { paused: true });
      expect(managed.ids).toHaveLength(hosts(service).length);
      expect(count(service, { paused: true })).toBe(hosts(service).length);
      expect((await applied(service, managed)).isEmpty).toBe(true);
      const config = { ...managed.config, name: "New", paused: true };
      await applied(service, managed, { config });
      expect(managed.ids).toHaveLength(hosts(service).length);
      expect(count(service, { name: "New", paused: true })).toBe(hosts(service).length);
      expect((await applied(service, managed, { config })).isEmpty).toBe(true);
      await applied(service, managed, { config: null });
      expect(hosts(service)).toEqual([]);
    },
  );

  it("leaves other hosts alone", async () => {
    const service = await emulated({ subnetCreate, createdHosts: "first", sameHost: "accept" });
    const parent = service.account.add("host", { host: "192.0.2.0/24", name: "Net" }).id;
    const others = [
      { host: "192.0.2.9", name: "Mail" },
      { host: "192.0.2.9", name: "Net", parent },
      { host: "192.0.2.12", name: "Net" },
      { host: "example.com", name: "Net" },
    ].map((fields) => service.account.add("host", fields).id);
    const managed = subnet(service);
    const run = await beginRun(service, {}, { allowDuplicates: true });
    expect((await run.apply(managed)).errors).toEqual([]);
    await applied(service, managed, { config: null });
    expect(hosts(service).map(({ id }) => id)).toEqual([parent, ...others]);
  });
});

it("a subnet that the service stores as one host leaves hosts with the same settings alone", async () => {
  const service = await emulated({ subnetCreate: "one", sameHost: "accept" });
  const single = subnet(service, { host: "192.0.2.9" });
  const managed = subnet(service);
  for (const each of [managed, single]) {
    const run = await beginRun(service, {}, { allowDuplicates: true });
    expect((await run.apply(each)).errors).toEqual([]);
  }
  expect((await applied(service, managed)).isEmpty).toBe(true);
  await applied(service, managed, { config: null });
  expect(hosts(service)).toMatchObject([{ host: "192.0.2.9" }]);
});

it("a subnet has the hosts that appear after its create", async () => {
  const { service, managed } = await created({ subnetCreate: "one" });
  for (const host of addresses) service.account.add("host", { host, parent: managed.ids[0], paused: true });
  await applied(service, managed);
  expect(managed.ids).toHaveLength(5);
  expect(count(service, { name: "Net", paused: false })).toBe(5);
  for (const host of addresses) expect(JSON.stringify(managed.state)).toContain(host);
  await applied(service, managed, { config: null });
  expect(hosts(service)).toEqual([]);
});

describe("an answer with another host", () => {
  it("gives the resource the host that was requested, and names the other one", async () => {
    const service = await emulated({ mailHosts: "created" });
    const managed = subnet(service, { host: "example.com" });
    const { warnings } = await applied(service, managed);
    const [mail, own] = hosts(service);
    expect(warnings).toEqual([expect.stringContaining(`mail.example.com (${mail?.id})`)]);
    expect(managed.ids).toEqual([own?.id]);
    expect((await applied(service, managed)).isEmpty).toBe(true);
    await applied(service, managed, { config: null });
    expect(hosts(service)).toEqual([mail]);
  });

  it("is not that of the resource, although it is the only one", async () => {
    const service = await emulated({ mailHosts: "created", createdHosts: "first" });
    const managed = subnet(service, { host: "example.com" });
    const { warnings } = await applied(service, managed);
    expect(warnings).toEqual([expect.stringMatching(/answer names only.*mail\.example\.com/s)]);
    expect(managed.ids).toEqual([hosts(service)[1]?.id]);
  });

  it("does so if the answer has only ids", async () => {
    const service = await emulated({ mailHosts: "created", createReturns: "id" });
    const managed = subnet(service, { host: "example.com" });
    const { warnings } = await applied(service, managed);
    expect(warnings).toEqual([expect.stringContaining("mail.example.com")]);
    expect(managed.ids).toEqual([hosts(service)[1]?.id]);
  });
});

describe("under a limit of 30 requests for a subnet of 64 hosts", () => {
  const limit = { maxRequestsPerHour: 30 };
  const large = async (more = {}, settings: EmulatorOptions = {}) => {
    const service = await emulated(settings);
    return { service, managed: subnet(service, { host: "198.51.100.0/26", ...more }) };
  };

  /** Applies until nothing fails, and returns the counts of hosts that each apply reached. */
  async function progress(
    service: Emulator,
    managed: Managed,
    config: ObjectValue | null,
    left: () => number,
  ) {
    const lefts = [left()];
    const texts: string[] = [];
    for (let runs = 0; runs < 8; runs += 1) {
      const { errors, warnings } = await applied(service, managed, { ...limit, config });
      texts.push(...errors, ...warnings);
      lefts.push(left());
      if (errors.length === 0 && left() === 0) break;
    }
    expect(lefts.at(-1)).toBe(0);
    expect(lefts).toEqual([...new Set(lefts)]);
    for (const text of texts) {
      expect(text.length).toBeLessThan(1_500);
      expect(text.split("\n").length).toBeLessThan(15);
    }
    return texts;
  }

  it("a change reaches every host", async () => {
    const { service, managed } = await large();
    await applied(service, managed);
    const config = { ...managed.config, name: "New" };
    const [text] = await progress(service, managed, config, () => 64 - count(service, { name: "New" }));
    expect(text).toMatch(/manages 64 hosts.*\d+ updated: 198\.51\.100\.0 to 198\.51\.100\.\d+\..*not tried/s);
    expect(service.requests.filter(({ method }) => method === "PUT")).toHaveLength(64);
    expect((await applied(service, managed, { config })).isEmpty).toBe(true);
  });

  it("a change that is taken back reaches those that had it", async () => {
    const { service, managed } = await large();
    await applied(service, managed);
    await applied(service, managed, { ...limit, config: { ...managed.config, name: "New" } });
    const changed = count(service, { name: "New" });
    const before = writes(service);
    expect((await applied(service, managed)).errors).toEqual([]);
    expect(count(service, { name: "Net" })).toBe(64);
    expect(writes(service) - before).toBe(changed);
  });

  it.each(["paused", "hibernating"] as const)(
    "a pause with the word %s, and a resume, reach every host",
    async (pausedWord) => {
      const { service, managed } = await large({}, { pausedWord });
      await applied(service, managed);
      for (const paused of [true, false]) {
        const before = writes(service);
        const config = { ...managed.config, paused };
        await progress(service, managed, config, () => count(service, { paused: !paused }));
        expect(writes(service) - before).toBe(64);
        expect((await applied(service, managed, { config })).isEmpty).toBe(true);
      }
    },
  );

  it("a subnet that is created paused is paused in the end", async () => {
    const { service, managed } = await large({ paused: true });
    const texts = await progress(service, managed, managed.config, () =>
      managed.state === null ? 65 : count(service, { paused: false }),
    );
    expect(texts[0]).toMatch(/Created, but not paused.*\d+ paused: 198\.51\.100\.0 to /s);
    expect(texts[0]).not.toContain("It is active");
  });

  it("a deletion ends", async () => {
    const { service, managed } = await large();
    await applied(service, managed);
    await progress(service, managed, null, () => hosts(service).length);
  });

  it("missing hosts are all created again", async () => {
    const { service, managed } = await large({ paused: true });
    await applied(service, managed);
    for (const { id } of hosts(service).slice(0, 40)) service.account.remove(id);
    const left = () => 128 - hosts(service).length - count(service, { paused: true });
    await progress(service, managed, managed.config, left);
    expect(hosts(service)).toHaveLength(64);
    expect((await applied(service, managed)).isEmpty).toBe(true);
  });

  it.each(["PUT", "DELETE"])("a host that refuses every %s holds up no other host", async (method) => {
    const { service, managed } = await large();
    await applied(service, managed);
    const [first = ""] = managed.ids;
    const matching = ({ path }: { path: string }) => path.includes(first);
    service.faults.arm({ fault: "500-before", method, times: 999, matching });
    const config = method === "DELETE" ? null : { ...managed.config, name: "New" };
    for (let runs = 0; runs < 2; runs += 1)
      expect((await applied(service, managed, { config })).errors).toHaveLength(1);
    expect(hosts(service).filter(({ name }) => name !== "New")).toMatchObject([{ id: first }]);
  });

  it("a missing address that the service refuses holds up no other host", async () => {
    const { service, managed } = await large();
    await applied(service, managed);
    for (const { id } of hosts(service).slice(0, 3)) service.account.remove(id);
    service.account.add("host", { host: "198.51.100.0", name: "Mail" });
    for (let runs = 0; runs < 3; runs += 1) expect((await applied(service, managed)).errors).toHaveLength(1);
    expect(hosts(service)).toHaveLength(64);
  });

  it("a plan without a refresh knows which hosts were not reached", async () => {
    const { service, managed } = await large({ paused: true });
    await applied(service, managed, limit);
    const paused = count(service, { paused: true });
    const run = await beginRun(service);
    await run.apply(managed, managed.config, [], { isRefreshed: false });
    expect(paused).toBeLessThan(64);
    expect(count(service, { paused: true })).toBe(64);
  });
});

it.each([0, 1, 3])(
  "a member that was deleted elsewhere is planned as one more, at position %d",
  async (position) => {
    const { service, managed } = await created();
    service.account.remove(hosts(service)[position]?.id ?? "");
    const left = hosts(service).map(({ id, host }) => ({ id, host }));
    const { planned } = await applied(service, managed);
    expect(membersOf(planned)).toMatchObject([...left, { host: addresses[position] }]);
    expect(membersOf(managed.state).map(({ host }) => host)).toEqual([
      ...left.map(({ host }) => host),
      addresses[position],
    ]);
    expect(await applied(service, managed)).toMatchObject({ isEmpty: true, warnings: [] });
  },
);
