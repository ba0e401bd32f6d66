import * as fc from "fast-check";
import type { Client } from "../../src/client/client";
import { ServiceError } from "../../src/client/errors";
import type { Emulator } from "../../src/emulator/emulator";
import { KindReader } from "../../src/snapshot/kind-reader";
import { accountOfHosts, closeAccounts } from "./account";

afterEach(closeAccounts);

const pagesOf = ({ requests }: Pick<Emulator, "requests">) =>
  requests.filter(({ path }) => path === "/rbl/hosts").map(({ query }) => Number(query.page ?? 1));

/** For lists that are whole. */
const noGap = (lacking: number) => {
  throw new Error(`The list lacks ${lacking} objects.`);
};

describe("reading what an account has", () => {
  it("reads the list once for concurrent reads", async () => {
    const { service, reader, ids } = await accountOfHosts(50, 100);
    const read = await Promise.all(ids.map((id) => reader.read(id)));
    expect(read.map((host) => host?.id)).toEqual(ids);
    expect(service.requestCount).toBe(1);
  });

  it("reads each page once for concurrent reads", async () => {
    const { service, reader, ids } = await accountOfHosts(95, 10);
    const read = await Promise.all([...ids].reverse().map((id) => reader.read(id)));
    expect(read.map((host) => host?.id)).toEqual([...ids].reverse());
    expect(pagesOf(service).sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(service.requestCount).toBe(10);
  });

  it("reads few objects of a large account by id", async () => {
    const { service, reader, ids } = await accountOfHosts(1000, 10);
    const wanted = ids.slice(500, 505);
    expect((await Promise.all(wanted.map((id) => reader.read(id)))).map((host) => host?.id)).toEqual(wanted);
    expect(service.requestCount).toBe(6);
  });

  it("reads objects by id if the account may not read the list", async () => {
    const { client, ids } = await accountOfHosts(3, 10);
    const collection = client.collection("host");
    const refusal = new ServiceError({
      ...{ kind: "forbidden", operation: "list hosts", problem: "no", effect: "none" },
    });
    const reader = new KindReader({ ...collection, page: () => Promise.reject(refusal) });
    expect((await Promise.all(ids.map((id) => reader.read(id)))).map((host) => host?.id)).toEqual(ids);
    expect(reader.listRefusal).toBe(refusal);
  });

  it("reports how many objects of its total a list lacks, with every way to read it", async () => {
    const { client } = await accountOfHosts(11, 10);
    const collection = client.collection("host");
    const page = async (number: number) => {
      const whole = await collection.page(number);
      return number === 1 ? whole : { ...whole, objects: [] };
    };
    const reader = () => new KindReader({ ...collection, page });
    const gaps: number[] = [];
    const onGap = (lacking: number) => gaps.push(lacking);
    await reader().readAll(onGap);
    await reader().readAllAgain(onGap);
    await reader().readWhole(onGap);
    await reader().snapshot(onGap);
    await reader().relist(onGap);
    expect(gaps).toEqual([1, 1, 1, 1, 1]);
    await new KindReader(collection).readAll(noGap);
  });

  it("lacks no object that either of two readings shows", async () => {
    const { client } = await accountOfHosts(13, 10);
    const collection = client.collection("host");
    let pages = 0;
    const page = async (number: number) => {
      const whole = await collection.page(number);
      pages += 1;
      // The first reading shows page 1 only, the second one page 2.
      return pages === 2 || pages === 3 ? { ...whole, objects: [] } : whole;
    };
    expect(await new KindReader({ ...collection, page }).readAll(noGap)).toHaveLength(13);
  });

  it("lacks no object that the account deleted while the list was read", async () => {
    const { client, ids } = await accountOfHosts(13, 10);
    const reader = new KindReader(client.collection("host"));
    await reader.readAll(noGap);
    reader.recordDelete(ids[0] ?? "");
    expect(await reader.readAll(noGap)).toHaveLength(12);
  });

  it("knows the whole account although an object moved to a page that was read before", async () => {
    const { service, client, ids } = await accountOfHosts(6, 3);
    const collection = client.collection("host");
    let pages = 0;
    const reader = new KindReader({
      ...collection,
      page: async (number) => {
        pages += 1;
        const page = await collection.page(number);
        if (pages === 1) service.account.remove(ids[0] ?? "");
        return page;
      },
    });
    const whole = (await reader.readWhole(noGap)).map((host) => host.id);
    expect(whole).toEqual(expect.arrayContaining(ids.slice(1)));
  });

  it("reads nothing twice", async () => {
    const { service, reader, ids } = await accountOfHosts(30, 10);
    for (const id of [...ids, ...ids]) await reader.read(id);
    const before = service.requestCount;
    for (const id of ids) await reader.read(id);
    await reader.readAll(noGap);
    expect(service.requestCount).toBe(before);
  });

  it("reads the list immediately if more objects are expected than it has pages", async () => {
    const { service, reader, ids } = await accountOfHosts(500, 10);
    for (const id of ids.toReversed()) await reader.read(id, 400);
    expect(service.requestCount).toBe(50);
  });

  it.each([
    [1, 2, ["/rbl/hosts", "/rbl/hosts/{id}"]],
    [2, 2, ["/rbl/hosts", "/rbl/hosts"]],
    [2, 3, ["/rbl/hosts", "/rbl/hosts/{id}", "/rbl/hosts/{id}"]],
    [3, 3, ["/rbl/hosts", "/rbl/hosts", "/rbl/hosts"]],
  ])(
    "reads %i objects of the last of %i pages by id only if that costs less than the list",
    async (count, pages, paths) => {
      const { service, reader, ids } = await accountOfHosts(pages * 10, 10);
      await Promise.all(ids.slice(-count).map((id) => reader.read(id)));
      expect(service.requests.map(({ path }) => path.replace(/HT\w+/, "{id}"))).toEqual(paths);
    },
  );

  it.each([
    [2, 2, "one object, if fewer are expected than there are pages"],
    [3, 3, "the list, if as many are expected as there are pages"],
    [30, 3, "the list, if all objects are expected"],
    [31, 2, "one object, if more are expected than there are"],
  ])("with %i of 30 expected objects in three pages, costs %i requests: %s", async (expected, requests) => {
    const { service, reader, ids } = await accountOfHosts(30, 10);
    await reader.read(ids[29] ?? "", expected);
    expect(service.requestCount).toBe(requests);
  });

  it("counts the objects that are read, from the list or afresh, and those that are written", async () => {
    const { reader, ids } = await accountOfHosts(5, 10);
    await reader.read(ids[0] ?? "");
    await reader.read(ids[0] ?? "");
    await reader.readFresh(ids[1] ?? "");
    const written = `HT${"0".repeat(32)}`;
    reader.recordWrite({ id: written });
    expect([...reader.accessed]).toEqual([ids[0], ids[1], written]);
  });

  it("costs at most twice the cheaper way plus one request, in any order of reads", async () => {
    const order = fc.record({
      total: fc.integer({ min: 1, max: 60 }),
      pageSize: fc.integer({ min: 1, max: 20 }),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
      together: fc.integer({ min: 1, max: 12 }),
      seed: fc.nat(),
    });
    await fc.assert(
      fc.asyncProperty(order, async ({ total, pageSize, share, together, seed }) => {
        const { service, reader, ids } = await accountOfHosts(total, pageSize);
        const wanted = shuffled(ids, seed).slice(0, Math.max(1, Math.round(share * total)));
        for (let start = 0; start < wanted.length; start += together) {
          const some = wanted.slice(start, start + together);
          const read = await Promise.all(some.map((id) => reader.read(id)));
          expect(read.map((host) => host?.id)).toEqual(some);
        }
        const pages = Math.ceil(total / pageSize);
        expect(service.requestCount).toBeLessThanOrEqual(2 * Math.min(wanted.length, pages) + 1);
        await closeAccounts();
      }),
      { numRuns: 60 },
    );
  });

  it("reads the list again for a snapshot, if it was read before", async () => {
    const { service, reader, ids } = await accountOfHosts(2, 10);
    for (const name of ["first", "second", "third"]) {
      service.account.change(ids[1] ?? "", { name });
      expect((await reader.snapshot(noGap)).objects[1]).toMatchObject({ name });
    }
    expect(service.requestCount).toBe(3);
  });

  it("reads the list again after the running reading, once for all who ask meanwhile", async () => {
    const { service, client } = await accountOfHosts(1, 10);
    const collection = client.collection("host");
    const running: number[] = [];
    let count = 0;
    const page = async (number: number) => {
      count += 1;
      running.push(count);
      return collection.page(number).finally(() => {
        count -= 1;
      });
    };
    const reader = new KindReader({ ...collection, page });
    const first = reader.relist(noGap);
    await new Promise(setImmediate);
    await Promise.all([first, reader.relist(noGap), reader.relist(noGap)]);
    expect(running).toEqual([1, 1]);
    expect(service.requestCount).toBe(2);
  });

  it("returns the objects of all pages", async () => {
    const { reader, ids } = await accountOfHosts(35, 10);
    await reader.read(ids[34] ?? "");
    expect((await reader.readAll(noGap)).map(({ id }) => id).sort()).toEqual([...ids].sort());
  });
});

describe("reading objects afresh", () => {
  it.each([
    [1, 1, "one by its id"],
    [3, 4, "few by their ids, after the page that says how many pages there are"],
    [20, 11, "many by the whole list, after that page"],
  ])("reads %d of 100 with %d requests: %s", async (count, requests) => {
    const { service, reader, ids } = await accountOfHosts(100, 10);
    for (const id of ids) service.account.change(id, { tags: ["new"] });
    const found = await reader.readManyFresh(ids.slice(0, count));
    expect(found.map(({ id, tags }) => [id, tags])).toEqual(ids.slice(0, count).map((id) => [id, ["new"]]));
    expect(service.requestCount).toBe(requests);
  });

  it("knows an object that it read by its SID, and reads it once for concurrent reads", async () => {
    const { service, reader, ids } = await accountOfHosts(30, 10);
    const [id = ""] = ids.slice(-1);
    expect(reader.known(id)).toBeUndefined();
    const read = await Promise.all([reader.read(id), reader.read(id)]);
    expect(read.map((host) => host?.id)).toEqual([id, id]);
    expect(reader.known(id)).toMatchObject({ id });
    expect(service.requestCount).toBe(2);
  });

  it("forgets an object that no longer exists", async () => {
    const { service, reader, ids } = await accountOfHosts(3, 10);
    await reader.readAll(noGap);
    service.account.remove(ids[1] ?? "");
    expect(await reader.readFresh(ids[1] ?? "")).toBeUndefined();
    expect((await reader.readAll(noGap)).map(({ id }) => id).sort()).toEqual([ids[0], ids[2]].sort());
  });

  it("forgets an object that a later, complete list lacks", async () => {
    const { service, reader, ids } = await accountOfHosts(3, 10);
    await reader.readAll(noGap);
    service.account.remove(ids[1] ?? "");
    await reader.relist(noGap);
    expect((await reader.readAll(noGap)).map(({ id }) => id).sort()).toEqual([ids[0], ids[2]].sort());
  });

  it("omits missing objects", async () => {
    const { service, reader, ids } = await accountOfHosts(3, 10);
    service.account.remove(ids[1] ?? "");
    expect((await reader.readManyFresh(ids)).map(({ id }) => id)).toEqual([ids[0], ids[2]]);
  });
});

describe("an object that the list does not show", () => {
  it("is read by its SID, and is not in the result of the list", async () => {
    const { service, client } = await accountOfHosts(0, 100, { pausedSources: "unlisted" });
    const reader = new KindReader(client.collection("source"));
    const { id } = service.account.add("source", { host: "bl.example.net", type: "rbl", paused: true });
    expect(await reader.read(id)).toMatchObject({ id });
    expect((await reader.readAll(noGap)).map((source) => source.id)).not.toContain(id);
  });

  it("is absent only if two reads by id return 404", async () => {
    const { service, reader, ids } = await accountOfHosts(5, 100);
    const lost = ids[0] ?? "";
    service.account.remove(lost);
    expect(await reader.read(lost)).toBeUndefined();
    expect(service.requests.map(({ path, status }) => [path, status])).toEqual([
      ["/rbl/hosts", 200],
      [`/rbl/hosts/${lost}`, 404],
      [`/rbl/hosts/${lost}`, 404],
    ]);
    const { requestCount } = service;
    expect([await reader.read(lost), service.requestCount]).toEqual([undefined, requestCount]);
  });

  it("exists if every second read is from a node of the service that does not have it yet", async () => {
    const { service, reader, ids } = await accountOfHosts(3, 100, { readLag: 2 });
    service.clock.advance(2_000);
    const late = [1, 2, 3, 4].map((n) => service.account.add("host", { host: `late-${n}.example.com` }).id);
    await reader.readFresh(ids[0] ?? "");
    const read = await Promise.all(late.map((id) => reader.read(id)));
    expect(service.requests.map(({ path, status }) => [path.split("/").at(-1), status])).toEqual([
      [ids[0], 200],
      ["hosts", 200],
      [late[0], 200],
      ...late.slice(1).flatMap((id) => [
        [id, 404],
        [id, 200],
      ]),
    ]);
    expect(read.map((host) => host?.id)).toEqual(late);
  });

  it("is found if it was created after the list was read", async () => {
    const { service, reader, ids } = await accountOfHosts(5, 100);
    await reader.read(ids[0] ?? "");
    const late = service.account.add("host", { host: "late.example.com" });
    expect(await reader.read(late.id)).toMatchObject({ id: late.id });
  });

  it("is there when the pages shifted while they were read", async () => {
    const { service, reader, ids } = await accountOfHosts(30, 10, { latency: 5 });
    const reading = Promise.all(ids.slice(1).map((id) => reader.read(id)));
    service.account.remove(ids[0] ?? "");
    expect((await reading).map((host) => host?.id)).toEqual(ids.slice(1));
  });

  it.each([
    ["not in the service's form", { fault: "other-shape", times: 20 }],
    ["broken", { fault: "500-before", times: 20 }],
    ["no answer of the service", { fault: "502-html", times: 20 }],
  ] as const)("is not gone when the list is %s, and is read the next time", async (_, fault) => {
    const { service, reader, ids } = await accountOfHosts(5, 100);
    service.faults.arm({ ...fault, path: "/rbl/hosts" });
    await expect(reader.read(ids[0] ?? "")).rejects.toThrow("list hosts");
    await service.faults.clear();
    expect(await reader.read(ids[0] ?? "")).toMatchObject({ id: ids[0] });
  });

  it("is not gone when a page behind the first fails, and is read the next time", async () => {
    const { service, client, ids } = await accountOfHosts(40, 10);
    const collection = client.collection("host");
    const reader = new KindReader({
      ...collection,
      page: async (number, options) => {
        if (number === 3) service.faults.arm({ fault: "429", path: "/rbl/hosts", retryAfter: 60 });
        return collection.page(number, options);
      },
    });
    const reads = await Promise.allSettled(ids.slice(10).map((id) => reader.read(id)));
    expect(reads.some(({ status }) => status === "rejected")).toBe(true);
    expect(reads.filter((read) => read.status === "fulfilled" && read.value === undefined)).toEqual([]);
  });

  it("is read by its SID when the page that has it cannot be read", async () => {
    const { service, client, ids } = await accountOfHosts(50, 10);
    const collection = client.collection("host");
    const reader = new KindReader({
      ...collection,
      page: async (number, options) => {
        if (number === 3)
          throw new ServiceError({ kind: "server", operation: "list hosts", problem: "", effect: "none" });
        return collection.page(number, options);
      },
    });
    const read = await Promise.all(ids.map((id) => reader.read(id)));
    expect(read.map((host) => host?.id)).toEqual(ids);
    // The four other pages, and ten by their SIDs.
    expect(service.requestCount).toBe(4 + 10);
  });

  it.each([
    ...["server", "unreadable", "transport", "timeout"].map((kind) => [kind, true] as const),
    ...["authentication", "forbidden", "rate_limited", "stopped"].map((kind) => [kind, false] as const),
  ])("may be on a page that fails with the kind %s, and other pages are read: %p", async (kind, isRead) => {
    const { client } = await accountOfHosts(30, 10);
    const collection = client.collection("host");
    const failure = new ServiceError({
      ...{ kind: kind as "server", operation: "list hosts", problem: "", effect: "none" },
    });
    const reader = new KindReader({
      ...collection,
      page: (number) => (number === 2 ? Promise.reject(failure) : collection.page(number)),
    });
    const gaps: number[] = [];
    const read = await reader.relist((lacking) => gaps.push(lacking)).catch((error: unknown) => error);
    expect([read === failure, gaps]).toEqual(isRead ? [false, [10]] : [true, []]);
  });

  it.each([1, 2, 3])(
    "does not fail the second reading of its list if page %i fails, except page 1",
    async (broken) => {
      const { client, ids } = await accountOfHosts(30, 10);
      const collection = client.collection("host");
      const down = new ServiceError({ kind: "server", operation: "list hosts", problem: "", effect: "none" });
      let isDown = false;
      const reader = new KindReader({
        ...collection,
        page: (number, options) =>
          isDown && number === broken ? Promise.reject(down) : collection.page(number, options),
      });
      await reader.readAll(noGap);
      isDown = true;
      const gaps: number[] = [];
      const read = await reader.relist((lacking) => gaps.push(lacking)).catch((error: unknown) => error);
      const others = ids.filter((_, n) => Math.floor(n / 10) !== broken - 1);
      const objects = others.map((id) => expect.objectContaining({ id }));
      expect(read).toEqual(broken === 1 ? down : expect.objectContaining({ objects, complete: false }));
      expect(gaps).toEqual(broken === 1 ? [] : [10]);
    },
  );

  it("fails immediately when the list has failed three times", async () => {
    const { service, reader, ids } = await accountOfHosts(5, 100);
    service.faults.arm({ fault: "500-before", times: 1000 });
    const requests: number[] = [];
    for (const id of [ids[0], ids[0], ids[0], ids[0], ids[1]]) {
      const before = service.requestCount;
      await expect(reader.read(id ?? "")).rejects.toThrow("list hosts");
      requests.push(service.requestCount - before);
    }
    const [perRead = 0] = requests;
    expect(perRead).toBeGreaterThan(0);
    expect(requests).toEqual([perRead, perRead, perRead, 0, 0]);
  });

  it("fails immediately when pages behind the first have failed three times", async () => {
    const { client, service } = await accountOfHosts(25, 10);
    const collection = client.collection("host");
    const down = new ServiceError({
      kind: "server",
      operation: "list hosts",
      problem: "down",
      effect: "none",
    });
    let failures = 0;
    const page = (number: number) => {
      if (number === 1) return collection.page(1);
      failures += 1;
      return Promise.reject(down);
    };
    const reader = new KindReader({ ...collection, page });
    const counts: number[] = [];
    for (let reading = 0; reading < 5; reading += 1) {
      await expect(reader.readAll(noGap)).rejects.toBe(down);
      counts.push(failures);
    }
    expect(counts).toEqual([2, 4, 6, 6, 6]);
    expect(service.requestCount).toBe(1);
  });

  it("does not count as still to be read once its read has failed", async () => {
    const { client, service, ids } = await accountOfHosts(15, 10);
    const collection = client.collection("host");
    let isDown = true;
    const down = new ServiceError({
      kind: "server",
      operation: "list hosts",
      problem: "down",
      effect: "none",
    });
    const reader = new KindReader({
      ...collection,
      page: (number, options) => (isDown ? Promise.reject(down) : collection.page(number, options)),
    });
    await expect(reader.read(ids[14] ?? "")).rejects.toBe(down);
    isDown = false;
    // One of two pages is left: reading it costs as much as one object, and more objects would make it cheaper.
    await reader.read(ids[13] ?? "");
    expect(service.requests.map(({ path }) => path)).toEqual(["/rbl/hosts", `/rbl/hosts/${ids[13]}`]);
  });

  it("is not gone when the service fails for it alone", async () => {
    const { service, reader } = await accountOfHosts(25, 10);
    service.faults.arm({ fault: "500-before", path: "/rbl/hosts/{id}", times: 1000 });
    await expect(reader.read(`HT${"0".repeat(32)}`)).rejects.toThrow("get host");
  });

  it("is not gone when the question about it fails", async () => {
    const { service, reader } = await accountOfHosts(5, 100);
    const late = `HT${"0".repeat(32)}`;
    service.faults.arm({ fault: "502-html", path: "/rbl/hosts/{id}", times: 20 });
    await expect(reader.read(late)).rejects.toThrow("get host");
  });
});

describe("many objects that the list does not show", () => {
  const gone = (count: number) => Array.from({ length: count }, (_, n) => `HT${String(n).padStart(32, "0")}`);
  const getsOf = ({ requests }: Pick<Emulator, "requests">) =>
    requests.filter(({ path }) => path.startsWith("/rbl/hosts/")).length;

  /** A reader whose lists leave some hosts out, with the right total of the others. */
  const leavingOut = (client: Client, hidden: ReadonlySet<string>) => {
    const collection = client.collection("host");
    return new KindReader({
      ...collection,
      page: async (number, options) => {
        const page = await collection.page(number, options);
        const objects = page.objects.filter(({ id }) => !hidden.has(id));
        return { ...page, objects, total: objects.length };
      },
    });
  };

  it("are gone once 25 of them were confirmed by a 404, and three of them by another one", async () => {
    const { service, reader } = await accountOfHosts(5, 100);
    const read = await Promise.all(gone(300).map((id) => reader.read(id, 300)));
    expect(read.filter((host) => host !== undefined)).toEqual([]);
    expect(getsOf(service)).toBe(25 + 3);
    expect(await reader.read(`HT${"f".repeat(32)}`)).toBeUndefined();
    expect(getsOf(service)).toBe(25 + 3);
  });

  it("are each read by SID when one of the first could not be read", async () => {
    const { service, client } = await accountOfHosts(5, 100);
    const collection = client.collection("host");
    const asked = gone(30);
    const down = new ServiceError({ kind: "server", operation: "get host", problem: "", effect: "none" });
    const reader = new KindReader({
      ...collection,
      get: (id, options) => (id === asked[3] ? Promise.reject(down) : collection.get(id, options)),
    });
    const read = await Promise.allSettled(asked.map((id) => reader.read(id, 30)));
    expect(read.filter(({ status }) => status === "rejected")).toHaveLength(1);
    expect(getsOf(service)).toBe(29 + 3);
  });

  it.each([0, 24, 25, 120, 299])(
    "are each read by SID when one of them exists, such as number %i",
    async (place) => {
      const { service, client, ids } = await accountOfHosts(5, 100);
      const [hidden = ""] = ids;
      const reader = leavingOut(client, new Set([hidden]));
      const asked = gone(299).toSpliced(place, 0, hidden);
      const [first, others] = [asked.slice(0, place + 1), asked.slice(place + 1)];
      // Until the existing one is read, nothing contradicts the list.
      if (place >= 25) await reader.readFresh(hidden);
      const read = [
        ...(await Promise.all(first.map((id) => reader.read(id)))),
        ...(await Promise.all(others.map((id) => reader.read(id)))),
      ];
      expect(read.flatMap((host) => host?.id ?? [])).toEqual([hidden]);
      expect(getsOf(service)).toBeGreaterThanOrEqual(place < 25 ? 300 - 25 : 300);
    },
  );

  it("are each read by SID when the list is not complete, or is one that never has all objects", async () => {
    const { service, client } = await accountOfHosts(5, 100);
    const collection = client.collection("host");
    const reader = new KindReader({
      ...collection,
      page: async (number, options) => ({ ...(await collection.page(number, options)), total: undefined }),
    });
    await Promise.all(gone(40).map((id) => reader.read(id)));
    expect(getsOf(service)).toBe(40 + 3);
    const sources = new KindReader(client.collection("source"));
    const before = service.requestCount;
    await sources.readAll(noGap);
    const pages = service.requestCount - before;
    await Promise.all(gone(40).map((id) => sources.read(id.replace("HT", "RB"))));
    expect(service.requestCount - before).toBe(pages + 40 + 3);
  });

  it("are read from one page if two are read afresh, and one by its SID", async () => {
    const { service, reader, ids } = await accountOfHosts(5, 10);
    expect(await reader.readManyFresh(ids.slice(0, 2))).toHaveLength(2);
    expect(pagesOf(service)).toEqual([1, 1]);
    await reader.readManyFresh(ids.slice(0, 1));
    expect(service.requests.at(-1)?.path.split("/").at(-1)).toBe(ids[0]);
  });

  it("are read afresh by their SIDs if the list has as many pages", async () => {
    const { service, reader, ids } = await accountOfHosts(15, 10);
    expect(await reader.readManyFresh(ids.slice(0, 2))).toHaveLength(2);
    expect(pagesOf(service)).toEqual([1]);
  });

  it("are read by SID when many are read afresh", async () => {
    const { client, ids } = await accountOfHosts(30, 10);
    const reader = leavingOut(client, new Set(ids.slice(3, 5)));
    expect((await reader.readManyFresh(ids)).map(({ id }) => id)).toEqual(ids);
  });
});

describe("a written object", () => {
  it("stays although pages that were requested before and after the write lack it", async () => {
    const { service, reader, ids } = await accountOfHosts(25, 10);
    await reader.read(ids[0] ?? "");
    const written = `HT${"0".repeat(32)}`;
    reader.recordWrite({ id: written, name: "New" });
    expect((await reader.readAll(noGap)).map(({ id }) => id)).toContain(written);
    expect(pagesOf(service).sort()).toEqual([1, 2, 3]);
  });

  it("is forgotten if a complete list that is requested later lacks it", async () => {
    const { reader, ids } = await accountOfHosts(5, 10);
    reader.recordWrite({ id: `HT${"0".repeat(32)}`, name: "Lost" });
    expect((await reader.readAll(noGap)).map(({ id }) => id).sort()).toEqual([...ids].sort());
  });

  it("is not read again", async () => {
    const { service, reader, ids } = await accountOfHosts(25, 10);
    await reader.readAll(noGap);
    const before = service.requestCount;
    reader.recordWrite({ id: ids[3] ?? "", name: "Post" });
    reader.recordDelete(ids[4] ?? "");
    const all = await reader.readAll(noGap);
    expect(all.find(({ id }) => id === ids[3])).toMatchObject({ name: "Post", host: "mail-3.example.com" });
    expect(all.map(({ id }) => id)).not.toContain(ids[4]);
    expect(service.requestCount).toBe(before);
  });

  it("is not replaced by a page that was requested before", async () => {
    const { service, client, ids } = await accountOfHosts(5, 10, { latency: 5 });
    const reader = new KindReader(client.collection("host"));
    const reading = reader.readAll(noGap);
    reader.recordWrite({ id: ids[3] ?? "", name: "Post" });
    reader.recordDelete(ids[4] ?? "");
    await reading;
    expect(service.requestCount).toBe(1);
    expect(await reader.read(ids[3] ?? "")).toMatchObject({ name: "Post" });
    expect((await reader.readAll(noGap)).map(({ id }) => id).sort()).toEqual(ids.slice(0, 4).sort());
  });

  it("stays when the other pages are read later", async () => {
    const { reader, ids } = await accountOfHosts(25, 10);
    await reader.read(ids[0] ?? "");
    reader.recordWrite({ id: ids[0] ?? "", name: "Post" });
    reader.recordDelete(ids[1] ?? "");
    const all = await reader.readAll(noGap);
    expect(all.find(({ id }) => id === ids[0])).toMatchObject({ name: "Post" });
    expect(all.map(({ id }) => id)).not.toContain(ids[1]);
  });
});

/** The same items in an order that follows from the seed. */
function shuffled<T>(items: readonly T[], seed: number): T[] {
  let state = (seed % 2147483646) + 1;
  return items
    .map((item) => {
      state = (state * 48271) % 2147483647;
      return { item, rank: state };
    })
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item);
}
