import * as fc from "fast-check";
import type { Collection } from "../../src/client/collection";
import type { Emulator } from "../../src/emulator/emulator";
import { concludeNothing } from "../../src/snapshot/gaps";
import { KindReader } from "../../src/snapshot/kind-reader";
import { accountOfHosts, closeAccounts } from "./account";

afterEach(closeAccounts);

/** A concurrent change of the account: a new host, or a deleted or renamed one, by index. */
type Change =
  | { readonly act: "add" }
  | { readonly act: "delete"; readonly place: number }
  | { readonly act: "rename"; readonly place: number };

const change: fc.Arbitrary<Change> = fc.oneof(
  fc.constant({ act: "add" } as const),
  fc.record({ act: fc.constantFrom("delete" as const, "rename" as const), place: fc.nat() }),
);

/** What happens before each request: mostly nothing, at times several things. */
const changes = fc.array(fc.oneof(fc.constant([]), fc.array(change, { maxLength: 3 })), { maxLength: 30 });

/** An account of about three to eight pages, with either list order, and its changes. */
const scenes = fc.record({
  count: fc.integer({ min: 25, max: 80 }),
  listOrder: fc.constantFrom("oldest-first" as const, "newest-first" as const),
  changes,
});

const longGone = Array.from({ length: 20 }, (_, n) => `HT${String(n).padStart(32, "0")}`);

/** The names of all hosts by their ids, at one moment. */
type Truth = ReadonlyMap<string, string>;

const truthOf = ({ account }: Emulator): Truth =>
  new Map(account.objects("host").map(({ id, name }) => [id, name]));

/** Changes the account before each request, and records its content after each change. */
function restless(
  service: Emulator,
  collection: Collection<"host">,
  all: readonly (readonly Change[])[],
): { collection: Collection<"host">; history: Truth[] } {
  const left = [...all];
  const history = [truthOf(service)];
  let made = 0;
  const apply = (one: Change) => {
    made += 1;
    const hosts = service.account.objects("host");
    const host = "place" in one ? hosts[one.place % Math.max(hosts.length, 1)] : undefined;
    if (one.act === "add") service.account.add("host", { host: `new-${made}.example.com` });
    else if (host !== undefined && one.act === "delete") service.account.remove(host.id);
    else if (host !== undefined) service.account.change(host.id, { name: `renamed ${made}` });
    history.push(truthOf(service));
  };
  const disturb = () => {
    for (const one of left.shift() ?? []) apply(one);
  };
  return {
    history,
    collection: {
      ...collection,
      page: async (number, options) => {
        disturb();
        return collection.page(number, options);
      },
      get: async (id, options) => {
        disturb();
        return collection.get(id, options);
      },
    },
  };
}

const isSame = (a: Truth, b: Truth) => a.size === b.size && [...a].every(([id, name]) => b.get(id) === name);

describe("an account that changes while it is read", () => {
  it("never takes an object for gone that is there, and each as it was at some moment", async () => {
    await fc.assert(
      fc.asyncProperty(scenes, fc.integer({ min: 1, max: 12 }), async (scene, together) => {
        const { service, client, ids } = await accountOfHosts(scene.count, 10, {
          listOrder: scene.listOrder,
        });
        const { collection, history } = restless(service, client.collection("host"), scene.changes);
        const reader = new KindReader(collection);
        const asked = [...ids.slice(0, 10), ...longGone, ...ids.slice(10)];
        for (let start = 0; start < asked.length; start += together) {
          const some = asked.slice(start, start + together);
          const read = await Promise.all(some.map((id) => reader.read(id)));
          for (const [index, id] of some.entries()) {
            expect(history.map((truth) => truth.get(id))).toContain(read[index]?.name);
          }
        }
        await closeAccounts();
      }),
      { numRuns: 50 },
    );
  });

  it("keeps an object that moves from an unread page to a page that was read, although the total is correct", async () => {
    const { service, client, ids } = await accountOfHosts(30, 10);
    const collection = client.collection("host");
    let readings = 0;
    const reader = new KindReader({
      ...collection,
      page: async (number, options) => {
        if (number === 1) readings += 1;
        const page = await collection.page(number, options);
        // The eleventh host is the tenth from now on, and the list has 30 hosts again.
        if (number === 1) {
          service.account.remove(ids[0] ?? "");
          service.account.add("host", { host: "new.example.com" });
        }
        return page;
      },
    });
    const slipped = ids[10] ?? "";
    await reader.readAll(concludeNothing);
    await Promise.all(longGone.map((id) => reader.read(id)));
    expect(readings).toBe(1);
    expect((await reader.read(slipped))?.id).toBe(slipped);
  });

  it("is read consistently, or reported as still changing", async () => {
    let settledAmongChanges = 0;
    await fc.assert(
      fc.asyncProperty(scenes, async ({ count, listOrder, changes }) => {
        const { service, client } = await accountOfHosts(count, 10, { listOrder });
        const { collection, history } = restless(service, client.collection("host"), changes);
        const { objects, settled } = await new KindReader(collection).snapshot(concludeNothing);
        const reported: Truth = new Map(objects.map(({ id, name = "" }) => [id, name]));
        if (settled) expect(history.some((truth) => isSame(truth, reported))).toBe(true);
        if (settled && history.length > 1) settledAmongChanges += 1;
        if (history.length === 1) expect(settled).toBe(true);
        await closeAccounts();
      }),
      { numRuns: 50 },
    );
    expect(settledAmongChanges).toBeGreaterThan(0);
  });

  it("is read once if its list has one page", async () => {
    const { service, reader } = await accountOfHosts(5, 10);
    expect(await reader.snapshot(concludeNothing)).toMatchObject({ settled: true });
    expect(service.requestCount).toBe(1);
  });

  it("is read at most three times while it keeps changing", async () => {
    const { service, client } = await accountOfHosts(15, 10);
    const always = Array.from({ length: 100 }, () => [{ act: "rename", place: 3 }] as const);
    const { collection } = restless(service, client.collection("host"), always);
    expect(await new KindReader(collection).snapshot(concludeNothing)).toMatchObject({ settled: false });
    expect(service.requestCount).toBe(3 * 2);
  });

  it.each([
    ["name", false],
    ["status", false],
    ["last_checked", true],
  ])("is settled, or not, if the %s of a host differs in each reading: %p", async (field, settled) => {
    const { client } = await accountOfHosts(15, 10);
    const collection = client.collection("host");
    let pages = 0;
    const page = async (number: number) => {
      const { objects, ...more } = await collection.page(number);
      pages += 1;
      return { ...more, objects: objects.map((host) => ({ ...host, [field]: `${pages}` })) };
    };
    const read = await new KindReader({ ...collection, page }).snapshot(concludeNothing);
    expect(read.settled).toBe(settled);
  });

  it("counts as unchanged if the service returns list items in a different order each time", async () => {
    const { service, client, ids } = await accountOfHosts(30, 10, { listItemOrder: "shuffled" });
    for (const id of ids) service.account.change(id, { tags: ["a", "b", "c", "d", "e"] });
    expect(await new KindReader(client.collection("host")).snapshot(concludeNothing)).toMatchObject({
      settled: true,
    });
    expect(service.requestCount).toBe(6);
  });

  it("is read completely when it stops changing", async () => {
    await fc.assert(
      fc.asyncProperty(scenes, async ({ count, listOrder, changes }) => {
        const { service, client } = await accountOfHosts(count, 10, { listOrder });
        const { collection } = restless(service, client.collection("host"), changes.slice(0, 3));
        const { objects, settled } = await new KindReader(collection).snapshot(concludeNothing);
        expect(settled).toBe(true);
        expect(new Map(objects.map(({ id, name = "" }) => [id, name]))).toEqual(truthOf(service));
        await closeAccounts();
      }),
      { numRuns: 50 },
    );
  });

  it("costs at most 28 reads by SID, for any number of deleted objects", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 80 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.integer({ min: 1, max: 12 }),
        async (count, share, together) => {
          const { service, reader, ids } = await accountOfHosts(count, 10);
          const lost = new Set(ids.slice(0, Math.round(share * count)));
          for (const id of lost) service.account.remove(id);
          const pages = Math.max(1, Math.ceil((count - lost.size) / 10));
          for (let start = 0; start < ids.length; start += together) {
            const some = ids.slice(start, start + together);
            const read = await Promise.all(some.map((id) => reader.read(id, count)));
            expect(read.map((host) => host?.id)).toEqual(some.map((id) => (lost.has(id) ? undefined : id)));
          }
          expect(service.requestCount).toBeLessThanOrEqual(
            pages + Math.min(lost.size, 25) + Math.min(lost.size, 3),
          );
          await closeAccounts();
        },
      ),
      { numRuns: 100 },
    );
  });
});
